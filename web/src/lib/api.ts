/** The server, asked by name. */
import type {
  Answer, Board, Json, Links, Odds, Offers, ReplayStep, Rulebook, ScenarioCard, Scene, SeatInfo, WhyNot,
} from './wire';

/** A no from the server: a sentence, and the clause it rests on when the rules say no. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly clause: string | null;
  /** What is wrong with an uploaded text, a line each. */
  readonly problems: string[];

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['detail'] ?? body['title'] ?? 'The server did not answer.'));
    this.status = status;
    this.code = String(body['code'] ?? '');
    this.clause = typeof body['clause'] === 'string' ? body['clause'] : null;
    const { problems } = (body['problems'] ?? {}) as { problems?: unknown };
    this.problems = Array.isArray(problems) ? problems.map(wordsOf) : [];
  }

  /** Whether asking again may help. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

function wordsOf(problem: unknown): string {
  const { message, help, line } = (problem ?? {}) as { message?: unknown; help?: unknown; line?: unknown };
  const where = line === undefined || line === null ? '' : `line ${String(line)}: `;
  return `${where}${String(message ?? '')}${help ? ` (${String(help)})` : ''}`;
}

async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    response = await fetch(`/api/${path}`, { method, cache: 'no-store', ...sent });
  } catch {
    throw new Problem(0, { detail: 'The server cannot be reached.', code: 'offline' });
  }
  const text = await response.text();
  if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
  throw new Problem(response.status, readable(text) ?? { title: `The server answered ${response.status}.` });
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
  players: Record<string, 'human' | 'computer'>;
  dice: 'fair' | 'players';
  options?: Record<string, Json>;
}

export const scenarios = () => ask<ScenarioCard[]>('GET', 'scenarios');
export const rulebook = (system: string) => ask<Rulebook>('GET', `systems/${encodeURIComponent(system)}/rulebook`);
export const newGame = (game: NewGame) => ask<{ links: Links }>('POST', 'games', game);
export const pictureOf = (scenario: string) =>
  `/api/scenarios/${scenario.split('/').map(encodeURIComponent).join('/')}/picture.svg`;

/** One seat; its link is the right to it. */
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
  board = () => ask<Board>('GET', `${this.#path}/board`);
  scene = () => ask<Scene>('GET', `${this.#path}/scene`);
  offers = (draft?: Json) => ask<Offers>('POST', `${this.#path}/offers`, draft === undefined ? {} : { draft });
  whyNot = () => ask<WhyNot[]>('GET', `${this.#path}/why-not`);
  odds = (order: Json) => ask<Odds>('POST', `${this.#path}/odds`, { order });
  submit = (order: Json, id: string) => ask<Answer>('POST', `${this.#path}/orders`, { order, id });
  undo = (id: string) => ask<Answer>('POST', `${this.#path}/undo`, { id });
  dice = (label: string, faces: number[], id: string) => ask<Answer>('POST', `${this.#path}/dice`, { label, faces, id });
  replay = (step: number, eyes: string) =>
    ask<ReplayStep>('GET', `${this.#path}/replay?step=${step}&eyes=${encodeURIComponent(eyes)}`);
  ledgerAddress = () => `/api/${this.#path}/ledger`;
  liveAddress(from: number): string {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}/api/${this.#path}/live?from=${from}`;
  }
}
