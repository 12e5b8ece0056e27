/**
 * What the server says, as it says it.
 *
 * The shapes come from the server's own types (`wire.gen.ts`). Here they get the page's names, and where the server's
 * description says less than it sends, the rest. An answer holds every field it can, null where there is nothing.
 */
import type { Json } from './json';
import type * as wire from './wire.gen';

export type { Json } from './json';
/** A piece by the handle of the seat that reads. */
export type Handle = number | string;

export type Ack = wire.Ack;
export type WhyNot = Required<Omit<wire.WhyNot, 'piece'>> & { piece: Handle | null };
export type Offer = Omit<wire.Offer, 'pieces' | 'places' | 'undo'> & { pieces: Handle[]; places: string[]; undo?: boolean };
export type Offers = Required<Omit<wire.Offers, 'offers'>> & { offers: Offer[] };
export type RollAsked = wire.RollAsked;
export type Outcome = wire.OutcomeInfo;

export type ScenarioCard = Required<Omit<wire.ScenarioRow, 'sides'>> & { sides: [string, string] };
export type Links = wire.NewGameMade['links'];

/** Something of the referee and of each side, by name. */
export type ByParty = { [party: string]: string | null };
export type Dice = Omit<wire.DiceInfo, 'commitments' | 'nonces'> & { commitments?: ByParty | null; nonces?: ByParty | null };

/** A calculator of the system; what it takes, if it says so. */
export interface Tool {
  name: string;
  about: string;
  takes?: { name: string; kind: string; about?: string }[];
}

export type SeatInfo = Required<Omit<wire.SeatInfo, 'dice' | 'sides' | 'side' | 'roll' | 'tools' | 'outcome'>> & {
  dice: Dice;
  sides: [string, string];
  side: 0 | 1 | null;
  roll: RollAsked | null;
  tools: Tool[] | null;
  outcome: Outcome | null;
};

export type BoardHex = Required<wire.HexJson>;
export type Place = Required<Omit<wire.LocationJson, 'capacity'>>;
export type Network = Required<wire.NetworkJson>;
export type Board = Omit<wire.BoardJson, 'hexes' | 'locations' | 'networks' | 'roads' | 'sides' | 'width' | 'height'> & {
  hexes: BoardHex[];
  locations: Place[];
  networks: Network[];
  roads: Required<wire.RoadJson>[];
};

export type ScenePiece = Omit<wire.ScenePiece, 'piece' | 'location'> & { piece: Handle; location: string };
export type SceneMarker = Required<Omit<wire.SceneMarker, 'location'>> & { location: string };
export type SceneSheet = Omit<wire.SceneSheet, 'location' | 'squares'> & { location: string; squares: Required<wire.SceneSquare>[] };
export interface Scene {
  status: wire.SceneLine[];
  pieces: ScenePiece[];
  markers: SceneMarker[];
  sheets: SceneSheet[];
}

/** Everything of one moment that a table shows. */
export type Moment = { [part in keyof wire.Moment]: unknown } & {
  info: SeatInfo;
  scene: Scene | null;
  offers: Offers | null;
  why_not: WhyNot[];
};

export interface Odds {
  /** What it comes to, the likeliest first. */
  summary?: { probability: number; text: string }[];
  ways: { probability: number; text: string[] }[];
  unresolved: number;
  branches: number;
  guesses: number;
}

/** What an order brings: done, or waiting for dice that the players roll. */
export type Answer = { ack: Ack } | { roll: RollAsked };

type Kind<K extends string> = Extract<wire.Event, Record<K, unknown>>;
export type Rolled = Kind<'rolled'>['rolled'];
export type Event =
  | Exclude<wire.Event, Kind<'saw'> | Kind<'ordered'> | Kind<'standing'>>
  | { saw: { clause?: string | null; gone?: number[]; new?: Json[]; now?: [number, Json][] } }
  | { ordered: { order: Json; text?: string } }
  | { standing: { question: string; answer?: Json; text?: string } };

/** Events in a row, the first of them number `from`. */
export interface Batch {
  from: number;
  events: Event[];
}

export interface RuleClause {
  id: string;
  title: string;
  text: string;
  confidence: string;
  section: string;
  kind: string;
}

export interface RuleOption {
  name: string;
  default: Json;
  text: string;
}

export type Rulebook = Omit<wire.RulebookAnswer, 'clauses' | 'house' | 'options'> & {
  clauses: RuleClause[];
  /** The referee's own clauses. */
  house?: RuleClause[];
  options?: RuleOption[];
};

export type ReplayStep = Omit<wire.ReplayStep, 'scene' | 'events' | 'outcome'> & {
  scene: Scene;
  /** What these eyes heard between the step before and this one. */
  events: Event[];
  outcome: Outcome | null;
};
