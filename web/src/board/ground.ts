/** The shapes of the board that don't change during a game. */
import type { Board, BoardHex, Place, Road } from '../lib/wire';

/** Radius of a hex, in units of the drawing. */
export const RADIUS = 60;
const HALF = (RADIUS * Math.sqrt(3)) / 2;
/** Size of a building as a share of its hex. */
const BLOCK = 0.76;

export interface Spot {
  x: number;
  y: number;
}

/** Corners of a flat-topped hex from the right, clockwise on the screen. */
const CORNERS: Spot[] = [0, 1, 2, 3, 4, 5].map((i) => ({
  x: RADIUS * Math.cos((i * Math.PI) / 3), y: RADIUS * Math.sin((i * Math.PI) / 3),
}));

export function centre(hex: BoardHex): Spot {
  return { x: hex.x * RADIUS, y: hex.y * RADIUS };
}

export function corners(at: Spot, part = 1): Spot[] {
  return CORNERS.map((corner) => ({ x: at.x + corner.x * part, y: at.y + corner.y * part }));
}

export function path(spots: Spot[], closed = true): string {
  return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${closed ? 'Z' : ''}`;
}

export function hexPath(at: Spot, part = 1): string {
  return path(corners(at, part));
}

export const middle = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The board's hexes by label, with their neighbours in the order of their sides. */
export class Ground {
  readonly hexes: BoardHex[];
  readonly #named: Map<string, BoardHex>;
  readonly #placed: Map<string, BoardHex>;
  #sides: Map<string, Link> | null = null;
  readonly box: { x: number; y: number; width: number; height: number };

  constructor(readonly board: Board) {
    this.hexes = board.hexes;
    this.#named = new Map(board.hexes.map((hex) => [hex.label, hex]));
    this.#placed = new Map(board.hexes.map((hex) => [key(centre(hex)), hex]));
    const centres = board.hexes.map(centre);
    const [xs, ys] = [centres.map((c) => c.x), centres.map((c) => c.y)];
    const [left, top] = [Math.min(...xs) - RADIUS, Math.min(...ys) - HALF];
    this.box = { x: left, y: top, width: Math.max(...xs) + RADIUS - left, height: Math.max(...ys) + HALF - top };
  }

  named(label: string): BoardHex | undefined {
    return this.#named.get(label);
  }

  /** Returns the two hexes of a hexside by its label, such as `D4-E4`. */
  beside(label: string): Link | undefined {
    this.#sides ??= new Map(this.hexes.flatMap((hex) => [0, 1, 2, 3, 4, 5].flatMap((side): [string, Link][] => {
      const other = this.neighbour(hex, side);
      return other ? [[`${hex.label}-${other.label}`, [hex, other]]] : [];
    })));
    return this.#sides.get(label);
  }

  /** Returns the hex that contains a point; undefined beside the board. */
  at(spot: Spot): BoardHex | undefined {
    let [near, least]: [BoardHex | undefined, number] = [undefined, RADIUS];
    for (const hex of this.hexes) {
      const away = Math.hypot(hex.x * RADIUS - spot.x, hex.y * RADIUS - spot.y);
      if (away < least) [near, least] = [hex, away];
    }
    return near;
  }

  /** Returns the neighbour across side `i`; side 0 is between corners 0 and 1. */
  neighbour(hex: BoardHex, side: number): BoardHex | undefined {
    const at = centre(hex);
    const angle = ((side * 60 + 30) * Math.PI) / 180;
    return this.#placed.get(key({ x: at.x + 2 * HALF * Math.cos(angle), y: at.y + 2 * HALF * Math.sin(angle) }));
  }

  /** Returns the two ends of a hexside. Directions are counted from north, clockwise. */
  side(hex: BoardHex, direction: number): [Spot, Spot] {
    const ring = corners(centre(hex));
    const from = (direction + 4) % 6;
    return [ring[from] ?? centre(hex), ring[(from + 1) % 6] ?? centre(hex)];
  }
}

/** A Location with its hex by label. */
export type Spotted = Omit<Place, 'hex'> & { hex: string | null };

/** Returns the Locations of a board by label. */
export function placesOf(board: Board | null): Map<string, Spotted> {
  const spotted = (place: Place) => ({ ...place, hex: place.hex === null ? null : (board?.hexes[place.hex]?.label ?? null) });
  return new Map((board?.locations ?? []).map((place) => [place.label, spotted(place)]));
}

/** Returns a key of a point, rounded to a few pixels since centres are decimals. */
function key({ x, y }: Spot): string {
  return `${Math.round(x / 6)},${Math.round(y / 6)}`;
}

/** Width and height of a patch of the board, in hexes. */
const PATCH = 4;

/** Groups equal shapes by patches of the board, so that in a close view only visible ones are painted. */
export function byPatch<T extends { at: Spot }>(drawn: T[]): T[][] {
  const patches = new Map<string, T[]>();
  for (const one of drawn) {
    const patch = `${Math.floor(one.at.x / (PATCH * 1.5 * RADIUS))},${Math.floor(one.at.y / (PATCH * 2 * HALF))}`;
    const there = patches.get(patch);
    if (there) there.push(one);
    else patches.set(patch, [one]);
  }
  return [...patches.values()];
}

export interface Block {
  name: string;
  /** Label of one of its hexes. */
  hex: string;
  d: string;
}

/** Returns buildings as joined blocks, with a path for each. */
export function blocks(ground: Ground): Block[] {
  const built = ground.hexes.filter((hex) => hex.floors > 0);
  const paths = new Map<string, { hex: string; parts: string[] }>();
  for (const hex of built) {
    const name = hex.building ?? hex.label;
    const { hex: first, parts } = paths.get(name) ?? { hex: hex.label, parts: [] };
    paths.set(name, { hex: first, parts });
    parts.push(hexPath(centre(hex), BLOCK));
    for (const side of [0, 1, 2, 3, 4, 5]) parts.push(...adjoining(ground, hex, side));
  }
  return [...paths].map(([name, { hex, parts }]) => ({ name, hex, d: parts.join('') }));
}

/** Returns the connection to the same building across a side, and the corner where three blocks meet. */
function adjoining(ground: Ground, hex: BoardHex, side: number): string[] {
  const same = (other: BoardHex | undefined): other is BoardHex =>
    other !== undefined && other.floors > 0 && (other.building ?? other.label) === (hex.building ?? hex.label);
  const other = ground.neighbour(hex, side);
  if (!same(other)) return [];
  const [here, there] = [corners(centre(hex), BLOCK), corners(centre(other), BLOCK)];
  const at = (ring: Spot[], i: number): Spot => ring[i % 6] ?? centre(hex);
  const shapes = [path([at(here, side), at(here, side + 1), at(there, side + 3), at(there, side + 4)])];
  const third = ground.neighbour(hex, (side + 1) % 6);
  if (same(third)) {
    const far = corners(centre(third), BLOCK);
    shapes.push(path([at(here, side + 1), at(there, side + 3), at(far, side + 5)]));
  }
  return shapes;
}

/** Returns roads, from centre to centre or to the middle of a side. */
export function roads(ground: Ground): { kind: Road; at: Spot; d: string; hexes: BoardHex[] }[] {
  return ground.board.roads.flatMap(({ a, b, direction, kind }) => {
    const from = ground.hexes[a];
    const to = b === null ? undefined : ground.hexes[b];
    if (!from) return [];
    const end = to ? centre(to) : middle(...ground.side(from, direction ?? 0));
    return [{ kind, at: centre(from), d: path([centre(from), end], false), hexes: to ? [from, to] : [from] }];
  });
}

export interface Way {
  kind: string;
  name: string;
  color: string;
  /** Dash pattern of the line, so that networks differ by more than colour. */
  dash: string;
  /** Whether the colour is too dark for a dark background. */
  dark: boolean;
  /** Path of the line if it is known hex by hex; otherwise straight links between the entrances. */
  d: string;
  /** Position of the name. */
  at: Spot;
  /** Offset to the side, so that networks with common entrances are drawn side by side. */
  aside: number;
  mouths: BoardHex[];
}

const STROKES = [
  { color: '#ffb454', dash: 'none' }, { color: '#74d4ff', dash: '16 9' }, { color: '#b9f089', dash: '2 10' },
  { color: '#ff9ec2', dash: '20 8 2 8' }, { color: '#d8c4ff', dash: '6 8' }, { color: '#fff3d6', dash: '28 8' },
];
const FIRST_STROKE = { color: '#ffb454', dash: 'none' };
/** Distance between networks with common entrances, in units of the drawing. */
const ASIDE = 11;

/** Whether a colour, as a name or hexadecimal digits, is nearly black. */
function isDark(color: string | null): boolean {
  if (color === null) return false;
  const digits = /^#(..)(..)(..)$/.exec(color);
  if (!digits) return ['black', 'navy', 'maroon', 'darkblue', 'darkgreen'].includes(color);
  return digits.slice(1).every((pair) => Number.parseInt(pair, 16) < 0x60);
}

/** Returns the networks: lines if they are known hex by hex, otherwise links between entrances. */
export function ways(ground: Ground): Way[] {
  const all = ground.board.networks;
  return all.map((network, i) => {
    const hexes = network.hexes.map((index) => ground.hexes[index]).filter((hex) => hex !== undefined);
    const stroke = STROKES[i % STROKES.length] ?? FIRST_STROKE;
    const links = network.line ? hexes.slice(1).map((hex, n): Link => [hexes[n] ?? hex, hex]) : tree(hexes);
    const longest = links.toSorted((a, b) => far(...b) - far(...a))[0];
    const [from, to] = longest ?? [hexes[0], hexes[0]];
    return {
      kind: network.kind, name: network.name, color: network.color ?? stroke.color, dash: network.color === null ? stroke.dash : 'none', dark: isDark(network.color),
      d: links.map((link) => path(link.map(centre), false)).join(''),
      at: from && to ? middle(centre(from), centre(to)) : { x: 0, y: 0 },
      // Only links can overlap over a long distance.
      aside: network.line ? 0 : (i - (all.length - 1) / 2) * ASIDE,
      mouths: network.line ? [] : hexes,
    };
  });
}

/** Text for connected networks, and where it is drawn. */
export interface Joined {
  words: string;
  /** Path from one network to the other, if they have no common entrance. */
  d: string;
}

/** Returns pairs of networks that units can move between: a text for each group, and the shortest links. */
export function joins(ground: Ground): Joined[] {
  const { networks, joined = [] } = ground.board;
  const mouths = networks.map((network) => network.hexes.map((index) => ground.hexes[index]).filter((hex) => hex !== undefined));
  const bridges = joined.flatMap(([a, b]) => {
    const pairs = (mouths[a] ?? []).flatMap((from) => (mouths[b] ?? []).map((to): Link => [from, to]));
    const shortest = pairs.toSorted((one, other) => far(...one) - far(...other))[0];
    return shortest ? [{ a, b, link: shortest }] : [];
  });
  const lots = networks.map((_, i) => i);
  const needed = bridges.toSorted((one, other) => far(...one.link) - far(...other.link)).filter(({ a, b }) => {
    const [from, to] = [lots[a] ?? a, lots[b] ?? b];
    for (const [i, lot] of lots.entries()) if (lot === to) lots[i] = from;
    return from !== to;
  });
  return [...new Set(lots)].flatMap((lot) => {
    const names = networks.filter((_, i) => lots[i] === lot).map((network) => network.name);
    if (names.length < 2) return [];
    const links = needed.filter(({ a, link: [from, to] }) => lots[a] === lot && from !== to);
    const last = names.at(-1) ?? '';
    return [{
      words: `${names.slice(0, -1).join(', ')} and ${last} are connected: units can go from one to the other.`,
      d: links.map(({ link }) => path(link.map(centre), false)).join(''),
    }];
  });
}

export type Link = [BoardHex, BoardHex];

function far(a: BoardHex, b: BoardHex): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Returns the shortest links that connect all hexes (Prim's algorithm). */
export function tree(hexes: BoardHex[]): Link[] {
  const [first, ...rest] = hexes;
  if (!first) return [];
  const joined = [first];
  const links: Link[] = [];
  const left = new Set(rest);
  while (left.size > 0) {
    const next = joined.flatMap((from) => [...left].map((to): Link => [from, to])).reduce((a, b) => (far(...b) < far(...a) ? b : a));
    links.push(next);
    joined.push(next[1]);
    left.delete(next[1]);
  }
  return links;
}
