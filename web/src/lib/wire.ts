/** What the server says, as it says it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A piece by the handle of the seat that reads. */
export type Handle = number | string;

export interface ScenarioCard {
  name: string;
  title: string;
  summary: string | null;
  system: string;
  sides: [string, string];
}

export interface Links {
  [seat: string]: string;
}

/** Something of the referee and of each side, by name. */
export type ByParty = { [party: string]: string | null };

export interface Dice {
  kind: 'fair' | 'players';
  stage: 'commit' | 'reveal' | 'play' | 'over';
  commitments?: ByParty | null;
  nonces?: ByParty | null;
}

export interface SeatInfo {
  seat: string;
  side: 0 | 1 | null;
  sides: [string, string];
  system: string;
  title: string;
  options: { [name: string]: Json };
  players: { [side: string]: 'human' | 'computer' };
  dice: Dice;
  heard: number;
  head: string;
  public: string;
  asked: string | null;
  question: string | null;
  roll: RollAsked | null;
  outcome: { winner: string; why: string } | null;
}

export interface BoardHex {
  id: number;
  label: string;
  /** Centre, in radii of a hex. */
  x: number;
  y: number;
  terrain: string;
  elevation: number;
  floors: number;
  building: string | null;
  manhole: boolean;
}

export interface Place {
  label: string;
  /** The index of its hex. */
  hex: number | null;
  level: number;
  kind: string;
  underground: boolean;
}

export interface Network {
  kind: string;
  name: string;
  color: string | null;
  hexes: number[];
  /** Whether its hexes are a course from end to end; else only entrances are known. */
  line: boolean;
}

export interface Board {
  columns: number;
  rows: number;
  hexes: BoardHex[];
  /** By the indices of two hexes; a road that leaves the board has a direction instead, 0 being north, clockwise. */
  roads: { a: number; b: number | null; direction?: number; kind: string }[];
  hexsides: { a: number; direction: number; feature: string }[];
  networks: Network[];
  locations: Place[];
  terrains: string[];
}

export interface ScenePiece {
  piece: Handle;
  side: string;
  kind: string;
  label: string;
  location: string;
  states: string[];
  values: string[];
}

export interface SceneMarker {
  kind: string;
  label: string;
  location: string;
  side: string | null;
}

export interface SceneSheet {
  location: string;
  title: string;
  squares: { print: string; token: string | null }[];
  note: string;
}

export interface Scene {
  status: { name: string; value: string }[];
  pieces: ScenePiece[];
  markers: SceneMarker[];
  sheets: SceneSheet[];
}

export interface Offer {
  verb: string;
  sentence: string;
  pieces: Handle[];
  places: string[];
  clauses: string[];
  order?: Json;
  draft?: Json;
  undo?: boolean;
}

export interface Offers {
  asked: string | null;
  question: string | null;
  heard: number;
  offers: Offer[];
}

export interface WhyNot {
  verb: string;
  piece: Handle | null;
  clause: string;
  why: string;
}

export interface Odds {
  ways: { probability: number; text: string[] }[];
  unresolved: number;
  branches: number;
  guesses: number;
}

export interface Ack {
  heard: number;
  head: string;
  public: string;
}

/** What an order brings: done, or waiting for dice that the players roll. */
export type Answer = { ack: Ack } | { roll: RollAsked };

/** A roll that waits for dice from the table. */
export interface RollAsked {
  label: string;
  clause: string;
  dice: number;
}

export interface Rolled {
  label: string;
  clause: string;
  stream: string;
  ordinal: number;
  faces: number[];
}

export type Event =
  | { saw: { clause: string | null; gone: Json[]; new: Json[] } }
  | { told: { clause: string; report: Json; text: string } }
  | { rolled: Rolled }
  | { ordered: { order: Json } }
  | { standing: { question: string; answer: Json } }
  | 'undone'
  | { asked: { question: string | null; clause: string | null } }
  | { sealed: { seal: string } };

/** Events in a row, the first of them number `from`. */
export interface Batch {
  from: number;
  events: Event[];
  heard: number;
  head: string;
  public: string;
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

export interface Rulebook {
  title: string;
  source: string;
  clauses: RuleClause[];
  /** The referee's own clauses. */
  house?: RuleClause[];
  options?: RuleOption[];
}

export interface ReplayStep {
  step: number;
  steps: number;
  scene: Scene;
  /** What these eyes heard between the step before and this one. */
  events: Event[];
  texts: string[];
  outcome: { winner: string; why: string } | null;
}
