/** The WebAssembly module of `crates/browser`, as far as it is used here. */
import { whole } from './whole';

/** The answer to a request; `after` is in seconds. With a `job`, the answer is what `work` makes of it. */
export interface ModuleAnswer {
  readonly status: number;
  readonly text: string;
  readonly after: number;
  readonly job: string | undefined;
  free?: () => void;
}

/** A referee in memory. JSON passes as text. Times are in milliseconds. Refusals are thrown as text: a problem document. */
export interface ModuleReferee {
  /** Adds a built-in scenario by its name, with its guide. Requests may name it from then on. */
  offer(name: string, text: string, guide: string | undefined): void;
  /** Makes a stored game known, by JSON with its links: tokens to the indices of seats. */
  know(game: string, links: string): void;
  /** Returns the game that must be loaded before a path is asked. */
  wants(path: string): string | undefined;
  /** @throws a problem document if the stored game can't be read. */
  load(game: string, stored: string): void;
  drop(game: string): void;
  ask(method: string, path: string, body: string | undefined): ModuleAnswer;
  /** Returns what must be stored before an answer or a message is passed on. */
  writes(): string;
  /** @throws a problem document if the link is unknown. */
  listen(path: string): number;
  silence(listener: number): void;
  news(): string;
  beat(now: number): string;
  done(id: number, result: string): void;
}

/** A module that is ready. */
export interface Code {
  Referee: new () => ModuleReferee;
  /** Computes a long piece of work, without any game. */
  work: (job: string) => string;
}

/** A change of a stored game. A new game has links and what was before play; later there are lines and responses. */
export interface Write {
  game: string;
  links?: Record<string, number>;
  pre_game?: unknown;
  /** Number of lines that are stored before `lines`. */
  after?: number;
  lines?: string[];
  response?: unknown;
}

/** What `work` makes: an answer, and a game that must be stored before that is passed on. */
export interface Made {
  status: number;
  text: string;
  write?: Write;
}

/** A message for a listener, or the end of it. */
export type News = { listener: number } & ({ text: string } | { close: { code: number; reason: string } });

/** What computer players and guides need: jobs to compute, and the time until they must be asked again. */
export interface Beat {
  wait: number | null;
  jobs: { id: number; job: string }[];
}

/** Compiles a module that xz has compressed. */
export async function compiled(address: string): Promise<WebAssembly.Module> {
  // Whole before it is unpacked, since one is unpacked at a time: all others would wait for a connection that hangs.
  const [packed, { XzReadableStream }] = await Promise.all([whole(address), import('xz-decompress')]);
  const module = new XzReadableStream(packed.stream());
  return WebAssembly.compileStreaming(new Response(module, { headers: { 'content-type': 'application/wasm' } }));
}

/** The JavaScript that wasm-bindgen makes. */
interface Bound extends Code {
  initSync: (what: { module: WebAssembly.Module }) => unknown;
}

/** Number of modules that were started here. */
let started = 0;

/**
 * Starts a module, whose JavaScript is fetched while the WebAssembly is still being compiled. That JavaScript holds one
 * instance, so each start after the first fetches it under another address.
 */
export async function start(js: string, module: Promise<WebAssembly.Module> | WebAssembly.Module): Promise<Code> {
  const again = started++ === 0 ? '' : `?${started}`;
  const [bound, compiled] = await Promise.all([import(/* @vite-ignore */ `${js}${again}`) as Promise<Bound>, module]);
  bound.initSync({ module: compiled });
  return bound;
}
