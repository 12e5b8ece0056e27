/** The modules that run. Each is started when a game first needs it, and again after it has failed. */
import type { Answered } from '../referee';
import { GIVEN_UP, NOT_FETCHED, type Parts, Running } from './parts';

/** Failures of a module after which it is given up, since each leaves an instance behind. */
const STOPS = 10;

export class Starter {
  readonly #parts: Pick<Parts, 'nameOf' | 'start' | 'tell'>;
  /** Modules that run or are about to, by name. */
  readonly #starts = new Map<string, Promise<Running | Answered>>();
  readonly #running = new Map<string, Running>();
  /** How often each was stopped. */
  readonly #stops = new Map<string, number>();

  constructor(parts: Pick<Parts, 'nameOf' | 'start' | 'tell'>) {
    this.#parts = parts;
  }

  /** Returns the module of a name, if it runs. */
  named(name: string): Running | undefined {
    return this.#running.get(name);
  }

  /** Whether a module has not been stopped. */
  runs(running: Running): boolean {
    return this.#running.get(running.name) === running;
  }

  /** Returns the module of a system, or an answer if it can't be fetched or has failed too often. */
  async start(system: string): Promise<Running | Answered> {
    const name = this.#parts.nameOf(system);
    const found = this.#starts.get(name);
    if (found) return found;
    if ((this.#stops.get(name) ?? 0) >= STOPS) return GIVEN_UP;
    const starts = this.#parts.start(name).then((started) => {
      const running = new Running(name, started);
      this.#running.set(name, running);
      return running;
    }, (error: unknown) => {
      // The player is told what to do; this is for a person who builds a site.
      console.warn(`module ${name}:`, error);
      this.#starts.delete(name);
      return NOT_FETCHED;
    });
    this.#starts.set(name, starts);
    return starts;
  }

  /** Stops a module. Its games are loaded from the store when they are next asked for. */
  stop({ name, timer }: Running): void {
    clearTimeout(timer);
    const stops = (this.#stops.get(name) ?? 0) + 1;
    this.#stops.set(name, stops);
    if (stops === STOPS) this.#parts.tell({ notice: 'The referee failed again and again. Reload the page to start it again.' });
    this.#starts.delete(name);
    this.#running.delete(name);
  }
}
