/** What this browser remembers for the start page: what was played, and the last choice of players and dice. */
import { games, read, write } from './memory';

export type Player = 'me' | 'friend' | 'computer';

/** The last choice, as far as it fits every scenario. */
export interface SetupLikes {
  /** Player of the side that is not one's own. */
  other: Player;
  /** Level of the computer; empty for the usual one. */
  level: string;
  dice: 'fair' | 'players';
}

export const setupLikes = (): SetupLikes => ({ other: 'computer', level: '', dice: 'fair', ...read<Partial<SetupLikes>>('setup', {}) });
export const keepSetupLikes = (now: SetupLikes): boolean => write('setup', now);

/** Games of a scenario that ended in this browser. */
export interface Played {
  played: number;
  won: number;
}

/** The key of a scenario: a friend's link tells its title, not its name. */
const keyOf = ({ system, title }: { system: string; title: string }): string => `${system}/${title}`;

type Record_ = Record<string, Played & { last: string[] }>;
/** Links whose result is counted are kept, so that a game that is opened again counts once. */
const LINKS = 20;

/** Counts the result of a game once. `won` is null for a spectator. */
export function notePlayed(token: string, game: { system: string; title: string }, won: boolean): void {
  const all = read<Record_>('played', {});
  const { played, won: wins, last } = all[keyOf(game)] ?? { played: 0, won: 0, last: [] };
  // Not the link itself: a game that is forgotten leaves none behind.
  const mark = token.slice(0, 8);
  if (last.includes(mark)) return;
  write('played', { ...all, [keyOf(game)]: { played: played + 1, won: wins + (won ? 1 : 0), last: [mark, ...last].slice(0, LINKS) } });
}

/** Returns what a card says about the past: won, played, or begun; null if nothing. */
export function markOf(game: { system: string; title: string }): 'won' | 'played' | 'begun' | null {
  const found = read<Record_>('played', {})[keyOf(game)];
  if (found) return found.won > 0 ? 'won' : 'played';
  return games().some((one) => keyOf(one) === keyOf(game)) ? 'begun' : null;
}
