/** Guided games that begin with a recorded opening, until their module is there. */
import type { Answered } from '../referee';
import { scenarioOfLink } from './openings';
import { opened, type Parts } from './parts';
import { lessonOf, parts, systemOf, tokenOf } from './path';

/** Failure to fetch a module after which the player is told. */
const TOLD = 3;
const NOT_STARTED = 'This game could not be started. Reload the page to try again.';

/** The begun opening of a guided game. */
export interface Begun {
  link: string;
  side: string;
  scenario: string;
}

/** What openings need of the referee. */
export interface Host {
  /** Whether a module runs. */
  runs: (name: string) => boolean;
  knows: (token: string) => boolean;
  /** Reads which games are stored. */
  list: () => Promise<void>;
  /**
   * Begins the game of an opening in its module, whose link leads to it from then on. Returns the time until the next
   * attempt; null if it has begun, and `false` if it can't begin.
   */
  begin: (opening: Begun) => Promise<number | null | false>;
}

export class Guided {
  readonly #parts: Parts;
  readonly #host: Host;
  /** Ends for each link when its game has begun. */
  readonly #coming = new Map<string, Promise<void>>();

  constructor(parts: Parts, host: Host) {
    this.#parts = parts;
    this.#host = host;
  }

  /** Answers from the recorded opening of a guided game, while its module is not there. */
  early(method: string, path: string, body: string | undefined): Answered | null | Promise<Answered | null> {
    const { openings, nameOf } = this.#parts;
    const lesson = lessonOf(path, body);
    if (lesson !== null) return this.#host.runs(nameOf(systemOf(path, body))) ? null : this.#open(lesson).then((link) => link && opened(link));
    const token = tokenOf(path);
    if (token === null || this.#host.knows(token)) return null;
    const scenario = scenarioOfLink(token);
    if (scenario === null || openings.has(token)) return openings.answer(method, path);
    // The page was loaded again. Its game may be there, or may not have begun.
    return this.#host.list().then(() => (this.#host.knows(token) ? null : this.#open(scenario, token))).then((link) => link && openings.answer(method, path));
  }

  /**
   * Returns a promise that ends when the game of a path has begun; undefined if it doesn't wait. The player is told that an
   * order waits.
   */
  coming(path: string): Promise<void> | undefined {
    const coming = this.#coming.get(tokenOf(path) ?? '');
    if (coming && parts(path)[2] === 'orders') this.#parts.tell({ loading: true });
    return coming;
  }

  /** Begins the guided game of a scenario with its recorded opening, and then in its module. */
  async #open(scenario: string, token?: string): Promise<{ link: string; side: string } | null> {
    const begun = await this.#parts.openings.begin(scenario, token);
    if (begun) this.#coming.set(begun.link, begun.whenShown.then(() => this.#catchUp({ ...begun, scenario })));
    return begun;
  }

  /** Tries until the game has begun. Other games are played between the attempts. */
  async #catchUp(opening: Begun): Promise<void> {
    const { openings, tell } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const wait = await this.#host.begin(opening).catch(() => false as const);
      if (wait === false) tell({ notice: NOT_STARTED });
      if (wait === null || wait === false) break;
      if (tries === TOLD) tell({ notice: 'The rules of this game could not be loaded yet. The page tries again.' });
      await new Promise((done) => setTimeout(done, wait));
    }
    openings.end(opening.link);
    this.#coming.delete(opening.link);
    tell({ loading: false });
  }
}
