/** The printed shapes of the board, in the order of drawing. */
import { type Block, blocks, byPatch, centre, type Ground, hexPath, path, roads, type Spot } from './ground';
import type { Edge, Road, TerrainLook } from '../lib/wire';
import { ground as groundLook, type Pattern, roof } from './sheet';

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Ink {
  fill?: string;
  pattern?: Pattern;
  stroke?: string;
  width?: number;
  dash?: number[];
  /** Whether the line ends flat, without a round cap. */
  blunt?: boolean;
  alpha?: number;
}

export interface Words {
  at: Spot;
  text: string;
  size: number;
}

/** A shape, or small print that is left out where it is not readable. */
export interface Print {
  bounds: Bounds;
  ink: Ink;
  d?: string;
  words?: Words[];
  /** Whether the words keep a readable size in a small view. */
  kept?: boolean;
}

const EARTH = '#8b816d';
const DARK = '#1d1914';

/** Returns the bounds of a path of straight lines with absolute coordinates. `room` is added for its stroke. */
export function boundsOf(d: string, room: number): Bounds {
  const found: Bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let across = true;
  for (const [number] of d.matchAll(/-?[\d.]+/g)) {
    const value = Number(number);
    if (across) {
      found.left = Math.min(found.left, value - room);
      found.right = Math.max(found.right, value + room);
    } else {
      found.top = Math.min(found.top, value - room);
      found.bottom = Math.max(found.bottom, value + room);
    }
    across = !across;
  }
  return found;
}

const shape = (d: string, ink: Ink): Print => ({ d, ink, bounds: boundsOf(d, ink.width ?? 1) });
const joined = (drawn: { d: string }[]) => drawn.map(({ d }) => d).join('');

/** Returns shapes of equal ink, grouped by patches. */
const inPatches = (drawn: { at: Spot; d: string }[], ...inks: Ink[]): Print[] => {
  const patches = byPatch(drawn).map(joined);
  return inks.flatMap((ink) => patches.map((d) => shape(d, ink)));
};

/** Returns everything at ground level except the print of the hexes. */
export function street(ground: Ground): Print[] {
  const rooms = walled(ground);
  const hexes = ground.hexes.map((hex) => {
    // A building is drawn as a block on bare ground, unless its walls are drawn individually.
    const look = hex.floors > 0 && !rooms.has(hex.label) ? 'plain' : hex.look;
    return { hex, at: centre(hex), look, d: hexPath(centre(hex)) };
  });
  const looks = [...new Set(hexes.map((one) => one.look))];
  const raised = [1, 2, 3, 4].flatMap((level) => inPatches(hexes.filter(({ hex }) => hex.elevation >= level), { fill: '#6b4a1f', alpha: 0.14 }));
  return [
    ...inPatches(hexes, { stroke: EARTH, width: 6 }),
    ...looks.flatMap((look) => inPatches(hexes.filter((one) => one.look === look), groundLook(look))),
    ...raised,
    ...inPatches(hexes, { stroke: EARTH, width: 1 }),
    ...hexes.flatMap(({ look, at }) => work(look, at)),
    ...ways(ground),
    ...blocks(ground).filter((block) => !rooms.has(block.hex)).flatMap((block) => house(ground, block)),
    ...sides(ground),
    ...byPatch(hexes.filter(({ hex }) => hex.manhole)).flatMap((patch) => lids(patch.map(({ at }) => ({ x: at.x + 47, y: at.y + 2 })))),
    ...print(hexes.flatMap(({ hex, at }) => [
      ...(hex.floors > 1 && !rooms.has(hex.label) ? [{ at: { x: at.x, y: at.y + 43 }, text: `${hex.floors} floors`, size: 10.5 }] : []),
      ...(hex.elevation !== 0 ? [{ at: { x: at.x, y: at.y - 28 }, text: `level ${hex.elevation}`, size: 10.5 }] : []),
    ]), { fill: '#3b2c1d', stroke: 'rgb(255 250 236 / 0.5)', width: 2.5 }),
    ...labels(ground, { fill: '#3f372b', stroke: 'rgb(255 250 236 / 0.6)', width: 3 }),
  ];
}

/** Returns the labels of the hexes. */
export function labels(ground: Ground, ink: Ink): Print[] {
  return print(ground.hexes.map((hex) => ({ at: { x: centre(hex).x, y: centre(hex).y - 40 }, text: hex.label, size: 12.5 })), ink).map((one) => ({ ...one, kept: true }));
}

function print(words: Words[], ink: Ink): Print[] {
  return byPatch(words).map((patch) => ({
    words: patch, ink,
    bounds: boundsOf(path(patch.map(({ at }) => at)), 40),
  }));
}

/**
 * Returns hexes of buildings whose walls are drawn individually: those beside a wall, and those between them. Walls
 * belong to a building if they have doors or windows; other walls are in the open.
 */
export function walled(ground: Ground): Set<string> {
  if (!ground.board.hexsides.some(({ look }) => look === 'door' || look === 'window')) return new Set();
  const next = ground.board.hexsides.filter(({ look }) => look === 'wall').flatMap(({ a, direction }) => {
    const hex = ground.hexes[a];
    return hex ? [hex, ground.neighbour(hex, (direction + 4) % 6)] : [];
  });
  const found = new Set<string>();
  while (next.length > 0) {
    const hex = next.pop();
    if (!hex || hex.floors === 0 || found.has(hex.label)) continue;
    found.add(hex.label);
    for (const way of [0, 1, 2, 3, 4, 5]) next.push(ground.neighbour(hex, way));
  }
  return found;
}

