/** What this browser keeps: its links, its nonces, the heads it was given, and how the person likes the page. */

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

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`undercity.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`undercity.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing can still play; only the checks at the end know less.
  }
}

const MOST_GAMES = 30;

export const games = (): KeptGame[] => read<KeptGame[]>('games', []);
export function keepGame(game: KeptGame): void {
  write('games', [game, ...games()].slice(0, MOST_GAMES));
}
export function forgetGame(game: KeptGame): void {
  write('games', games().filter((other) => JSON.stringify(other.links) !== JSON.stringify(game.links)));
}

/** The kept game that a link belongs to. */
export function gameOf(token: string): KeptGame | undefined {
  return games().find((game) => Object.values(game.links).includes(token));
}

export const nonceOf = (token: string): string | null => read<string | null>(`nonce.${token}`, null);
export const keepNonce = (token: string, nonce: string): void => write(`nonce.${token}`, nonce);

/** A head the referee gave: after so many events of this seat, its own record had one and the public record another. */
export interface NotedHead {
  heard: number;
  own: string;
  public: string;
}

/** Heads in the order they were noted. */
export const headsOf = (token: string): NotedHead[] => read<NotedHead[]>(`noted.${token}`, []);
export function keepHeads(token: string, { heard, head, public: open }: { heard: number; head: string; public: string }): void {
  if (head === '') return;
  const noted = headsOf(token);
  if (!noted.some((one) => one.heard === heard && one.own === head && one.public === open)) write(`noted.${token}`, [...noted, { heard, own: head, public: open }]);
}

type Opening = Record<string, string>;

/** The commitments as this browser saw them before any nonce was shown; the first it saw stay. */
export const openingOf = (token: string): Opening => read(`opening.${token}`, {});
export function keepOpening(token: string, seen: Record<string, string | null>): void {
  const told = Object.fromEntries(Object.entries(seen).filter(([, commitment]) => commitment));
  write(`opening.${token}`, { ...told, ...openingOf(token) });
}

export const likes = (): Likes => ({ theme: 'auto', letters: true, ...read<Partial<Likes>>('likes', {}) });
export const keepLikes = (now: Likes): void => write('likes', now);
