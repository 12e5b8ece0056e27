/** Sizes that depend on the scale of the view, so that everything drawn stays readable. */
import { COUNTER } from './stacks';

/** Minimum scale at which small print is drawn, in pixels per unit of the drawing. */
export const LEGIBLE = 0.3;
/** Minimum scale at which a counter with its print is readable. */
export const READ = 0.62;
/** Scale below which the print of counters is enlarged. */
export const LARGE = 0.8;
/** Scale of the whole board below which it is not readable as a whole. */
const UNREAD = 0.4;
/** Size that counters keep in a small view, in pixels, and how many times their own size that may be. */
const MAN = 18;
const GROWN = 2.2;
/** Size that words on the board keep, in pixels, and how many times their own size that may be. */
const WORD = 9.5;
const MOST_WORD = 1.7;
/** Names of networks have more room. */
const MOST_NAME = 6;

const kept = (least: number, size: number, most: number) => Math.max(1, Math.min(most, least / size));

/** Enlargement of counters. */
export const grown = (scale: number): number => (scale < LEGIBLE ? kept(MAN, COUNTER * scale, GROWN) : 1);
/** Enlargement of the names of hexes and areas. */
export const words = (scale: number): number => kept(WORD, 12.5 * scale, MOST_WORD);
/** Enlargement of the names of networks. */
export const names = (scale: number): number => kept(WORD, 15 * scale, MOST_NAME);
/** Whether a board is too large to be readable as a whole on its stage. */
export const isVast = (stage: { width: number; height: number }, board: { width: number; height: number }): boolean =>
  stage.width > 0 && Math.min(stage.width / board.width, stage.height / board.height) < UNREAD;
/** Enlargement of a fan of counters. */
export const fan = (scale: number): number => kept(READ, scale, MOST_NAME);
