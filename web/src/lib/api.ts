/** The requests to the referee. */
import { referee } from '../referee';
import { Waits } from './waits';
import type {
  OrderResponse, Board, CalculatorsRow, Event, Explained, Json, Links, Luck, TableSnapshot, Odds, Offers, Opponent, CalculatorAnswer, Renewed, ReplayStep, Rulebook, ScenarioCard, SeatInfo, Walk,
} from './wire';

/** An error from the server: a message, and the clause if a rule forbids the request. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly clause: string | null;
  /** Mistakes in an uploaded scenario, one line each. */
  readonly problems: string[];
  /** Time after which the server wants to be asked again, in milliseconds. */
  readonly after: number;

  constructor(status: number, body: Record<string, unknown>, after = 0) {
    super(String(body['detail'] ?? body['title'] ?? `The ${referee.called} did not answer.`));
    this.status = status;
    this.after = after;
    this.code = String(body['code'] ?? '');
    this.clause = typeof body['clause'] === 'string' ? body['clause'] : null;
    const { problems } = (body['problems'] ?? {}) as { problems?: unknown };
    this.problems = Array.isArray(problems) ? problems.map(wordsOf) : [];
  }

  /** Whether a retry may succeed. */
  get passing(): boolean {
    return this.away || this.status >= 500;
  }

  /** Whether the server is away or busy: it will answer in time. */
  get away(): boolean {
    return [0, 429, 503].includes(this.status);
  }
}

/** Converts any thrown value to a `Problem`. */
export function problemOf(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, { detail: String(error) });
}

function wordsOf(problem: unknown): string {
  const { message, help, line } = (problem ?? {}) as { message?: unknown; help?: unknown; line?: unknown };
  const where = line === undefined || line === null ? '' : `line ${String(line)}: `;
  return `${where}${String(message ?? '')}${help ? ` (${String(help)})` : ''}`;
}

/** Delay before the next look at what the other side does, and before a first retry, in milliseconds. */
export const LOOK_AGAIN = 700;
const LONGEST_WAIT = 15_000;

/** Returns the waits between retries of a request. */
const retries = () => new Waits(LOOK_AGAIN, LONGEST_WAIT);

export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Retries a request while a retry may succeed and `wanted` returns true. Calls `lost` before each retry. Attempts count from 1. */
export async function patiently<T>(
  ask: () => Promise<T>, wanted: (error: Problem, attempt: number) => boolean, lost: (attempt: number, error: Problem) => void = () => undefined,
): Promise<T> {
  const waits = retries();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Problem && error.passing && wanted(error, attempt))) throw error;
      lost(attempt, error);
      await pause(waits.next(error.after));
    }
  }
}

/** Returns the text of an answer. */
async function textOf(method: 'GET' | 'POST', path: string, body?: string, signal: AbortSignal | null = null): Promise<string> {
  const { status, text, after } = await referee.ask(method, path, body, signal);
  if (status >= 200 && status < 300) return text;
  throw new Problem(status, readable(text) ?? { title: `The ${referee.called} answered ${status}.` }, after);
}

async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, signal: AbortSignal | null = null): Promise<T> {
  const text = await textOf(method, path, body === undefined ? undefined : JSON.stringify(body), signal);
  return (text === '' ? null : JSON.parse(text)) as T;
}

