/** Positions of counters: stacks by Location, with the stacks of a hex side by side. */
import type { SceneMarker, ScenePiece } from '../lib/wire';
import { centre, type Ground, type Spot, type Spotted } from './ground';

export const COUNTER = 70;
/** Offset of each counter of a stack from the one below it, in units of the drawing. */
const LEAN = 7;
/** Scale of an item that is drawn at a man's feet. */
const CARRIED = 0.56;

export interface Placed {
  piece: ScenePiece;
  at: Spot;
  scale: number;
  level: number;
  below: boolean;
}

export interface Pile {
  /** Label of the hex, such as `C4`. */
  hex: string;
  placed: Placed[];
  markers: SceneMarker[];
  /** Whether a Location of the hex has pieces of both sides. */
  contested: boolean;
}

/** Returns a marker for unknown units as a piece of its side, to be drawn as a counter. */
function nobody({ kind, label, location, side }: SceneMarker, at: number): ScenePiece {
  const known = { title: null, states: [], values: [], numbers: [] };
  return { piece: `?${location} ${at}`, side: side ?? '', symbol: 'unknown', size: 'none', kind, label, name: label, location, ...known };
}

/** Whether a counter represents a marker: such a counter has no handle and can't be given orders. */
export function isNobody({ piece }: ScenePiece): boolean {
  return typeof piece === 'string' && piece.startsWith('?');
}

/** Returns the contents of each hex as stacks. */
export function piles(ground: Ground, places: Map<string, Spotted>, pieces: ScenePiece[], markers: SceneMarker[]): Pile[] {
  const hexOf = (location: string) => {
    const hex = places.get(location)?.hex;
    return hex != null && ground.named(hex) ? hex : null;
  };
  const found = new Map<string, Pile>();
  const pile = (hex: string): Pile => {
    const old = found.get(hex);
    if (old) return old;
    const fresh: Pile = { hex, placed: [], markers: [], contested: false };
    found.set(hex, fresh);
    return fresh;
  };
  const by = new Map<string, Map<string, ScenePiece[]>>();
  const unknown = markers.filter((marker) => marker.mark === 'unknown');
  // Known units are on top of unknown ones.
  for (const piece of [...unknown.map(nobody), ...pieces]) {
    const hex = hexOf(piece.location);
    if (hex === null) continue;
    const here = by.get(hex) ?? new Map<string, ScenePiece[]>();
    by.set(hex, here.set(piece.location, [...(here.get(piece.location) ?? []), piece]));
  }
  for (const [hex, stacks] of by) {
    pile(hex).placed.push(...laid(ground, places, hex, stacks));
    pile(hex).contested = [...stacks.values()].some((stack) => new Set(stack.map((piece) => piece.side)).size > 1);
  }
  for (const marker of markers) {
    if (unknown.includes(marker)) continue;
    const hex = hexOf(marker.location);
    if (hex !== null) pile(hex).markers.push(marker);
  }
  return [...found.values()];
}

function laid(ground: Ground, places: Map<string, Spotted>, hex: string, stacks: Map<string, ScenePiece[]>): Placed[] {
  const ground_ = ground.named(hex);
  if (!ground_) return [];
  const middle = centre(ground_);
  const level = (location: string) => places.get(location)?.level ?? 0;
  // The highest floor is at the upper right, so stacks of higher floors are further up.
  const sorted = [...stacks].sort(([a], [b]) => level(a) - level(b));
  const many = sorted.length;
  const scale = many === 1 ? 1 : many === 2 ? 0.76 : 0.6;
  return sorted.flatMap(([location, pieces], place) => {
    const off = (place - (many - 1) / 2) * COUNTER * 0.56;
    const [men, things] = [pieces.filter((piece) => !piece.carried), pieces.filter((piece) => piece.carried)];
    const stack = men.length > 0 ? men : things;
    const lean = Math.min(LEAN, 18 / Math.max(1, stack.length - 1));
    const on = { level: level(location), below: places.get(location)?.underground ?? false };
    const spot = (across: number, up: number): Spot => ({ x: middle.x + off * 0.95 + across, y: middle.y + 5 - off * 0.8 - up });
    const laid = stack.map((piece, i): Placed => {
      const by = (i - (stack.length - 1) / 2) * lean;
      return { piece, scale, ...on, at: spot(by, by) };
    });
    // An item that a man carries is drawn at his feet, so it hides no counter.
    const carried = men.length === 0 ? [] : things.map((piece, i): Placed => (
      { piece, scale: scale * CARRIED, ...on, at: spot(scale * (COUNTER * 0.5 - 2) - i * CARRIED * scale * COUNTER * 0.55, -scale * COUNTER * 0.5) }
    ));
    return [...laid, ...carried];
  });
}

/**
 * Returns the positions of a pile's counters when it is fanned out: a ring around the hex, or a row if there are few.
 * In a small view the fan is larger by `grown`, so that its counters can be read.
 */
export function fanned(pile: Placed[], middle: Spot, grown = 1): Placed[] {
  const many = pile.length;
  const columns = Math.min(many, many > 4 ? Math.ceil(many / 2) : many);
  const rows = Math.ceil(many / columns);
  return pile.map((one, i) => ({
    ...one, scale: grown,
    at: {
      x: middle.x + grown * ((i % columns) - (Math.min(columns, many - Math.floor(i / columns) * columns) - 1) / 2) * (COUNTER + 8),
      y: middle.y + grown * (Math.floor(i / columns) - (rows - 1) / 2) * (COUNTER + 10),
    },
  }));
}
