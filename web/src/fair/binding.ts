/** The binding of a game's commitments, from the server and as first seen by this browser. */
import type { SeatInfo } from '../lib/wire';
import { fromHex } from './bytes';
import { type Binding, type Party, UNBOUND } from './key';

/** The values that a browser saw before any nonce was shown. */
export interface Opening {
  /** Id of the game; absent for version 1. */
  game?: string;
  /** Who rolls: `fair` for the referee, or `players`; absent in notes of earlier versions of the page. */
  kind?: string;
  /** Commitments by party: `referee` and the sides' names. */
  commitments: Record<string, string>;
  /** Set before this browser shows a nonce: nothing is noted after that. */
  closed?: true;
}

/** Returns the party of a side: the first or the second. */
export const partyOf = (side: 0 | 1): Party => (side === 0 ? 'a' : 'b');

/** Returns the binding to a game's id, or version 1 without one. */
export function bindingTo(game: string | null | undefined): Binding {
  return game ? { version: 2, game: fromHex(game) } : UNBOUND;
}

/**
 * Returns the binding of a game. Values seen at the opening override later ones, so a game can't be turned into one of
 * version 1 afterwards.
 */
export const bindingOf = ({ dice }: SeatInfo, opening: Opening): Binding => bindingTo(opening.game ?? dice.game);
