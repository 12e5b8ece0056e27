/** What the commitments of a game are bound to, as the server says and as this browser saw first. */
import type { SeatInfo } from '../lib/wire';
import { fromHex } from './bytes';
import { type Binding, type Party, UNBOUND } from './key';

/** What a browser saw of a game before any nonce was shown. */
export interface Opening {
  /** The name of the game; none in games of version 1. */
  game?: string;
  /** Who rolls: `fair` for the referee, or `players`; none in what an earlier version of the page noted. */
  kind?: string;
  /** Commitments by party: `referee` and the sides' names. */
  commitments: Record<string, string>;
  /** Set before this browser shows a nonce: nothing is noted from then on. */
  closed?: true;
}

/** The party that a side is: the first or the second. */
export const partyOf = (side: 0 | 1): Party => (side === 0 ? 'a' : 'b');

/** The binding under a game's name, or version 1 without one. */
export function bindingTo(game: string | null | undefined): Binding {
  return game ? { version: 2, game: fromHex(game) } : UNBOUND;
}

/**
 * The binding of a game as the server says. What was seen at the opening counts before what is said later, so that no
 * game can be made one of version 1 after the fact.
 */
export const bindingOf = ({ dice }: SeatInfo, opening: Opening): Binding => bindingTo(opening.game ?? dice.game);
