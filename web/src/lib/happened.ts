/** What happened, step by step: the items of a log entry with the places, ways and marks to show on the board. */
import { gathered, type NameOf, orderWords, sightWords } from './gather';
import type { Entry, LogItem } from './log';
import { capital } from './plain';
import { type Part, type Sight, toldOut, type Words } from './sights';
import type { Handle, Out, Rolled } from './wire';

export interface Line {
  text: string;
  clause: string | null;
}

/** A way over several places, of a piece that moved or from a piece that acts to its target. */
export interface Way {
  piece: Handle | null;
  side: string | null;
  at: string[];
}

/** A change to mark where it happened: a loss, another change, or a piece that came into view or left it. */
export interface Mark {
  what: 'lost' | 'changed' | 'came' | 'went';
  piece: Handle | null;
  at: string;
  words: string;
  /** Number of men that a piece lost, below 0. */
  men?: number;
  /** Side of something that is not known, and whether it left this place. */
  side?: string | null;
  unknown?: boolean;
}

export interface Step {
  /** Number of its first event. */
  n: number;
  lines: Line[];
  rolls: Rolled[];
  /** Places that it is about. */
  places: string[];
  moves: Way[];
  aims: Way[];
  marks: Mark[];
}

/** What the board shows of it: a step, and the losses before it that stay marked. */
export interface Shown {
  step: Step;
  losses: Mark[];
  /** Whether nothing moves. */
  still: boolean;
  /** How many times steps have been shown from the start, so that the same step moves once more. */
  round: number;
}

/** An order, own or another’s, with the steps of what came of it. */
export interface Happening {
  from: number;
  /** The own order as a sentence; null if another side’s order or the game itself caused it. */
  order: string | null;
  steps: Step[];
}

type Told = LogItem & { kind: 'told' };
type Saw = LogItem & { kind: 'saw' };

const begin = (n: number): Step => ({ n, lines: [], rolls: [], places: [], moves: [], aims: [], marks: [] });
const isMove = (part: Part) => part.kind === 'place';
const once = <T>(all: T[]): T[] => [...new Set(all)];
/** Whether a step is about nothing on the board. */
const isPlain = (step: Step) => step.rolls.length === 0 && step.places.length === 0 && step.moves.length === 0 && step.marks.length === 0;
/** Maximum number of lines of a step to which further changes are added. */
const MOST = 5;

/** Makes the steps of an entry from its lines. Small changes come with the step before them. */
class Steps {
  readonly all: Step[] = [];
  /** Dice and small changes that wait for their step. */
  #dice: Rolled[] = [];
  #small: Line[] = [];
  /** Of steps that a change began: its piece, its way, and whether there is nothing but changes in one place. */
  readonly #begun = new Map<Step, { pieces: (Handle | null)[]; way: string }>();

  constructor(readonly words: Words, readonly nameOf: NameOf) {}

  #add(step: Step): void {
    this.all.push({ ...step, rolls: this.#dice, lines: [...step.lines, ...this.#small] });
    this.#dice = [];
    this.#small = [];
  }

  #here(step: Step | undefined, places: string[]): boolean {
    const hexes = new Set(step?.places.map(this.words.hexOf));
    return places.every((place) => hexes.has(this.words.hexOf(place)));
  }

