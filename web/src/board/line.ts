/** How a measured line looks: what blocks it, where it is cut, and its sign. */
import type { Drawn } from '../lib/measure.svelte';
import { centre, type Ground, hexPath, middle, path, RADIUS, type Spot, type Spotted } from './ground';

/** A hex or a hexside that blocks a line: its middle and its shape. */
export interface Stop {
  at: Spot;
  d: string;
}

/** Returns a hex, the hex of a Location or a hexside by its label; undefined for a place beside the board. */
export function stopAt(label: string, ground: Ground, places: Map<string, Spotted>): Stop | undefined {
  const hex = ground.named(places.get(label)?.hex ?? label);
  if (hex) return { at: centre(hex), d: hexPath(centre(hex), 0.95) };
  const beside = ground.beside(label);
  if (!beside) return undefined;
  const [a, b] = [centre(beside[0]), centre(beside[1])];
  const at = middle(a, b);
  // The side lies across the line between both centres and is as long as the radius.
  const part = RADIUS / 2 / Math.hypot(b.x - a.x, b.y - a.y);
  const half = { x: (a.y - b.y) * part, y: (b.x - a.x) * part };
  return { at, d: path([{ x: at.x - half.x, y: at.y - half.y }, { x: at.x + half.x, y: at.y + half.y }], false) };
}

/** Returns what blocks a line, in order from its start, each hex once. */
export function stopsOf(blocked: string[], ground: Ground, places: Map<string, Spotted>): Stop[] {
  const stops = blocked.flatMap((label) => stopAt(label, ground, places) ?? []);
  return [...new Map(stops.map((stop) => [stop.d, stop])).values()];
}

export type Look = 'open' | 'unknown' | 'clear' | 'blocked';

/** Returns the look of a line. It is open until it is measured, even if no range is counted. */
export function lookOf({ to, measured, clear }: Pick<Drawn, 'to' | 'measured' | 'clear'>): Look {
  if (to === null || !measured) return 'open';
  return clear === null ? 'unknown' : clear ? 'clear' : 'blocked';
}

const SIGNS: Record<Look, string> = { open: '', unknown: '?', clear: '✓', blocked: '✕' };

/** Returns the words at the end of a line: its range, if one is counted, and its sign. */
export function labelOf(drawn: Drawn): string {
  return `${drawn.range ?? ''} ${SIGNS[lookOf(drawn)]}`.trim();
}

/** Returns the part of a line, from 0 to 1, that lies before what blocks it first. */
export function seenPart(a: Spot, b: Spot, first: Stop | undefined): number {
  if (!first) return 1;
  const along = (first.at.x - a.x) * (b.x - a.x) + (first.at.y - a.y) * (b.y - a.y);
  return Math.max(0.06, Math.min(1, along / Math.hypot(b.x - a.x, b.y - a.y) ** 2));
}
