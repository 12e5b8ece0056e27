/** The messages between the page and the worker of its referee. */
import type { Answered } from '../referee';

/** To the worker. `n` numbers requests and listeners, each for itself. */
export type ToWorker =
  | { ask: number; method: string; path: string; body: string | undefined }
  /** The answer isn't wanted any more. */
  | { cancel: number }
  | { listen: number; path: string }
  | { silence: number }
  /** Games that the page has removed, by their links. */
  | { forget: string[] }
  /** A path that will be asked soon: its module is loaded. */
  | { expect: string };

/** To the worker, about a module that the page has begun to fetch: its name, and later what it is compiled to. */
export type Early = { comes: string } | { compiled: string; module: WebAssembly.Module | null };

/** To the page. */
export type ToPage =
  | { answered: number; answer: Answered }
  | { opened: number }
  | { told: number; text: string }
  | { closed: number; code: number }
  /** Whether an order waits for the module of its game. */
  | { loading: boolean }
  /** A message for the player. */
  | { notice: string };
