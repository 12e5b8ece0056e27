/** The parts of the referee in the browser, a module that runs, and the answers that are not a module's. */
import type { Answered } from '../referee';
import type { GameLocks } from './locks';
import type { ModuleReferee } from './module';
import type { Openings } from './openings';
import type { WorkPool } from './pool';
import type { ToPage } from './protocol';
import type { GameStore } from './store';

/** A started module. */
export interface Started {
  referee: ModuleReferee;
  /** What a worker needs for its own instance. */
  js: string;
  module: WebAssembly.Module;
}

/** A built-in scenario. */
export interface Source {
  text: string;
  /** Text of its guide; null without a guided game. */
  guide: string | null;
}

export interface Parts {
  /** Returns a built-in scenario; null if there is none of this name. */
  source: (name: string) => Promise<Source | null>;
  /** Name of the module that plays a system. */
  nameOf: (system: string) => string;
  start: (name: string) => Promise<Started>;
  /** Recorded openings of guided games. */
  openings: Openings;
  store: GameStore;
  locks: GameLocks;
  pool: WorkPool;
  tell: (message: ToPage) => void;
  /** Present time in milliseconds, from any beginning. */
  now: () => number;
}

/** A module that runs, with the games in its memory. */
export class Running {
  /** Games that the module knows, with their links as JSON. */
  readonly known = new Map<string, string>();
  /** Number of the page's listener by that of the module, with its game. */
  readonly listeners = new Map<number, { page: number; game: string }>();
  timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly name: string, readonly started: Started) {}
}

/** A module has failed: it was stopped, and is started again when it is next needed. */
export class Crashed extends Error {}

/** Status of a game that can't be read: asking again doesn't help. */
export const UNREADABLE = 422;

/** Times after which a waiting or failed request is repeated, in milliseconds. */
const WAIT = 1000;
const SOON = 200;
export const problem = (status: number, code: string, detail: string, after = 0): Answered => ({ status, text: JSON.stringify({ code, detail }), after });
export const opened = ({ link, side }: { link: string; side: string }): Answered => ({ status: 201, text: JSON.stringify({ links: { [side]: link } }), after: 0 });
export const ELSEWHERE = 'This game is open in another tab. Close it there to continue here';
export const NOT_HELD = problem(503, 'not-held', ELSEWHERE, WAIT);
export const RESTARTED = problem(503, 'busy', 'The referee stopped, and is started again', SOON);
export const GIVEN_UP = problem(500, 'failed', 'The referee failed at this. Reload the page to try again');
export const NOT_READ = problem(503, 'store', 'This browser failed to read its stored games', WAIT);
export const NO_SEAT = problem(404, 'unknown-seat', 'This link leads to no game that is kept in this browser');
export const NOWHERE = problem(404, 'unknown-path', 'This address can’t be read');
export const UNWANTED = problem(0, 'aborted', 'Not wanted any more');
export const NOT_FETCHED = problem(503, 'offline', 'The rules of this game could not be loaded', WAIT);