const ROADS: Record<Road, Ink[]> = {
  paved: [{ stroke: '#837b6d', width: 18 }, { stroke: '#c9c4b9', width: 14.5 }],
  unpaved: [{ stroke: '#94764b', width: 13 }, { stroke: '#dec79b', width: 10 }],
  path: [{ stroke: '#7c5c34', width: 3, dash: [3, 6] }],
  rail: [{ stroke: '#50463a', width: 13, dash: [2.4, 6] }, { stroke: '#3a332a', width: 6 }, { stroke: '#d6cfc0', width: 3 }],
};

/** Deck and parapets of a bridge, under a road over water. */
const BRIDGE: Ink[] = [{ stroke: '#3b2a1b', width: 30, blunt: true }, { stroke: '#d9c9a8', width: 22, blunt: true }];

function ways(ground: Ground): Print[] {
  const all = roads(ground);
  const wet = all.filter(({ hexes }) => hexes.some((hex) => hex.look === 'waves'));
  return [...inPatches(wet, ...BRIDGE), ...[...new Set(all.map(({ kind }) => kind))].flatMap((kind) => inPatches(all.filter((one) => one.kind === kind), ...ROADS[kind]))];
}

function house(ground: Ground, { d, hex }: Block): Print[] {
  const { fill, pattern, wall } = roof(ground.named(hex)?.look ?? 'plain');
  return [
    shape(moved(d, 4, 5), { fill: '#000', alpha: 0.18 }),
    shape(d, { fill: wall, stroke: wall, width: 5 }),
    shape(d, { fill, stroke: fill, width: 0.8 }),
    ...(pattern ? [shape(d, { pattern })] : []),
  ];
}

function moved(d: string, x: number, y: number): string {
  let across = false;
  return d.replaceAll(/-?[\d.]+/g, (number) => ((across = !across) ? Number(number) + x : Number(number) + y).toFixed(1));
}

const SIDES: Record<Edge, Ink[]> = {
  wall: [{ stroke: '#2a231b', width: 6 }],
  door: [{ stroke: '#2a231b', width: 8 }, { stroke: '#fff6e0', width: 5 }],
  window: [{ stroke: '#2a231b', width: 7 }, { stroke: '#9fd3ea', width: 3.5 }],
  hedge: [{ stroke: '#3f6b2c', width: 7, dash: [1, 7] }],
};
/** Length of a door or a window, as a share of its wall. */
const OPENING = 0.26;

function sides(ground: Ground): Print[] {
  const all = ground.board.hexsides.flatMap(({ a, direction, look }) => {
    const hex = ground.hexes[a];
    if (!hex) return [];
    const [from, to] = ground.side(hex, direction);
    const part = look === 'door' || look === 'window' ? OPENING : 0;
    const along = (share: number): Spot => ({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
    return [{ at: centre(hex), look, d: path([along(part), along(1 - part)], false) }];
  });
  const looks = [...new Set(all.map(({ look }) => look))].toSorted((one, other) => Number(other === 'wall') - Number(one === 'wall'));
  return looks.flatMap((look) => inPatches(all.filter((one) => one.look === look), ...SIDES[look]));
}

/** Returns a strongpoint over its ground, as a bunker or a fortress is drawn in a small view. */
export function work(look: TerrainLook, at: Spot): Print[] {
  if (look === 'fortress') {
    return [shape(hexPath(at, 0.84), { stroke: '#4a2a1c', width: 9, dash: [8.4, 8.4] }), shape(hexPath(at, 0.78), { stroke: '#4a2a1c', width: 6 })];
  }
  if (look !== 'bunker') return [];
  const slits = [30, 90, 150, 210, 270, 330].map((angle) => {
    const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
    const spot = (x: number, y: number): Spot => ({ x: at.x + x * cos - y * sin, y: at.y + x * sin + y * cos });
    return path([spot(34, -9), spot(41, -9), spot(41, 9), spot(34, 9)]);
  });
  return [shape(hexPath(at, 0.72), { fill: '#d3d2cb', stroke: '#33322e', width: 7 }), shape(slits.join(''), { fill: '#1b1a17', stroke: '#d3d2cb', width: 1 })];
}

const ROUND = 24;

/** Returns manholes, drawn as rings of short lines so that their bounds can be computed. */
function lids(spots: Spot[]): Print[] {
  const ring = (at: Spot, r: number) => path(Array.from({ length: ROUND }, (_, i) => ({
    x: at.x + r * Math.cos((2 * Math.PI * i) / ROUND), y: at.y + r * Math.sin((2 * Math.PI * i) / ROUND),
  })));
  const bars = ({ x, y }: Spot) => `M${x - 3} ${y - 6}L${x - 3} ${y + 6}M${x + 3} ${y - 6}L${x + 3} ${y + 6}M${x - 6} ${y - 3}L${x + 6} ${y - 3}M${x - 6} ${y + 3}L${x + 6} ${y + 3}`;
  return [
    shape(spots.map((spot) => ring(spot, 9)).join(''), { fill: '#e98a2b', stroke: DARK, width: 2.2 }),
    shape(spots.map(bars).join(''), { stroke: DARK, width: 1.5 }),
  ];
}
