/**
 * What the server says, as it says it.
 *
 * The shapes are the server's own (`wire.gen.ts`, by `make wire`); here they get the page's names. The server's
 * description marks whatever can be null as one that may be missing. An answer holds every field all the same, null
 * where there is nothing; `Whole` says so.
 */
import type * as wire from './wire.gen';

export type { Json } from './json';
export type { Ack, Luck, Odds, RollAsked, RollLuck, ToolInput } from './wire.gen';

type Whole<T, Changed extends { [field in keyof T]?: unknown } = object> = Required<Omit<T, keyof Changed>> & Changed;

/** A piece by the handle of the seat that reads. */
export type Handle = number | string;

export type WhyNot = Whole<wire.WhyNot, { piece: Handle | null }>;
export type Offer = Omit<wire.Offer, 'pieces' | 'places' | 'undo'> & { pieces: Handle[]; places: string[]; undo?: boolean };
export type Offers = Whole<wire.Offers, { offers: Offer[] }>;
export type Tool = wire.Tool;
/** What a calculator answers; besides, the numbers by names of its own. */
export type Reckoned = Pick<wire.Answer, 'text' | 'charts' | 'tables'>;
export type CalculatorsRow = wire.CalculatorsRow;

export type Opponent = wire.OpponentRow;
export type ScenarioCard = Whole<wire.ScenarioRow, { sides: [string, string] }>;
export type Links = wire.NewGameMade['links'];

/** Something of the referee and of each side, by name. */
export type ByParty = { [party: string]: string | null };
export type SeatInfo = Whole<wire.SeatInfo, {
  sides: [string, string];
  side: 0 | 1 | null;
  roll: wire.RollAsked | null;
  outcome: wire.OutcomeInfo | null;
}>;

export type BoardHex = Required<wire.HexJson>;
export type Place = Required<Omit<wire.LocationJson, 'capacity'>>;
export type Network = Required<wire.NetworkJson>;
export type Board = Omit<wire.BoardJson, 'hexes' | 'joined' | 'locations' | 'networks' | 'roads' | 'sides' | 'width' | 'height'> & {
  joined?: [number, number][];
  hexes: BoardHex[];
  locations: Place[];
  networks: Network[];
  roads: Required<wire.RoadJson>[];
};

export type ScenePiece = Whole<wire.ScenePiece, { piece: Handle; location: string }>;
export type SceneMarker = Whole<wire.SceneMarker, { location: string }>;
export type SceneSheet = Whole<wire.SceneSheet, { location: string; squares: Required<wire.SceneSquare>[] }>;
/** What there is none of may be left out. */
export type Scene = Whole<Omit<wire.Scene, 'overlays' | 'together'>, { pieces: ScenePiece[]; markers: SceneMarker[]; sheets: SceneSheet[] }> & Partial<Pick<wire.Scene, 'overlays' | 'together'>>;

/** Everything of one moment that a table shows. */
export type Moment = Whole<wire.Moment, { info: SeatInfo; scene: Scene | null; offers: Offers | null; why_not: WhyNot[] }>;

/** What an order brings: done, or waiting for dice: this seat's to roll, or the other's when there is neither. */
export interface Answer {
  ack?: wire.Ack;
  roll?: wire.RollAsked;
}

export type Event = wire.Event;
type Kind<K extends string> = Extract<Event, Record<K, unknown>>;
export type Rolled = Kind<'rolled'>['rolled'];
export type Saw = Kind<'saw'>['saw'];

/** Events in a row, the first of them number `from`. */
export interface Batch {
  from: number;
  events: Event[];
}

export type RuleClause = wire.Entry;
export type Rulebook = wire.RulebookAnswer;

export type ReplayStep = Whole<wire.ReplayStep, { scene: Scene; outcome: wire.OutcomeInfo | null }>;
