/**
 * The openings of guided games, recorded when the site was built. So a board is there, and its first choices, before the
 * module that plays the game. The game itself begins with the same position when the module is ready.
 */
import type { Answered } from '../referee';
import { parts } from './path';

/** The first answers to a learner, by the last part of their path; empty for the seat itself. */
export interface Opening {
  /** Name of the learner's side. */
  side: string;
  answers: Record<string, unknown>;
}

interface Open {
  opening: Opening;
  /** Notes that the page has all that it needs. */
  shown: () => void;
}

/** Time after which a module is fetched though the page may need the line, in milliseconds. */
const LONGEST = 6000;
const LINK_BYTES = 24;

/** The link of an opening names its scenario, so that a page that is loaded again finds it again. */
const LINK = /^([\w-]+)~([\w-]+)~[0-9a-f]{48}$/;
const linkOf = (scenario: string): string => {
  const secret = [...crypto.getRandomValues(new Uint8Array(LINK_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${scenario.replace('/', '~')}~${secret}`;
};

/** Returns the scenario that a link names; null if it is no link of an opening. */
export function scenarioOfLink(link: string): string | null {
  const [, system, name] = LINK.exec(link) ?? [];
  return system && name ? `${system}/${name}` : null;
}

export class Openings {
  readonly #read: (scenario: string) => Promise<Opening | null>;
  readonly #open = new Map<string, Open>();

  /** `read` returns the opening of a scenario; null if none was recorded. */
  constructor(read: (scenario: string) => Promise<Opening | null>) {
    this.#read = read;
  }

  /** Begins an opening. Returns its link and the side, and a promise that ends when the page has what it needs; null without an opening. */
  async begin(scenario: string, link = linkOf(scenario)): Promise<{ link: string; side: string; whenShown: Promise<void> } | null> {
    const opening = await this.#read(scenario).catch(() => null);
    if (!opening) return null;
    const whenShown = new Promise<void>((shown) => {
      this.#open.set(link, { opening, shown });
      setTimeout(shown, LONGEST);
    });
    return { link, side: opening.side, whenShown };
  }

  /** Answers a request from a recorded opening; null if only the game can. */
  answer(method: string, path: string): Answered | null {
    const [, link = '', what = ''] = parts(path);
    const open = this.#open.get(link);
    if (!open || method !== 'GET' || !(what in open.opening.answers)) return null;
    // The page asks for its table last.
    if (what === 'table') open.shown();
    return { status: 200, text: JSON.stringify(open.opening.answers[what]), after: 0 };
  }

  has(link: string): boolean {
    return this.#open.has(link);
  }

  /** Ends an opening: the game is there. */
  end(link: string): void {
    this.#open.delete(link);
  }
}
