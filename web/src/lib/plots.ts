/** The plots of all men of a side: who does what at which step, and where two are in each other's way. */
import type { Handle, Scene } from './wire';

/** A Location with what is needed to compare: its hex, its centre and whether it lies below ground. */
export interface Where {
  hex: string | null;
  at: { x: number; y: number };
  underground: boolean;
}

/** A part of a plot, in the order in which it is carried out. */
export interface Part {
  /** `stand` is done where the man is, `go` is a way, and `end` is done at the end of that way. */
  when: 'stand' | 'go' | 'end';
  label: string;
  /** The steps of a way; the target of an aim. */
  places: string[];
}

export interface Plotted {
  piece: Handle;
  from: string;
  parts: Part[];
}

export interface Collision {
  pieces: [Handle, Handle];
  /** What the first man aims to do through or into the place; null if both come to one place at one step. */
  aim: string | null;
  place: string;
  /** Step of a way, from 1; 0 is where the man stands. */
  step: number;
}

const ORDER: Part['when'][] = ['stand', 'go', 'end'];

/** Returns the plot of each piece that has overlays, as the scene draws them. */
export function plotted(scene: Scene): Plotted[] {
  const own = (scene.overlays ?? []).filter((one) => one.piece !== null && (one.kind === 'path' || one.kind === 'aim'));
  const pieces = [...new Set(own.map((one) => one.piece as unknown as Handle))];
  return pieces.map((piece) => {
    const mine = own.filter((one) => (one.piece as unknown as Handle) === piece).map(({ kind, label, locations }) => ({ kind, label, locations: locations.map(String) }));
    const way = mine.find((one) => one.kind === 'path')?.locations ?? [];
    const from = scene.pieces.find((one) => one.piece === piece)?.location ?? way[0] ?? mine[0]?.locations[0] ?? '';
    const parts = mine.map(({ kind, label, locations }): Part => {
      if (kind === 'path') return { when: 'go', label, places: locations.slice(1) };
      const moves = way.length > 1 && way.at(-1) !== way[0];
      return { when: moves && locations[0] === way.at(-1) ? 'end' : 'stand', label, places: locations.length > 1 ? locations.slice(-1) : [] };
    });
    return { piece, from, parts: parts.toSorted((a, b) => ORDER.indexOf(a.when) - ORDER.indexOf(b.when)) };
  });
}

/** Returns the places of a man at each step, the first where he stands. */
const track = ({ from, parts }: Plotted): string[] => [from, ...parts.filter(({ when }) => when === 'go').flatMap(({ places }) => places)];

/** Distance from a line of fire within which a hex is on it, in the units of the centres. */
const NEAR = 0.5;
/** Returns where plots of one side are in each other's way, as far as the scene draws them. */
export function collisions(all: Plotted[], where: (place: string) => Where | undefined): Collision[] {
  const pairs = all.flatMap((one, i) => all.slice(i + 1).map((other): [Plotted, Plotted] => [one, other]));
  const meets = pairs.flatMap(([one, other]): Collision[] => {
    const [a, b] = [track(one), track(other)];
    const step = a.findIndex((place, n) => n > 0 && n < b.length && place === b[n]);
    return step < 0 ? [] : [{ pieces: [one.piece, other.piece], aim: null, place: a[step] ?? '', step }];
  });
  const fires = all.flatMap((shooter) => shooter.parts.filter(({ when, places }) => when !== 'go' && places.length > 0).flatMap((part) => {
    const from = where(part.when === 'end' ? (track(shooter).at(-1) ?? '') : shooter.from);
    const target = where(part.places[0] ?? '');
    if (!from || !target) return [];
    return all.filter((one) => one.piece !== shooter.piece).flatMap((other): Collision[] => {
      const step = track(other).findIndex((place) => {
        const spot = where(place);
        return spot !== undefined && spot.hex !== from.hex && spot.underground === target.underground && onLine(from.at, target.at, spot.at);
      });
      return step < 0 ? [] : [{ pieces: [shooter.piece, other.piece], aim: part.label, place: track(other)[step] ?? '', step }];
    });
  }));
  return [...meets, ...fires];
}

function onLine(from: Where['at'], to: Where['at'], spot: Where['at']): boolean {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const long = x * x + y * y;
  const along = long === 0 ? 0 : Math.max(0, Math.min(1, ((spot.x - from.x) * x + (spot.y - from.y) * y) / long));
  return Math.hypot(from.x + along * x - spot.x, from.y + along * y - spot.y) < NEAR;
}