function readable(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

export interface NewGame {
  scenario: string;
  /** Player by side: `human`, or a level of the computer. */
  players: Record<string, string>;
  dice: 'fair' | 'players';
  options?: Record<string, Json>;
}
/** The guided game of a scenario, which has its own players and dice: the built-in one, or that of an uploaded guide. */
export type NewGuidedGame = { scenario: string } & ({ guide: true } | { guide_text: string });

export const scenarios = () => ask<ScenarioCard[]>('GET', 'scenarios');
export const opponents = () => ask<Opponent[]>('GET', 'opponents');
export const rulebook = (system: string) => ask<Rulebook>('GET', `systems/${encodeURIComponent(system)}/rulebook`);
export const sewers = (system: string) => ask<Explained>('GET', `systems/${encodeURIComponent(system)}/sewers`);
export const calculators = () => ask<CalculatorsRow[]>('GET', 'calculators');
export const calculate = (system: string, tool: string, input: Json) =>
  ask<CalculatorAnswer>('POST', `calculators/${encodeURIComponent(system)}`, { tool, input });
export const newGame = (game: NewGame | NewGuidedGame) => ask<{ links: Links }>('POST', 'games', game);
/** Plays a conformance case: its name, its text, and that of the scenario file that it names. */
export const walkCase = (asked: { name: string; text: string; scenario: string | null }) => ask<Walk>('POST', 'cases', asked);

/** A ledger that was verified and opened as a game. */
export interface ImportedLedger {
  links: Links;
  /** Null if the game was not over. */
  outcome: Json | null;
  /** Verdict on the dice and the chain of lines, in a word. */
  verdict: string;
  notes: string[];
}

/** Opens a ledger as a game: its text is sent as it is. */
export const importLedger = async (ledger: string) => JSON.parse(await textOf('POST', 'ledgers', ledger)) as ImportedLedger;
const picturePath = (scenario: string) => `scenarios/${scenario.split('/').map(encodeURIComponent).join('/')}/picture.svg`;
/** Returns the address of a scenario's picture; null if it must be asked for. */
export const pictureAddress = (scenario: string) => referee.addressOf(picturePath(scenario));
/** Returns a scenario's picture as SVG. */
export const pictureOf = (scenario: string) => textOf('GET', picturePath(scenario));

/** The interface of one seat, by its link. */
export class Seat {
  readonly token: string;
  readonly #path: string;

  constructor(token: string) {
    this.token = token;
    this.#path = `seats/${encodeURIComponent(token)}`;
  }

  info = () => ask<SeatInfo>('GET', this.#path);
  commit = (commitment: string) => ask<SeatInfo>('POST', `${this.#path}/commit`, { commitment });
  reveal = (nonce: string) => ask<SeatInfo>('POST', `${this.#path}/reveal`, { nonce });
  /** Replaces the link of this seat. The old one is void from then on. */
  renew = (link: string) => ask<Renewed>('POST', `${this.#path}/renew`, { link });
  board = () => ask<Board>('GET', `${this.#path}/board`);
  snapshot = () => ask<TableSnapshot>('GET', `${this.#path}/table`);
  further = (draft: Json) => ask<Offers>('POST', `${this.#path}/offers`, { draft });
  odds = (order: Json) => ask<Odds>('POST', `${this.#path}/odds`, { order });
  /** Gives an order that was chosen after `heard` events; refused as `stale` if there are more by now. */
  submit = (order: Json, id: string, heard: number) =>
    ask<OrderResponse>('POST', `${this.#path}/orders`, { order, id, if_heard: heard });
  undo = (id: string) => ask<OrderResponse>('POST', `${this.#path}/undo`, { id });
  resign = (id: string) => ask<OrderResponse>('POST', `${this.#path}/resign`, { id });
  dice = (label: string, faces: number[], id: string) => ask<OrderResponse>('POST', `${this.#path}/dice`, { label, faces, id });
  replay = (step: number, eyes: string, signal: AbortSignal) =>
    ask<ReplayStep>('GET', `${this.#path}/replay?step=${step}&eyes=${encodeURIComponent(eyes)}`, undefined, signal);
  /** Sets a standing order for a kind of question; null clears it. */
  stand = (question: string, answer: Json, id: string) =>
    ask<OrderResponse>('POST', `${this.#path}/standing`, { question, id, ...(answer === null ? {} : { answer }) });
  tool = (tool: string, input: Json) => ask<CalculatorAnswer>('POST', `${this.#path}/tool`, { tool, input });
  /** Returns the events of a seat. Other seats than the link's own are available after the game. */
  events = (eyes: string) => ask<Event[]>('GET', `${this.#path}/events?from=0&eyes=${encodeURIComponent(eyes)}`);
  /** Returns the effects of the dice for both sides; refused until the game is over. */
  luck = () => ask<Luck>('GET', `${this.#path}/luck`);
  /** Returns the opened ledger, byte for byte. */
  ledger = () => textOf('GET', this.#ledger);
  /** Returns the address of the ledger; null if it must be asked for. */
  ledgerAddress = () => referee.addressOf(this.#ledger);
  /** Returns the path of the seat's messages, from an event on. */
  livePath = (from: number) => `${this.#path}/live?from=${from}`;
  get #ledger(): string {
    return `${this.#path}/ledger`;
  }
}
