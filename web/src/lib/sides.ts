/** Sides by the colour of their counters. */
import { referee } from '../referee';
import { capital } from './plain';
import type { Board, SeatInfo } from './wire';

/** Index of each colour among the classes of the style sheet, `side-0` and `side-1`. A missing one is a compile error. */
const CLASSES: Record<Board['colors'][number], number> = { brown: 0, blue: 1 };

/** Returns the names of both sides in the order of the classes of their colours: a side's place in it is its class. */
export function byColor({ sides, colors }: Pick<Board, 'sides' | 'colors'>): string[] {
  const place = (side: string) => CLASSES[colors[sides.indexOf(side)] ?? 'brown'];
  return sides.toSorted((a, b) => place(a) - place(b));
}

/**
 * Whether two people share this screen, as the referee tells it. A referee without links for other browsers has both
 * people here; of a server's game this is not known.
 */
export function sharesScreen({ side, sides, players, dice }: Pick<SeatInfo, 'side' | 'sides' | 'players' | 'dice'>): boolean {
  // In a guided game the script plays the other side.
  return !referee.can.invites && side !== null && dice.kind !== 'guide' && sides.every((one) => players[one] === 'human');
}

/** Returns the result of a finished game as a seat reads it. */
export function result(winner: string, seat: string): string {
  if (winner === 'draw') return 'Draw';
  if (seat === 'spectator') return `The ${capital(winner)} side wins`;
  return winner === seat ? 'You win' : 'You lose';
}
