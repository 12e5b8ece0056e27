/** Scenarios in the order in which the start page shows them, and what their cards say. */
import { capital } from './plain';
import type { ScenarioCard } from './wire';

/** The scenarios of a game. */
export interface Group {
  system: string;
  game: string;
  cards: ScenarioCard[];
}

/** The difficulties, the lowest first. */
const DIFFICULTIES: (string | null)[] = ['first game', 'easy', 'medium', 'hard', null];
const FIRST = DIFFICULTIES[0] ?? null;

const minutes = (card: ScenarioCard): number => card.measured?.minutes ?? Infinity;
const level = (card: ScenarioCard): number => DIFFICULTIES.indexOf(card.difficulty);
const before = (one: ScenarioCard, other: ScenarioCard): number => level(one) - level(other) || minutes(one) - minutes(other) || 0;

/** Returns the scenarios by game: the game with the shortest first scenario first, and the easiest scenario first. */
export function groupsOf(cards: readonly ScenarioCard[]): Group[] {
  const groups = new Map<string, Group>();
  for (const card of cards.toSorted(before)) {
    const group = groups.get(card.system) ?? { system: card.system, game: card.game, cards: [] };
    group.cards.push(card);
    groups.set(card.system, group);
  }
  return [...groups.values()];
}

/** Returns the scenario to begin with: the shortest first game. */
export const leadOf = (cards: readonly ScenarioCard[]): ScenarioCard | null =>
  cards.filter((card) => card.difficulty === FIRST).toSorted(before)[0] ?? null;

/** Returns the side for a player who plays the scenario for the first time, and the other side. */
export function seatsOf({ side, sides: [first, second] }: ScenarioCard): [string, string] {
  return side === second ? [second, first] : [first, second];
}

/** Returns the length in turns; null if there is no limit. */
export const turnsOf = ({ turns, turn }: ScenarioCard): string | null => (turns === null ? null : `${turns} ${turn}${turns === 1 ? '' : 's'}`);

/** Returns the length in minutes; null if it was not measured. */
export const timeOf = ({ measured }: ScenarioCard): string | null => (measured ? `${measured.minutes} min` : null);

/** Returns the balance in two words; null if it was not measured. */
export function balanceOf({ measured }: ScenarioCard): string | null {
  if (!measured) return null;
  return measured.harder === null ? 'even' : `${capital(measured.harder)} harder`;
}

/** Returns the facts of a card: length, difficulty, sight and balance. */
export const factsOf = (card: ScenarioCard): string[] =>
  [card.difficulty, turnsOf(card), timeOf(card), card.hidden ? 'hidden' : 'open', balanceOf(card)].filter((fact) => fact !== null);

/** Returns how length and balance were measured; null if they were not. */
export function measuringOf({ measured, sides }: ScenarioCard): string | null {
  if (!measured) return null;
  const { games, players, decisions, wins } = measured;
  const won = sides.map((side, i) => `${capital(side)} won ${wins[i] ?? 0}`).join(', ');
  const verdict = measured.harder === null ? 'The difference can be chance.' : `${capital(measured.harder)} is harder to play, beyond chance.`;
  return `Measured in ${games} games between two equal computer players (${players}): ${won}. ${verdict} A side makes about ${decisions} decisions; the minutes allow 10 seconds for each.`;
}
