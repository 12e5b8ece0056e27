/** Creates a game and takes the seats of this browser. */
import { takePart } from '../fair/ceremony';
import { type ImportedLedger, importLedger, newGame, Problem, Seat } from './api';
import { forgetGame, keepGame, type KeptGame, lasts } from './memory';
import type { Player } from './remembered';
import { headOf } from './scenario';
import type { Json, Links, ScenarioCard, SeatInfo } from './wire';

/** What a player chose at the start page. */
export interface Wish {
  card: ScenarioCard;
  /** Text of an uploaded scenario file, in place of the built-in one. */
  text?: string | undefined;
  /** Player by side. */
  players: Record<string, Player>;
  /** Level of the computer by side. */
  levels: Record<string, string>;
  dice: 'fair' | 'players';
  /** Options that differ from the scenario's. */
  options?: Record<string, Json>;
}

/** Whether two people share this browser. */
export function isShared(players: Record<string, Player>): boolean {
  const humans = Object.values(players).filter((player) => player !== 'computer');
  return humans.length === 2 && humans.every((player) => player === 'me');
}

/** Why a game for two on one screen is refused: without its note, a reload would show the table uncovered. */
const UNKEPT = 'Two players can’t share this browser, because it can’t save data for this page. Allow site data for this address, or remove some games from the list.';

/** Creates the game. Returns it with the link that this browser opens first. */
export async function begin({ card, text, players, levels, dice, options = {} }: Wish): Promise<{ game: KeptGame; first: string }> {
  const shared = isShared(players);
  // The cover screen and both links must be stored beyond this page.
  if (shared && !lasts()) throw new Problem(0, { detail: UNKEPT });
  const asked = Object.fromEntries(Object.entries(players).map(([side, player]) => [side, player === 'computer' ? (levels[side] ?? '') : 'human'] as const));
  const made = await newGame({ scenario: text ?? card.name, players: asked, dice, ...(Object.keys(options).length > 0 ? { options } : {}) });
  const all = Object.entries(made.links).filter((link): link is [string, string] => link[1] != null);
  const mine = all.filter(([seat]) => players[seat] === 'me');
  const own = mine.length > 0 ? mine : all.filter(([seat]) => players[seat] === undefined);
  const others = all.filter((link) => !own.includes(link));
  const game: KeptGame = {
    title: card.title, system: card.system, links: Object.fromEntries(own), shared, begun: new Date().toISOString(), others: Object.fromEntries(others),
  };
  // There may have been room for less than this note.
  if (!keepGame(game) && shared) {
    forgetGame(game);
    throw new Problem(0, { detail: UNKEPT });
  }
  const tokens = own.map(([, token]) => token);
  if (shared) await bothTakePart(tokens);
  return { game, first: (shared ? await whoBegins(tokens) : tokens[0]) ?? '' };
}

/** The texts of an uploaded scenario and its guide. */
export interface OwnGuide {
  scenario: string;
  guide: string;
}

/** Creates the guided game of a scenario. Returns the learner's link. */
export async function beginGuided({ name, title, system, guide }: ScenarioCard, own?: OwnGuide): Promise<string> {
  const { links } = await newGame(own ? { scenario: own.scenario, guide_text: own.guide } : { scenario: name, guide: true });
  const [side, token] = learner(links);
  const called = own ? headOf(own.guide).title ?? title : guide?.title ?? name;
  keepGame({ title: called, system, links: { [side]: token }, shared: false, begun: new Date().toISOString(), others: {} });
  return token;
}

/** Returns the side of a guided game's learner, and its link. */
const learner = (links: Links): [string, string] => Object.entries(links).find((link): link is [string, string] => link[0] !== 'spectator' && link[1] != null) ?? ['', ''];

/** Creates the guided game of a scenario by its name alone. Its table notes the game when it opens. */
export async function beginLesson(scenario: string): Promise<string> {
  const { links } = await newGame({ scenario, guide: true });
  return learner(links)[1];
}

/** Opens a ledger as a game, to look at it. Returns what verified it, and the link of a spectator. */
export async function openLedger(text: string): Promise<{ made: ImportedLedger; token: string; title: string }> {
  const made = await importLedger(text);
  const { links } = made;
  const all = Object.entries(links).filter((link): link is [string, string] => link[1] != null);
  const [seat, token] = all.find(([name]) => name === 'spectator') ?? all[0] ?? ['', ''];
  const { title, system }: SeatInfo = await new Seat(token).info();
  keepGame({ title, system, links: { [seat]: token }, shared: false, begun: new Date().toISOString(), others: {} });
  return { made, token, title };
}

/** Commits both sides before the first hand-over, if one machine has both seats. */
async function bothTakePart(tokens: string[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    for (const token of tokens) {
      const seat = new Seat(token);
      await takePart(seat, await seat.info());
    }
  }
}

async function whoBegins(tokens: string[]): Promise<string | undefined> {
  for (const token of tokens) if ((await new Seat(token).info()).asked !== null) return token;
  return tokens[0];
}
