/**
 * The colours and patterns of terrain. Each pattern differs as well as its colour, so no information depends on colour
 * alone. Used by the board and by the legend.
 */
import type { TerrainLook } from '../lib/wire';

export interface Mark {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
}

/** A pattern that is repeated over a fill. */
export interface Pattern {
  width: number;
  height: number;
  /** Rotation in degrees, clockwise. */
  turn?: number;
  marks: Mark[];
}

export interface Look {
  fill: string;
  pattern?: Pattern;
}

const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const pattern = (width: number, height: number, ...marks: Mark[]): Pattern => ({ width, height, marks });
const lines = (d: string, stroke: string, width: number): Mark => ({ d, stroke, width });

const TREES = [disc(8, 8, 5.5), disc(23, 21, 6), disc(22, 5, 3.6), disc(6, 23, 4)].join('');
const STONES = 'M3 8l6-5 5 6-6 5zM16 19l6-3 2 6-6 2zM5 21l5-2v5zM18 6l4-1 1 4z';
const COURSES = 'M0 .6H18M0 7.6H18M4.5 .6V7.6M13.5 7.6V14.6';

/** Styles by terrain look. A missing look is a compile error. */
export const GROUND: Record<TerrainLook, Look> = {
  plain: { fill: '#ece5cc' },
  bricks: { fill: '#d6d1c7', pattern: pattern(18, 14, lines(COURSES, '#77706a', 1.2)) },
  planks: { fill: '#d8b98c', pattern: pattern(10, 26, lines('M0 0V26M0 13H10', '#9c7a48', 1)) },
  house: { fill: '#dfbda4', pattern: { ...pattern(12, 12, lines('M0 0V12M6 0V12', '#a57f5f', 1)), turn: 45 } },
  stairs: { fill: '#d9c3ae', pattern: pattern(12, 12, lines('M0 11H4V7H8V3H12', '#6d4d31', 1.6)) },
  trees: { fill: '#b5cb96', pattern: pattern(30, 30, { d: TREES, fill: '#6f9652', stroke: '#41652f', width: 1 }) },
  tufts: { fill: '#d3dcae', pattern: pattern(22, 22, lines('M3 10l2-6 2 6M14 20l2-6 2 6', '#73893f', 1.3)) },
  stalks: { fill: '#ebdc9b', pattern: pattern(10, 10, lines('M2.5 10V3M7.5 6V0', '#a9872a', 1.2)) },
  waves: { fill: '#a9cbdf', pattern: pattern(28, 14, lines('M0 7q7-5 14 0t14 0', '#4f86a8', 1.4)) },
  bunker: { fill: '#b4b3ac', pattern: pattern(14, 14, { d: disc(3, 4, 0.9) + disc(10, 11, 0.9), fill: '#6d6c66' }) },
  fortress: { fill: '#c9a894', pattern: pattern(20, 16, lines('M0 .6H20M0 8.6H20M5 .6V8.6M15 8.6V16', '#84695a', 1.1)) },
  rubble: { fill: '#c9bfb0', pattern: pattern(26, 26, { d: STONES, fill: '#9a8d7c', stroke: '#5c5246', width: 0.8 }) },
  craters: { fill: '#d9cbb0', pattern: pattern(30, 30, lines(disc(9, 10, 5) + disc(22, 22, 3.6), '#83735a', 1.5)) },
  cobbles: { fill: '#cfcabf', pattern: pattern(16, 14, lines('M0 .6H16M0 7.6H16M4 .6V7.6M12 .6V7.6M8 7.6V14.6M0 7.6V14.6', '#b5ada0', 0.9)) },
  yard: { fill: '#e2d9bd', pattern: pattern(13, 13, { d: disc(3, 3, 0.9) + disc(9, 9, 0.9), fill: '#a5977b' }) },
  gravel: { fill: '#d6cfc0', pattern: pattern(9, 9, lines('M0 9L9 0', '#a89c86', 0.9)) },
  hole: { fill: '#a2937f', pattern: pattern(12, 12, lines('M0 12L12 0M0 0L12 12', '#4b3c2c', 1.3)) },
};

/** A building drawn as a block: the colours of its roof and of its walls. */
export interface Roof extends Look {
  wall: string;
}

const SLATE: Roof = { fill: '#c2a184', wall: '#4a3526', pattern: { ...pattern(12, 12, lines('M0 0V12M6 0V12', '#a98767', 1)), turn: 45 } };

/** Stone is grey with courses, wood brown with planks. */
const ROOFS: Partial<Record<TerrainLook, Roof>> = {
  bricks: { fill: '#bdbab5', wall: '#34322f', pattern: pattern(18, 14, lines(COURSES, '#7f7a75', 1.3)) },
  planks: { fill: '#b9813f', wall: '#4b2d0e', pattern: pattern(30, 8, lines('M0 .5H30M8 .5V8M23 .5V8', '#7d501d', 1.2)) },
};

export const ground = (look: TerrainLook): Look => GROUND[look];
export const roof = (look: TerrainLook): Roof => ROOFS[look] ?? SLATE;
export const roofName = (look: TerrainLook): string => (look in ROOFS ? look : 'slate');

/** Every pattern with an id, for drawings that refer to it. */
export const PATTERNS: [name: string, pattern: Pattern][] = [
  ...Object.entries(GROUND).map(([name, look]): [string, Look] => [name, look]),
  ...Object.entries({ ...ROOFS, slate: SLATE }).map(([name, look]): [string, Look] => [`roof-${name}`, look]),
].flatMap(([name, { pattern }]) => (pattern ? [[name, pattern]] : []));
