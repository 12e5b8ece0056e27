/**
 * The types of the HTTP interface.
 *
 * They are generated (`wire.gen.ts`, by `make wire`). This file gives them the names used on the page.
 */
import type * as wire from './wire.gen';

export type { Json } from './json';
export type {
  Ack, BoardJson as Board, Briefing, CalculatorsRow, Edge, ClauseEntry as RuleClause, Event, Explained, FactWords, FieldWords, HexJson as BoardHex, LineAbout,
  LocationJson as Place, Look as TerrainLook, Luck, Mark, Mentions, NetworkJson as Network, Odds, Offer, Offers,
  OnlookersJson as Onlookers, OpponentRow as Opponent, OrderResponse, Out, Overlay, Paint, Reaction, Renewed, ReplayStep, Road, RollAsked, RollLuck, RulebookAnswer as Rulebook,
  GuideState, LessonState, ScenarioRow as ScenarioCard, Scene, SceneMarker, SceneOverlay, ScenePiece, SceneSheet, SeatInfo, Sort as StateSort, SquareToken,
  Subject, Symbol, TableSnapshot, CalculatorInfo as Tool, CalculatorField as ToolInput, Walk, WhyNot,
} from './wire.gen';

/** The handle of a piece, in the names of the seat that reads. */
export type Handle = number | string;

/** The output of a calculator, with its values by their keys. */
export type CalculatorAnswer = wire.CalculatorOutput;

export type Links = wire.NewGameMade['links'];

/** A value for the referee and each side, by name. */
export type ByParty = { [party: string]: string | null };

type Kind<K extends string> = Extract<wire.Event, Record<K, unknown>>;
export type Rolled = Kind<'rolled'>['rolled'];
export type Saw = Kind<'saw'>['saw'];

/** Consecutive events, the first of them number `from`. */
export interface Batch {
  from: number;
  events: wire.Event[];
}
