/** What this browser keeps: its links, its nonces, the log heads it was given, and how the person likes the page. */
import type { Opening } from '../fair/binding';

export interface KeptGame {
  title: string;
  system: string;
  /** Links held on this machine, by seat. */
  links: Record<string, string>;
  /** Two people hand this machine to and fro. */
  shared: boolean;
  begun: string;
}

export interface Likes {
  theme: 'auto' | 'light' | 'dark';
  /** Whether single letters act; a speaker's software may need them off. */
  letters: boolean;
}

const OURS = 'undercity.';
/** What the browser would not keep, for as long as this page is open. */
const held = new Map<string, string>();

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function read<T>(key: string, otherwise: T): T {
  const name = OURS + key;
  try {
    const text = held.get(name) ?? kept(name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Whether it lasts beyond this page. */
function write(key: string, value: unknown): boolean {
  const [name, text] = [OURS + key, JSON.stringify(value)];
  try {
    localStorage.setItem(name, text);
    held.delete(name);
    return true;
  } catch {
    held.set(name, text);
    return false;
  }
}

function keys(): string[] {
  try {
    return [...new Set([...held.keys(), ...Object.keys(localStorage)])].filter((name) => name.startsWith(OURS));
  } catch {
    return [...held.keys()];
  }
}

/** Whether what is kept outlasts this page. */
export function lasts(): boolean {
  const lasting = write('lasts', true);
  held.delete(`${OURS}lasts`);
  return lasting;
}

/** How many tables are listed; one more takes the place of the oldest. */
export const MOST_GAMES = 200;

export const games = (): KeptGame[] => read<KeptGame[]>('games', []);
export function keepGame(game: KeptGame): void {
  const all = [game, ...games().filter((other) => !same(other, game))];
  write('games', all.slice(0, MOST_GAMES));
  for (const old of all.slice(MOST_GAMES)) forgetSeats(old);
}
export function forgetGame(game: KeptGame): void {
  write('games', games().filter((other) => !same(other, game)));
  forgetSeats(game);
}

const same = (one: KeptGame, other: KeptGame): boolean => JSON.stringify(one.links) === JSON.stringify(other.links);

/** What is kept of a seat, each under its link. */
const OF_A_SEAT = ['nonce', 'noted', 'opening'];

/** Drops everything that was kept of a game's seats on this machine. */
function forgetSeats({ links }: KeptGame): void {
  const seats = new Set(Object.values(links));
  for (const name of keys()) {
    const [what = '', token = ''] = name.slice(OURS.length).split('.');
    if (!OF_A_SEAT.includes(what) || !seats.has(token)) continue;
    held.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // What cannot be reached was not kept either.
    }
  }
}

/** The kept game that a link belongs to. */
export function gameOf(token: string): KeptGame | undefined {
  return games().find((game) => Object.values(game.links).includes(token));
}

/** The nonces made here for a seat: one, or one for each tab that was open when they were made. */
export function noncesOf(token: string): string[] {
  const prefix = `nonce.${token}.`;
  return keys().filter((name) => name.startsWith(OURS + prefix)).sort().map((name) => read<string>(name.slice(OURS.length), ''));
}
/** Keeps a nonce beside those of other tabs; false when it is lost with this page. */
export function keepNonce(token: string, nonce: string): boolean {
  // A place of its own for each, so that no tab can overwrite what another has committed to.
  return write(`nonce.${token}.${nonce.slice(0, 16)}`, nonce);
}

/** A log head the referee gave: after so many events of this seat, its own record had one and the public record another. */
export interface NotedHead {
  heard: number;
  own: string;
  public: string;
}

/** Log heads in the order they were noted. */
export const headsOf = (token: string): NotedHead[] => read<NotedHead[]>(`noted.${token}`, []);
export function keepHeads(token: string, { heard, head, public: open }: { heard: number; head: string; public: string }): void {
  if (head === '') return;
  const noted = headsOf(token);
  if (!noted.some((one) => one.heard === heard && one.own === head && one.public === open)) write(`noted.${token}`, [...noted, { heard, own: head, public: open }]);
}

/** What an earlier version of the page kept: commitments alone, by party. */
type OldOpening = Record<string, string>;

/** The name of the game and the commitments as this browser saw them before any nonce was shown; the first it saw stay. */
export function openingOf(token: string): Opening {
  const kept = read<Opening | OldOpening>(`opening.${token}`, {});
  return typeof kept['commitments'] === 'object' ? (kept as Opening) : { commitments: kept as OldOpening };
}
/** What a server says of a game before play. */
export interface Seen {
  game: string;
  kind: string;
  commitments: Record<string, string | null | undefined>;
}

/** Notes what is new in it, unless the opening is closed. */
export function keepOpening(token: string, { game, kind, commitments }: Seen): void {
  const before = openingOf(token);
  if (before.closed) return;
  const told = Object.fromEntries(Object.entries(commitments).filter((one): one is [string, string] => Boolean(one[1])));
  // What was seen of a game without a name is of version 1 for good.
  const named = Object.keys(before.commitments).length === 0 || before.game !== undefined;
  const head = named ? { game: before.game ?? game, kind: before.kind ?? kind } : {};
  write(`opening.${token}`, { ...head, commitments: { ...told, ...before.commitments } });
}
/** Closes the opening: what a server shows from now on may have been chosen by this seat's nonce. */
export function closeOpening(token: string): void {
  write(`opening.${token}`, { ...openingOf(token), closed: true });
}

export const likes = (): Likes => ({ theme: 'auto', letters: true, ...read<Partial<Likes>>('likes', {}) });
export function keepLikes(now: Likes): void {
  write('likes', now);
}
