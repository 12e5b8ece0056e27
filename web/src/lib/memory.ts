/** Local storage: links, nonces, log heads and preferences of this browser. */
import type { Opening } from '../fair/binding';
import { referee } from '../referee';

export interface KeptGame {
  title: string;
  system: string;
  /** Links of this machine, by seat. */
  links: Record<string, string>;
  /** Whether two people pass this machine to each other. */
  shared: boolean;
  begun: string;
  /** Links of the others, by seat: of friends and of spectators. Only the browser that made the game has them. */
  others?: Record<string, string>;
}

export interface Likes {
  theme: 'auto' | 'light' | 'dark';
  /** Whether single letters are shortcuts; speech input may need them off. */
  letters: boolean;
  /** Which orders must be confirmed: those that can't be undone, or all. */
  confirm: 'stakes' | 'always';
  /** Whether a game begins with its briefing. */
  briefing: boolean;
  /** Whether a sound tells that it is the player's turn. */
  sound: boolean;
}

const OURS = 'undercity.';
/** Values that the browser could not store. They last while this page is open. */
const held = new Map<string, string>();

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Returns a stored value; `otherwise` if there is none. */
export function read<T>(key: string, otherwise: T): T {
  const name = OURS + key;
  try {
    const text = held.get(name) ?? kept(name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Stores a value. Returns whether it lasts beyond this page. */
export function write(key: string, value: unknown): boolean {
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

/** Whether stored values last beyond this page. */
export function lasts(): boolean {
  const lasting = write('lasts', true);
  held.delete(`${OURS}lasts`);
  return lasting;
}

/** Maximum number of listed tables; a new one replaces the oldest that is not shared. */
export const MOST_GAMES = 200;

export const games = (): KeptGame[] => read<KeptGame[]>('games', []);
/** Whether the list of games lasts beyond this page. */
export const gamesLast = (): boolean => !held.has(`${OURS}games`);
/** Lists a game. Returns false if that will be lost with this page. */
export function keepGame(game: KeptGame): boolean {
  const others = games().filter((other) => !same(other, game));
  const excess = Math.max(0, others.length + 1 - MOST_GAMES);
  // Only this list has the other side's link of a shared game, and tells that its table is covered. So the player alone
  // removes such a game.
  const old = others.filter(({ shared }) => !shared).reverse().slice(0, excess);
  const lasting = write('games', [game, ...others.filter((other) => !old.includes(other))]);
  for (const one of old) forgetSeats(one);
  return lasting;
}
/** Removes a game for good. One that only left the list stays with the referee: its links still lead to it. */
export function forgetGame(game: KeptGame): void {
  referee.forget(Object.values(game.links));
  write('games', games().filter((other) => !same(other, game)));
  forgetSeats(game);
}

const same = (one: KeptGame, other: KeptGame): boolean => JSON.stringify(one.links) === JSON.stringify(other.links);

/** Keys of the values stored for a seat, each under its link. */
const OF_A_SEAT = ['nonce', 'noted', 'opening', 'turns', 'briefed', 'guideLeft'];

/** Removes all values stored for a game's seats. */
function forgetSeats({ links }: KeptGame): void {
  const seats = new Set(Object.values(links));
  for (const name of keys()) {
    const [what = '', token = ''] = name.slice(OURS.length).split('.');
    const ofSeat = OF_A_SEAT.includes(what) && seats.has(token);
    if (ofSeat || (what === 'renewed' && seats.has(renewalOf(token) ?? ''))) remove(name);
  }
}

function remove(name: string): void {
  held.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage that can't be read holds nothing to remove.
  }
}

/** Returns the link by which a seat's link was replaced, or is being replaced. */
export const renewalOf = (token: string): string | null => read<string | null>(`renewed.${token}`, null);
/** Notes the link that will replace a seat's link. Returns false if the note will be lost with this page. */
export const keepRenewal = (token: string, link: string): boolean => write(`renewed.${token}`, link);
export const dropRenewal = (token: string): void => remove(`${OURS}renewed.${token}`);

/** Moves all that is stored for a seat from its old link to its new one. */
export function moveSeat(from: string, to: string): void {
  for (const name of keys()) {
    const [what = '', token, ...rest] = name.slice(OURS.length).split('.');
    if (!OF_A_SEAT.includes(what) || token !== from) continue;
    const value = read<unknown>(name.slice(OURS.length), null);
    const moved = [what, to, ...rest].join('.');
    const lasts = write(moved, value);
    remove(name);
    // A full store had no room for both.
    if (!lasts) write(moved, value);
  }
  const moved = (links: KeptGame['links']) => Object.fromEntries(Object.entries(links).map(([seat, link]) => [seat, link === from ? to : link]));
  write('games', games().map((game) => ({ ...game, links: moved(game.links) })));
}

/** Returns the stored game of a link. */
export function gameOf(token: string): KeptGame | undefined {
  return games().find((game) => Object.values(game.links).includes(token));
}

/** Returns the nonces made here for a seat: one, or several if several tabs were open. */
export function noncesOf(token: string): string[] {
  const prefix = `nonce.${token}.`;
  return keys().filter((name) => name.startsWith(OURS + prefix)).sort().map((name) => read<string>(name.slice(OURS.length), ''));
}
/** Stores a nonce beside those of other tabs. Returns false if it will be lost with this page. */
export function keepNonce(token: string, nonce: string): boolean {
  // Each nonce has its own key, so that no tab can overwrite another tab's.
  return write(`nonce.${token}.${nonce.slice(0, 16)}`, nonce);
}

/** Log heads from the referee: the number of events, and the heads of this seat's log and of the public log. */
export interface NotedHead {
  heard: number;
  own: string;
  public: string;
}

/** Maximum number of log heads of a seat: those of all listed games together leave room for the notes of new games. */
export const MOST_HEADS = 64;

/** Returns the log heads in the order in which they were noted. */
export const headsOf = (token: string): NotedHead[] => read<NotedHead[]>(`noted.${token}`, []);
/** Leaves out the head whose neighbours are closest, so that the others stay spread over the log. */
function thinned(all: NotedHead[]): NotedHead[] {
  const gaps = all.slice(1, -1).map(({ heard }, i) => {
    const [before, after] = [all[i]?.heard ?? 0, all[i + 2]?.heard ?? 0];
    // Heads that don't ascend show that the log was changed.
    return before < heard && heard < after ? after - before : Infinity;
  });
  const left = gaps.indexOf(Math.min(...gaps)) + 1;
  return all.filter((_, i) => i !== left);
}
export function keepHeads(token: string, { heard, head, public: open }: { heard: number; head: string; public: string }): void {
  if (head === '') return;
  const noted = headsOf(token);
  if (noted.some((one) => one.heard === heard && one.own === head && one.public === open)) return;
  const all = [...noted, { heard, own: head, public: open }];
  // A head stands for all events before it, so those that stay cover the whole log.
  write(`noted.${token}`, all.length > MOST_HEADS ? thinned(all) : all);
}

/** The form of earlier versions of the page: only commitments, by party. */
type OldOpening = Record<string, string>;

/** Returns the id and the commitments of the game as first seen, before any nonce was shown. */
export function openingOf(token: string): Opening {
  const kept = read<Opening | OldOpening>(`opening.${token}`, {});
  return typeof kept['commitments'] === 'object' ? (kept as Opening) : { commitments: kept as OldOpening };
}
/** The server's description of a game before play. */
export interface Seen {
  game: string;
  kind: string;
  commitments: Record<string, string | null | undefined>;
}

/** Notes new values, unless the opening is closed. */
export function keepOpening(token: string, { game, kind, commitments }: Seen): void {
  const before = openingOf(token);
  if (before.closed) return;
  const told = Object.fromEntries(Object.entries(commitments).filter((one): one is [string, string] => Boolean(one[1])));
  // A game that was first seen without an id is of version 1 permanently.
  const named = Object.keys(before.commitments).length === 0 || before.game !== undefined;
  const head = named ? { game: before.game ?? game, kind: before.kind ?? kind } : {};
  write(`opening.${token}`, { ...head, commitments: { ...told, ...before.commitments } });
}
/** Closes the opening: the server may choose later values with knowledge of this seat's nonce. */
export function closeOpening(token: string): void {
  write(`opening.${token}`, { ...openingOf(token), closed: true });
}

/** Whether this browser has shown a seat its briefing. */
export const briefed = (token: string): boolean => read<boolean>(`briefed.${token}`, false);
export const keepBriefed = (token: string): void => { write(`briefed.${token}`, true); };

/** Whether the player of a seat has left its guide, after the last lesson. */
export const guideLeft = (token: string): boolean => read<boolean>(`guideLeft.${token}`, false);
export const keepGuideLeft = (token: string): void => { write(`guideLeft.${token}`, true); };

/** A standing order that lasts until the end of a turn. */
export interface ForTurn {
  question: string;
  /** The turn as text. */
  turn: string;
}
export const turnsOf = (token: string): ForTurn[] => read<ForTurn[]>(`turns.${token}`, []);
export const dropTurn = (token: string, question: string): void => { write(`turns.${token}`, turnsOf(token).filter((one) => one.question !== question)); };
export const keepTurn = (token: string, one: ForTurn): void => { write(`turns.${token}`, [...turnsOf(token).filter((other) => other.question !== one.question), one]); };

export const likes = (): Likes => ({ theme: 'auto', letters: true, confirm: 'stakes', briefing: true, sound: false, ...read<Partial<Likes>>('likes', {}) });
export function keepLikes(now: Partial<Likes>): void {
  write('likes', { ...likes(), ...now });
}

/** How fast the page shows what happened; as a list, all at once. */
export type Pace = 'slow' | 'normal' | 'fast' | 'list';
export const pace = (): Pace => read<Pace>('pace', 'normal');
export const keepPace = (now: Pace): boolean => write('pace', now);
