/** The tools of the board: line of sight and range between two places, and the places that a piece can reach. */
import { type Problem, problemOf } from './api';
import type { CalculatorAnswer, Handle, Json } from './wire';

/** The calculators that are used on the board. Their names and the keys of their values are the same in every system. */
export type Mode = 'sight' | 'reach';

/** A place that a piece can reach, with its cost as a number and in words. */
export interface Reached {
  at: string;
  cost: number;
  words: string;
}

/** What a tool shows on the board. */
export interface Drawn {
  from: string | null;
  to: string | null;
  /** Whether the line is measured. */
  measured: boolean;
  /** Range in hexes; null until the line is measured, and if none is counted, as to a place beside the board. */
  range: number | null;
  /** Whether the line is clear; null where that is unknown. */
  clear: boolean | null;
  /** Hexes and hexsides that block the line, in order from its start. */
  blocked: string[];
  reached: Reached[];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns what a measured line shows. */
export function sightOf(answer: CalculatorAnswer): Pick<Drawn, 'measured' | 'range' | 'clear' | 'blocked'> {
  const { range, clear, blocked_at: blocked } = answer;
  return {
    measured: true,
    range: typeof range === 'number' ? range : null,
    clear: typeof clear === 'boolean' ? clear : null,
    blocked: listOf(blocked).filter((label) => typeof label === 'string'),
  };
}

/** Returns the verdict on a line in words; null until it is measured. */
export function verdictOf({ measured, range, clear }: Pick<Drawn, 'measured' | 'range' | 'clear'>): string | null {
  if (!measured) return null;
  const words = clear === null ? 'Not known' : clear ? 'Clear' : 'Blocked';
  return range === null ? words : `${words}. Range ${range} ${range === 1 ? 'hex' : 'hexes'}`;
}

/** Returns the places that a piece can reach, the cheapest first. */
export function reachedBy(answer: CalculatorAnswer): Reached[] {
  return listOf(answer['places']).flatMap((place) => {
    const { at, cost, words } = place as Partial<Reached>;
    return typeof at === 'string' && typeof cost === 'number' ? [{ at, cost, words: words ?? String(cost) }] : [];
  }).toSorted((one, other) => one.cost - other.cost);
}

/** Returns the place of a hex that the present view shows: the lowest floor, or what is below it. */
export function placeAt(hex: string, places: string[], { below, isBelow }: { below: boolean; isBelow: (place: string) => boolean }): string {
  return places.find((place) => isBelow(place) === below) ?? places[0] ?? hex;
}

export class BoardTool {
  mode = $state<Mode | null>(null);
  from = $state<string | null>(null);
  to = $state<string | null>(null);
  unit = $state.raw<Handle | null>(null);
  answer = $state.raw<CalculatorAnswer | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What the board shows; null while no tool is used. */
  drawn = $derived.by((): Drawn | null => {
    const { mode, from, to, answer } = this;
    const none = { from: null, to: null, measured: false, range: null, clear: null, blocked: [], reached: [] };
    if (mode === 'sight') return { ...none, from, to, ...(answer && to !== null ? sightOf(answer) : {}) };
    return mode === 'reach' ? { ...none, reached: answer ? reachedBy(answer) : [] } : null;
  });

  readonly #ask: (tool: string, input: Json) => Promise<CalculatorAnswer>;
  #asked = 0;

  constructor(ask: (tool: string, input: Json) => Promise<CalculatorAnswer>) {
    this.#ask = ask;
  }

  /** Takes up a tool. `unit` and its place are where it begins, if a piece is chosen. */
  begin(mode: Mode, unit: Handle | null, from: string | null): void {
    this.end();
    this.mode = mode;
    if (mode === 'sight') this.from = from;
    else if (unit !== null) this.of(unit);
  }

  end(): void {
    this.#asked += 1;
    this.mode = this.from = this.to = null;
    this.unit = this.answer = this.problem = null;
  }

  /** Chooses a place: where the line starts, and then where it ends. */
  place(label: string): void {
    if (this.from === null) this.from = label;
    else {
      this.to = label;
      this.#change();
    }
  }

  /** Moves the start of the line. */
  start(label: string | null): void {
    this.from = label;
    if (label === null) this.to = null;
    this.#change();
  }

  swap(): void {
    [this.from, this.to] = [this.to, this.from];
    this.#change();
  }

  /** Shows the places that a piece can reach. */
  of(unit: Handle): void {
    this.unit = unit;
    this.#change();
  }

  /** Asks about another choice. The old answer is not about it, so it is dropped at once. */
  #change(): void {
    this.#asked += 1;
    this.answer = this.problem = null;
    this.renew();
  }

  /** Asks once more, since the position has changed. The old answer stays until the new one comes. */
  renew(): void {
    const { mode, from, to, unit } = this;
    if (mode === 'sight' && from !== null && to !== null) void this.#compute(mode, { from, to });
    else if (mode === 'reach' && unit !== null) void this.#compute(mode, { unit });
  }

  async #compute(mode: Mode, input: Json): Promise<void> {
    const own = ++this.#asked;
    try {
      const answer = await this.#ask(mode, input);
      // A late answer is about another choice.
      if (own !== this.#asked) return;
      this.answer = answer;
      this.problem = null;
    } catch (error) {
      if (own !== this.#asked) return;
      this.answer = null;
      this.problem = problemOf(error);
    }
  }
}