  take(item: LogItem): void {
    const last = this.#dice.length === 0 ? this.all.at(-1) : undefined;
    if (item.kind === 'rolled') this.#dice.push(item.roll);
    else if (item.kind === 'told') {
      const places = once([...item.names.places, ...[...item.names.stood.values()].map(({ at }) => at)]);
      const line = { text: capital(item.text), clause: item.clause };
      if (last && last.lines.length < MOST && (places.length === 0 ? isPlain(last) : this.#here(last, places))) last.lines.push(line);
      else this.#add({ ...begin(item.n), lines: [line], places, aims: aims(item, this.words) });
    } else if (item.kind === 'saw') this.#see(item, last);
    else if (item.kind === 'resigned') this.#add({ ...begin(item.n), lines: [{ text: `The ${capital(item.by)} side resigns.`, clause: null }] });
    else if (item.kind === 'undone') this.#add({ ...begin(item.n), lines: [{ text: 'The last order was undone.', clause: null }] });
  }

  #see({ n, clause, sight }: Saw, last: Step | undefined): void {
    const { who, does } = sightWords(sight, this.nameOf);
    const line = { text: `${who} ${does}`, clause };
    const way = wayOf(sight).join(' ');
    const begun = last && this.#begun.get(last);
    const small = way === '' && sight.piece !== null && sight.what === 'changed' && !sight.parts.some((part) => part.by !== undefined);
    const fits = small || (way === '' ? this.#here(last, [sight.at]) || begun?.way === '' : begun?.way === way);
    if (last && fits && last.lines.length < MOST) {
      last.lines.push(line);
      begun?.pieces.push(sight.piece);
      if (!small) last.places = once([...last.places, sight.at]);
    } else if (small && last === undefined && this.#small.length < MOST) this.#small.push(line);
    else {
      this.#add({ ...begin(n), lines: [line], places: [sight.at] });
      const step = this.all.at(-1);
      if (step) this.#begun.set(step, { pieces: [sight.piece], way });
    }
  }

  /** Adds what still waits to the last step. `n` is the number of a step for it alone, `at` its place. */
  end(n: number, at: string[]): Step[] {
    const last = this.all.at(-1);
    if (this.#dice.length === 0 && this.#small.length === 0) return this.all;
    if (!last) this.#add({ ...begin(n), places: at });
    else {
      last.rolls.push(...this.#dice);
      last.lines.push(...this.#small);
    }
    return this.all;
  }

  /** Returns the step that shows a change: the last before it that is about its piece, or that a report began. */
  of(n: number, piece?: Handle | null): Step {
    const before = this.all.filter((step) => step.n <= n);
    const fits = (step: Step) => {
      const begun = this.#begun.get(step);
      return begun === undefined || (piece !== undefined && begun.pieces.includes(piece));
    };
    return before.findLast(fits) ?? before.at(-1) ?? this.all[0] ?? begin(n);
  }
}

export function happened({ from, items }: Pick<Entry, 'from' | 'items'>, words: Words, nameOf: NameOf): Happening {
  const ordered = items.find((item) => item.kind === 'ordered');
  const steps = new Steps(words, nameOf);
  for (const item of gathered(items, words, nameOf)) steps.take(item);
  const saw = items.filter((item) => item.kind === 'saw');
  const seen = once(saw.map(({ sight }) => sight.at));
  const all = steps.end(from, seen);
  if (all.length === 0 && saw.length > 0) all.push({ ...begin(from), places: seen });
  for (const item of items) if (item.kind === 'told' && item.out) lose(steps.of(item.n), item, item.out, nameOf);
  const lost = losers(saw);
  for (const item of saw) draw(steps.of(item.n, item.sight.piece), item, items, words, nameOf, lost);
  for (const step of all) {
    if (step.moves.length > 0) step.aims = [];
    // What became of an unknown counter that is gone, the text says.
    step.marks = step.marks.filter((one) => !one.unknown);
  }
  return { from, order: ordered ? orderWords(ordered, nameOf) : null, steps: all };
}

/** Returns the sides that have fewer men than before, counted together: what only changes its squad is no loss. */
function losers(saw: Saw[]): Set<string | null> {
  const by = new Map<string | null, number>();
  for (const { sight: { piece, side, parts } } of saw) if (piece !== null) for (const part of parts) by.set(side, (by.get(side) ?? 0) + (part.by ?? 0));
  return new Set([...by].filter(([, men]) => men < 0).map(([side]) => side));
}

/** Returns the places that a piece passes. */
function wayOf({ parts, at }: Sight): string[] {
  const places = parts.filter(isMove);
  return places.length === 0 ? [] : [places[0]?.from ?? at, ...places.map((part) => part.to ?? at)];
}

/**
 * Returns the lines from those who act to their target. A report names the actor first, and a name is followed by its
 * place. Pieces of one side that are named together act together.
 */
function aims({ text, names }: Told, { hexOf }: Words): Way[] {
  const at = (place: string) => {
    const found = new RegExp(`(?<!\\w)${hexOf(place).replaceAll(/\W/g, '\\$&')}(?!\\w)`).exec(text);
    return found ? found.index : Infinity;
  };
  const named = [
    ...[...names.stood].map(([piece, { at: place, side }]) => ({ piece, side, place, index: at(place) })),
    ...[...names.places].map((place) => ({ piece: null, side: null, place, index: at(place) })),
  ].filter((one) => one.index < Infinity).sort((a, b) => a.index - b.index);
  const first = named[0];
  if (!first || first.piece === null) return [];
  const target = named.find((one) => hexOf(one.place) !== hexOf(first.place) && (one.piece === null || one.side !== first.side));
  if (!target) return [];
  const actors = named.slice(0, named.indexOf(target)).filter((one) => one.piece !== null && one.side === first.side);
  const hexes = once(actors.map((one) => hexOf(one.place))).filter((hex) => hex !== hexOf(target.place));
  return hexes.map((hex) => {
    const one = actors.find((each) => hexOf(each.place) === hex) ?? first;
    return { piece: one.piece, side: one.side, at: [one.place, target.place] };
  });
}

/** Marks the pieces that a report takes out of the game. */
function lose(step: Step, { names }: Told, out: Out, nameOf: NameOf): void {
  if ('at' in out) return mark(step, { what: 'lost', piece: null, at: out.at, words: 'Removed' });
  const stand = names.stood.get(out.piece);
  if (stand) mark(step, { what: 'lost', piece: out.piece, at: stand.at, words: nameOf(out.piece, stand.name) });
}

/** Adds a mark in place of one for the same change. */
function mark(step: Step, added: Mark): void {
  step.marks = [...step.marks.filter((one) => one.piece !== added.piece || one.at !== added.at || one.what !== added.what), added];
}

/** Adds to a step what a change looks like on the board. */
function draw(step: Step, { sight }: Saw, items: LogItem[], words: Words, nameOf: NameOf, losing: Set<string | null>): void {
  const { piece, side, at, hex, what, parts, subject } = sight;
  const here = (one: Mark) => words.hexOf(one.at) === hex;
  const says = (how: Mark['what'], text: string) => mark(step, { what: how, piece, at, words: text });
  const name = piece === null ? sight.name : nameOf(piece, sight.name);
  // What was under an unknown counter is now known, or the counter has moved.
  const unknown = step.marks.find((one) => one.unknown && one.side === side && (piece === null || here(one)));
  if (what === 'came' && unknown) step.marks = step.marks.filter((one) => one !== unknown);
  if (subject === 'somebody' && what === 'came' && unknown && !here(unknown)) step.moves.push({ piece, side, at: [unknown.at, at] });
  else if (subject === 'somebody' && what !== 'changed') mark(step, { what, piece, side, at, words: name, unknown: what === 'went' });
  else if (what === 'came') says('came', name);
  else if (what === 'went') {
    const outs = items.flatMap((item) => (item.kind === 'told' ? [item.out] : []));
    if (!toldOut(words, sight, outs)) return says('went', name);
    // Its own mark says more than that of its place.
    step.marks = step.marks.filter((one) => one.what !== 'lost' || one.piece !== null || !here(one));
    says('lost', name);
  } else {
    const way = wayOf(sight);
    const before = step.moves.find((one) => one.piece === piece && one.at.at(-1) === way[0]);
    if (before) before.at.push(...way.slice(1));
    else if (way.length > 0) step.moves.push({ piece, side, at: way });
    const men = -parts.reduce((sum, part) => sum + (part.by ?? 0), step.marks.find((one) => one.piece === piece && one.men !== undefined)?.men ?? 0);
    if (piece !== null && men > 0 && losing.has(side)) mark(step, { what: 'lost', piece, at, words: `−${men}`, men: -men });
    const states = parts.filter((part) => part.kind === 'state' && part.by === undefined && !part.rests && part.words !== '');
    if (states.length > 0) says('changed', states.map((part) => part.words).join(', '));
  }
}

/** Returns the steps that are more than what the player has just chosen: results, and what others do. */
export function worth({ order, steps }: Happening): Step[] {
  if (order === null) return steps.filter((step) => (step.lines.length > 0 || step.rolls.length > 0) && (step.lines.some((line) => line.clause !== null) || !isPlain(step)));
  return steps.filter((step) => step.rolls.length > 0 || step.marks.some((one) => one.what !== 'changed') || (step.lines.length > 0 && step.moves.length === 0));
}
