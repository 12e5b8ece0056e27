/** What a seat waits for, as text. */
import { referee } from '../referee';
import { capital, computerOf } from './plain';
import type { SeatInfo } from './wire';

/** What the page says before play about trouble with the dice. */
export const TROUBLES = {
  elsewhere: 'This side’s dice number is stored in another browser. Open this link once in the browser you first used; this page continues by itself. If that browser’s data is gone, start a new game.',
  old: 'This game uses an older dice protocol, in which one party can copy another’s dice number. This page does not support it: start a new game.',
  exchanged: `Since this browser first opened the game, the ${referee.called} has changed the game’s id, its kind of dice or a dice commitment. This page stops here, because the dice can’t be trusted. Start a new game, with another host if this happens again.`,
  early: `The ${referee.called} asked for this side’s dice number before both sides had committed to theirs, and could use it to choose the dice. This page did not send the number. Start a new game, with another host if this happens again.`,
  fleeting: 'This browser can’t save data, so this side’s dice number exists only in this page. Keep it open until the game begins. Waiting for the other side…',
};

/** The sides that have not opened the game yet: they have not committed to a dice number. */
export const unopened = ({ seat, sides, dice }: SeatInfo): string[] =>
  dice.stage === 'commit' ? sides.filter((side) => side !== seat && !dice.commitments?.[side]) : [];

/** Returns what a seat waits for before play. */
export function openingWords(info: SeatInfo): string {
  const missing = unopened(info).map(capital);
  if (missing.length > 0) return `Waiting for ${missing.join(' and ')} to open ${missing.length === 1 ? 'the' : 'their'} link. The game then begins by itself.`;
  return 'Both sides are here. Their browsers prepare the dice together…';
}

/** Returns what a seat waits for in play. `together`: both sides plan at once. `handTo`: the side at this screen. */
export function waitingWords(info: SeatInfo | null, together: boolean, handTo: string | null): string {
  if (info?.dice.stage === 'commit' || info?.dice.stage === 'reveal') return 'The game has not begun.';
  const side = info?.sides.find((one) => one !== info.seat);
  const computer = info && side ? computerOf(info, side) : null;
  if (together) return `You are done. Both sides’ orders are carried out when ${computer ?? (side ? capital(side) : 'the other side')} is done too.`;
  if (handTo) return `You have nothing more to do. It is ${capital(handTo)}’s turn.`;
  if (computer) return `Waiting for ${computer}: it is thinking.`;
  return `Waiting for ${side ? `${capital(side)}: the other player decides` : 'the other side'}.`;
}
