/* Made by `make wire` from the types of the server. Do not edit. */
import type {Json} from './json';

/**
 * How sure we are of a clause.
 */
export type Confidence = 'found' | 'memory' | 'default';
/**
 * What is counted of a roll.
 */
export type Counted = 'successes' | 'sum';
/**
 * Who rolls the dice.
 */
export type DiceChoice = 'fair' | 'players';
/**
 * How what stands along a hexside is drawn.
 */
export type Edge = 'wall' | 'hedge' | 'door' | 'window';
/**
 * Something that reached a seat. Every name in it is the seat's own.
 */
export type Event =
  | {
      saw: {
        /**
         * The clause that changed it.
         */
        clause?: string;
        /**
         * The numbers of facts that hold no longer.
         */
        gone?: number[];
        /**
         * Facts that hold now; each takes the next number.
         */
        new?: Json[];
        /**
         * Facts that changed: the number, and what to merge into the fact (RFC 7396).
         */
        now?: [number, Json][];
      };
    }
  | {
      told: {
        /**
         * The clause that tells.
         */
        clause: string;
        /**
         * Who is out of the game by it, if anybody is.
         */
        out?:
          | {
              piece: Piece;
            }
          | {
              at: LocationId;
            };
        /**
         * The report.
         */
        report: Json;
        /**
         * The report in plain words.
         */
        text: string;
      };
    }
  | {
      rolled: {
        /**
         * The clause that asked.
         */
        clause: string;
        /**
         * The name of the side that entered them, where players roll their own.
         */
        entered_by?: string;
        /**
         * What they showed.
         */
        faces: number[];
        /**
         * What for.
         */
        label: string;
        /**
         * The how-manieth roll of that stream, from 0.
         */
        ordinal: number;
        /**
         * The stream they came from.
         */
        stream: string;
      };
    }
  | {
      ordered: {
        /**
         * The order.
         */
        order: Json;
        /**
         * The order in plain words.
         */
        text: string;
      };
    }
  | {
      standing: {
        /**
         * The answer; none when cleared.
         */
        answer: Json;
        /**
         * The kind of question.
         */
        question: string;
        /**
         * The answer in plain words.
         */
        text?: string;
      };
    }
  | 'undone'
  | {
      resigned: {
        /**
         * The side's name.
         */
        by: string;
      };
    }
  | {
      asked: {
        /**
         * The clause that asks.
         */
        clause?: string;
        /**
         * The kind of question; none when it waits again.
         */
        question?: string;
      };
    }
  | {
      sealed: string;
    };
/**
 * What a reader calls a piece or a Location: a number (a seat's handle) or a text.
 */
export type Piece = number | string;
export type LocationId = string;
/**
 * The kinds of value a calculator takes.
 */
export type InputKind = 'piece' | 'location' | 'side' | 'number' | 'yes_no' | 'text';
/**
 * What a clause is.
 */
export type Kind = 'rule' | 'text';
/**
 * Of what a line of the state of play tells, what a narrow screen shows first.
 */
export type LineAbout = 'time' | 'phase' | 'turn' | 'outcome' | 'account';
/**
 * How the ground of a hex is drawn.
 */
export type Look =
  | 'plain'
  | 'cobbles'
  | 'gravel'
  | 'trees'
  | 'tufts'
  | 'stalks'
  | 'craters'
  | 'waves'
  | 'house'
  | 'planks'
  | 'bricks'
  | 'rubble'
  | 'bunker'
  | 'fortress'
  | 'yard'
  | 'stairs'
  | 'hole';
/**
 * The sign of what lies about and is no piece.
 */
export type Mark = 'objective' | 'lid' | 'mouth' | 'barred' | 'blaze' | 'unknown' | 'note';
/**
 * What a reader calls a piece or a Location: a number (a seat's handle) or a text.
 */
export type Name = number | string;
/**
 * What kind of way it is.
 */
export type NetworkKind = 'sewer' | 'tunnel';
/**
 * Who plays a side: a human, or the server at a level.
 */
export type Player = 'human' | 'recruit' | 'regular' | 'veteran' | 'elite';
/**
 * Who is out of the game by a report, and not only out of sight.
 */
export type Out =
  | {
      piece: Piece;
    }
  | {
      at: LocationId;
    };
/**
 * How something is drawn over several Locations.
 */
export type Overlay = 'path' | 'aim' | 'area' | 'start' | 'link';
/**
 * The colour of a sewer card and of its marker.
 */
export type Paint = 'red' | 'blue' | 'green' | 'yellow' | 'white' | 'black';
export type Side = string;
/**
 * What lies on a square of a sheet beside the board.
 */
export type SquareToken = 'ready' | 'spent';
/**
 * A way across a hexside.
 */
export type Road = 'paved' | 'unpaved' | 'path' | 'rail';
/**
 * What a field of a fact is for.
 */
export type Role =
  'piece' | 'side' | 'name' | 'which' | 'place' | 'print' | 'owner' | 'holder' | 'amount' | 'state' | 'account';
/**
 * How large a unit is, as staff maps write it.
 */
export type Size = 'none' | 'half' | 'squad';
/**
 * Of what sort a state is, what matters most first: a counter with no room for all of them shows the first.
 */
export type Sort = 'shaken' | 'hurt' | 'held' | 'ready' | 'spent' | 'posture' | 'below' | 'cover' | 'note';
/**
 * How far a game has come.
 */
export type Stage = 'commit' | 'reveal' | 'play' | 'over';
/**
 * What a fact is about.
 */
export type Subject = 'piece' | 'thing' | 'somebody' | 'account';
/**
 * The sign of a unit or a thing, as staff maps draw it.
 */
export type Symbol = 'infantry' | 'elite' | 'machine-gun' | 'leader' | 'hero' | 'gun' | 'charge' | 'unknown';

export interface Wire {
  Ack: Ack;
  ActionRequest: ActionRequest;
  BoardJson: BoardJson;
  CalculatorField: CalculatorField;
  CalculatorInfo: CalculatorInfo;
  CalculatorOutput: CalculatorOutput;
  CalculatorRequest: CalculatorRequest;
  CalculatorsRow: CalculatorsRow;
  Chance: Chance;
  Chart: Chart;
  ClauseEntry: ClauseEntry;
  CommitRequest: CommitRequest;
  Confidence: Confidence;
  Counted: Counted;
  DiceChoice: DiceChoice;
  DiceInfo: DiceInfo;
  DiceRequest: DiceRequest;
  Edge: Edge;
  Event: Event;
  FactWords: FactWords;
  FieldWords: FieldWords;
  HexJson: HexJson;
  HexsideJson: HexsideJson;
  InputKind: InputKind;
  Kind: Kind;
  LineAbout: LineAbout;
  LocationId: LocationId;
  LocationJson: LocationJson;
  Look: Look;
  Luck: Luck;
  Mark: Mark;
  Mentions: Mentions2;
  Name: Name;
  NetworkJson: NetworkJson;
  NetworkKind: NetworkKind;
  NewGameMade: NewGameMade;
  NewGameRequest: NewGameRequest;
  Odds: Odds;
  OddsOutcome: OddsOutcome;
  OddsRequest: OddsRequest;
  Offer: Offer;
  Offers: Offers;
  OffersRequest: OffersRequest;
  OpponentRow: OpponentRow;
  OptionEntry: OptionEntry;
  OrderRequest: OrderRequest;
  OrderResponse: OrderResponse;
  Out: Out;
  OutcomeInfo: OutcomeInfo;
  Overlay: Overlay;
  Paint: Paint;
  Piece: Piece;
  Player: Player;
  Problem: Problem;
  ReplayStep: ReplayStep;
  RevealRequest: RevealRequest;
  Road: Road;
  RoadJson: RoadJson;
  Role: Role;
  RollAsked: RollAsked;
  RollLuck: RollLuck;
  RulebookAnswer: RulebookAnswer;
  Says: Says;
  ScenarioRow: ScenarioRow;
  Scene: Scene;
  SceneLine: SceneLine;
  SceneMarker: SceneMarker;
  SceneOverlay: SceneOverlay;
  ScenePiece: ScenePiece;
  SceneSheet: SceneSheet;
  SceneSquare: SceneSquare;
  SeatInfo: SeatInfo;
  Side: Side;
  SideLuck: SideLuck;
  Size: Size;
  Sort: Sort;
  SquareToken: SquareToken;
  Stage: Stage;
  StandingOrderRequest: StandingOrderRequest;
  State: State;
  Subject: Subject;
  Symbol: Symbol;
  TableSnapshot: TableSnapshot;
  TellingJson: TellingJson1;
  TerrainJson: TerrainJson;
  TextTable: TextTable;
  Versions: Versions;
  View: View;
  WhyNot: WhyNot;
}
/**
 * What a seat is answered when its order is done and safe.
 */
export interface Ack {
  /**
   * The seat's own log head.
   */
  head: string;
  /**
   * How many events the seat has heard.
   */
  heard: number;
  /**
   * The public log head.
   */
  public: string;
}
/**
 * A request to undo the last order, or to resign.
 */
export interface ActionRequest {
  /**
   * The client's own id of it.
   */
  id: string;
}
/**
 * Everything on a board that does not move. A unit is the radius of a hex: the distance from its centre to a corner.
 */
export interface BoardJson {
  /**
   * Number of columns.
   */
  columns: number;
  /**
   * How far it reaches down, in units.
   */
  height: number;
  /**
   * The hexes; everything else names them by their place in this list.
   */
  hexes: HexJson[];
  /**
   * Walls, hedges and the like, each hexside once.
   */
  hexsides: HexsideJson[];
  /**
   * Pairs of networks that one gets from one to the other between, by their places in that list; left out where
   * there are none.
   */
  joined?: [number, number][];
  /**
   * Every place a piece can be.
   */
  locations: LocationJson[];
  /**
   * The networks that everybody knows of.
   */
  networks: NetworkJson[];
  /**
   * Roads, each hexside crossed once.
   */
  roads: RoadJson[];
  /**
   * Number of rows, not counting a row of half hexes.
   */
  rows: number;
  /**
   * The names of the sides.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  telling: TellingJson;
  /**
   * The kinds of terrain of this system, the plain one first.
   */
  terrains: TerrainJson[];
  /**
   * How far the drawing reaches to the right of its origin, in units.
   */
  width: number;
}
/**
 * A hex.
 */
export interface HexJson {
  /**
   * The building it is part of.
   */
  building: string | null;
  /**
   * Height of its ground, in levels.
   */
  elevation: number;
  /**
   * Floors of the building in it; 0 without one.
   */
  floors: number;
  /**
   * Its place in the list.
   */
  id: number;
  /**
   * What it is called.
   */
  label: string;
  /**
   * How that is drawn.
   */
  look:
    | 'plain'
    | 'cobbles'
    | 'gravel'
    | 'trees'
    | 'tufts'
    | 'stalks'
    | 'craters'
    | 'waves'
    | 'house'
    | 'planks'
    | 'bricks'
    | 'rubble'
    | 'bunker'
    | 'fortress'
    | 'yard'
    | 'stairs'
    | 'hole';
  /**
   * Whether a manhole or sewer token is printed here.
   */
  manhole: boolean;
  /**
   * Its terrain.
   */
  terrain: string;
  /**
   * Its centre, to the right of the origin.
   */
  x: number;
  /**
   * Its centre, down from the origin.
   */
  y: number;
}
/**
 * A feature of a hexside.
 */
export interface HexsideJson {
  /**
   * A hex of it.
   */
  a: number;
  /**
   * The other one; none at the edge of the board.
   */
  b: number | null;
  /**
   * The direction out of `a`: 0 up, then clockwise.
   */
  direction: number;
  /**
   * What stands there.
   */
  feature: string;
  /**
   * How that is drawn.
   */
  look: 'wall' | 'hedge' | 'door' | 'window';
}
/**
 * A place where a piece can be.
 */
export interface LocationJson {
  /**
   * How many pieces it holds at most, where the place itself says so.
   */
  capacity: number | null;
  /**
   * The hex it is in, above or below; none beside the board.
   */
  hex: number | null;
  /**
   * What kind of place.
   */
  kind: string;
  /**
   * What it is called; scenes and offers name it so.
   */
  label: string;
  /**
   * Levels above the ground of the hex.
   */
  level: number;
  /**
   * Whether it lies under the ground.
   */
  underground: boolean;
}
/**
 * A sewer or tunnel that everybody knows of.
 */
export interface NetworkJson {
  /**
   * A colour of its own.
   */
  color: string | null;
  /**
   * Its hexes, in order if it is a line.
   */
  hexes: number[];
  /**
   * What kind of way.
   */
  kind: 'sewer' | 'tunnel';
  /**
   * Whether it is a line from hex to hex; else only its entrances are known.
   */
  line: boolean;
  /**
   * What it is called.
   */
  name: string;
}
/**
 * A piece of road from the centre of one hex to that of the next, or off the board.
 */
export interface RoadJson {
  /**
   * A hex.
   */
  a: number;
  /**
   * The next one; none where the road leaves the board.
   */
  b: number | null;
  /**
   * The direction out of `a`: 0 up, then clockwise.
   */
  direction: number;
  /**
   * What kind of road.
   */
  kind: 'paved' | 'unpaved' | 'path' | 'rail';
}
/**
 * How what a seat hears is told, the same for every game of the system.
 */
export interface TellingJson {
  /**
   * Facts, kind by kind.
   */
  facts: FactWords[];
  orders: Mentions;
  reports: Mentions1;
}
/**
 * How a kind of fact is told.
 */
export interface FactWords {
  /**
   * What it is about.
   */
  about: 'piece' | 'thing' | 'somebody' | 'account';
  /**
   * The fact, as it is written.
   */
  fact: string;
  /**
   * Its fields. Those of an account are not listed.
   */
  fields: FieldWords[];
  /**
   * Words of a report, as they are written, by which its coming and going is told already; of a piece that the report
   * names, where it goes.
   */
  told_as: string[];
  /**
   * What that is called, such as `squad`.
   */
  words: string;
}
/**
 * How a field of a fact is told.
 */
export interface FieldWords {
  /**
   * The field, as it is written; `of.a` is `a` inside of `of`.
   */
  field: string;
  /**
   * What it is for.
   */
  role: 'piece' | 'side' | 'name' | 'which' | 'place' | 'print' | 'owner' | 'holder' | 'amount' | 'state' | 'account';
  /**
   * What is said of its values, for [`Role::State`].
   */
  says: Says[];
  /**
   * What there is a number of, for [`Role::Amount`].
   */
  words: string;
}
/**
 * What is said of a value.
 */
export interface Says {
  /**
   * What is said when it begins to hold, such as `is pinned`; empty if that goes without saying.
   */
  begins: string;
  /**
   * Whether it is something done, as against something suffered.
   */
  deed: boolean;
  /**
   * What is said when it holds no longer.
   */
  ends: string;
  /**
   * Words of a report of the same piece, as they are written, that tell it already, besides the value itself.
   */
  told_as: string[];
  /**
   * The value, as it is written; `true` for a yes.
   */
  value: string;
}
/**
 * What orders name.
 */
export interface Mentions {
  /**
   * The fields that name a piece, or several.
   */
  pieces: string[];
  /**
   * The fields that name a Location, or several.
   */
  places: string[];
}
/**
 * What reports name.
 */
export interface Mentions1 {
  /**
   * The fields that name a piece, or several.
   */
  pieces: string[];
  /**
   * The fields that name a Location, or several.
   */
  places: string[];
}
/**
 * A kind of terrain.
 */
export interface TerrainJson {
  /**
   * How it is drawn.
   */
  look:
    | 'plain'
    | 'cobbles'
    | 'gravel'
    | 'trees'
    | 'tufts'
    | 'stalks'
    | 'craters'
    | 'waves'
    | 'house'
    | 'planks'
    | 'bricks'
    | 'rubble'
    | 'bunker'
    | 'fortress'
    | 'yard'
    | 'stairs'
    | 'hole';
  /**
   * What it is called.
   */
  name: string;
}
/**
 * A field of a calculator's input.
 */
export interface CalculatorField {
  /**
   * What it means.
   */
  about: string;
  /**
   * What it is when left out, as one would type it; none if it is needed.
   */
  default: string | null;
  /**
   * What kind of value it is, so that any client can make a form.
   */
  kind: 'piece' | 'location' | 'side' | 'number' | 'yes_no' | 'text';
  /**
   * Its name.
   */
  name: string;
}
/**
 * The description of a calculator that a system offers beside its orders.
 */
export interface CalculatorInfo {
  /**
   * What it answers.
   */
  about: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Whether it is asked about a game under way; if not, it can be asked without one too.
   */
  of_a_game: boolean;
  /**
   * What it takes: the fields of its input.
   */
  takes: CalculatorField[];
}
/**
 * What a calculator answers: to be read, and the numbers themselves.
 */
export interface CalculatorOutput {
  /**
   * Chances as bars.
   */
  charts: Chart[];
  /**
   * Tables.
   */
  tables: TextTable[];
  /**
   * Plain sentences.
   */
  text: string[];
  [k: string]: unknown;
}
/**
 * Chances to be shown beside one another, as bars.
 */
export interface Chart {
  /**
   * The chances, in their order.
   */
  chances: Chance[];
  /**
   * What they are chances of.
   */
  title: string;
}
/**
 * A result in a few words.
 */
export interface Chance {
  /**
   * From 0 to 1.
   */
  probability: number;
  /**
   * Plain words; empty where nothing comes of it.
   */
  text: string;
}
/**
 * A table of words and numbers.
 */
export interface TextTable {
  /**
   * The headings; the first column says what a row is about.
   */
  columns: string[];
  /**
   * The rows, each as long as the headings.
   */
  rows: string[][];
  /**
   * What it is about.
   */
  title: string;
}
/**
 * A request to a calculator.
 */
export interface CalculatorRequest {
  /**
   * What it is asked.
   */
  input: Json;
  /**
   * Its name.
   */
  tool: string;
}
/**
 * The calculators of a rule system that need no game.
 */
export interface CalculatorsRow {
  /**
   * The system.
   */
  system: string;
  /**
   * The title of the game.
   */
  title: string;
  tools: CalculatorInfo[];
}
/**
 * One clause in our own words.
 */
export interface ClauseEntry {
  /**
   * How sure we are.
   */
  confidence: 'found' | 'memory' | 'default';
  /**
   * Whether the clause may make a secret known to the other side.
   */
  discloses: boolean;
  /**
   * The identifier that code and cases cite.
   */
  id: string;
  /**
   * Rule or description.
   */
  kind: 'rule' | 'text';
  /**
   * The scenario options that bear on it.
   */
  options: string[];
  /**
   * The heading it stands under.
   */
  section: string;
  /**
   * One to three sentences.
   */
  text: string;
  /**
   * A few words.
   */
  title: string;
}
/**
 * A request to commit to a nonce.
 */
export interface CommitRequest {
  /**
   * 64 hexadecimal digits.
   */
  commitment: string;
}
/**
 * What everybody may know of the dice.
 */
export interface DiceInfo {
  /**
   * Commitments, by `referee` and the sides' names.
   */
  commitments?: {
    [k: string]: string | null;
  };
  /**
   * The version of the rule by which commitments are made: 2, or 1 in games of earlier versions.
   */
  fairness: number;
  /**
   * The name of the game that commitments are bound to; none by version 1.
   */
  game?: string;
  /**
   * `fair`, or `players` where players enter the rolls that everybody sees.
   */
  kind: string;
  /**
   * Nonces: the sides' when both are revealed, the referee's when the game is over.
   */
  nonces?: {
    [k: string]: string | null;
  };
  /**
   * How far the game has come.
   */
  stage: 'commit' | 'reveal' | 'play' | 'over';
}
/**
 * Entered dice: faces that players rolled at their table.
 */
export interface DiceRequest {
  /**
   * What the dice show, each 1 to 6.
   */
  faces: number[];
  /**
   * The client's own id of it.
   */
  id: string;
  /**
   * What the roll is for, as asked.
   */
  label: string;
}
/**
 * The luck of a finished game: what each roll did, against what was to be expected of it.
 *
 * How well a side stands is a rough figure of the system's own, from 0 (as good as lost) to 1 (as good as won). What a
 * roll did to it beyond its expectation is luck; what an order did to it on average is not.
 */
export interface Luck {
  /**
   * How well the first side stood after each entry of the ledger, 0 to 1; 1, 0 or 0.5 (a draw) at the end.
   */
  course: number[];
  /**
   * Every roll, in order.
   */
  rolls: RollLuck[];
  /**
   * The luck of each side, the first side's first.
   */
  sides: SideLuck[];
}
/**
 * One roll.
 */
export interface RollLuck {
  /**
   * The side whose doing it was; none at the start of play.
   */
  by: string | null;
  /**
   * By which clause.
   */
  clause: string;
  /**
   * What is counted of it.
   */
  counted: 'successes' | 'sum';
  /**
   * The entry of the ledger, from 0.
   */
  entry: number;
  /**
   * What it comes to on average.
   */
  expected: number;
  /**
   * What the dice showed.
   */
  faces: number[];
  /**
   * What it came to.
   */
  got: number;
  /**
   * What for.
   */
  label: string;
  /**
   * By how much it bettered the prospects of side A beyond what was to be expected before it, -1 to 1.
   */
  swing: number;
}
/**
 * The luck of one side.
 */
export interface SideLuck {
  /**
   * The roll that did most for it, by its place in `rolls`.
   */
  best: number | null;
  /**
   * How many dice those were.
   */
  dice: number;
  /**
   * All that dice did for it in the game, by the rough figure of how well it stood: 0.1 is a tenth of a game. What one
   * side gains, the other loses.
   */
  luck: number;
  /**
   * How much of it came of its own doing; the rest came of the other side's and of the start of play.
   */
  own: number;
  /**
   * How many rolls were its own doing, with those of the other side in answer. What both sides roll together, or what comes
   * of itself, is counted for the side whose men it is about.
   */
  rolls: number;
  /**
   * The side.
   */
  side: string;
  /**
   * The roll that did most against it.
   */
  worst: number | null;
}
/**
 * Where pieces and Locations stand in what is written, as ways of fields: `fight.breaks.unit`.
 */
export interface Mentions2 {
  /**
   * The fields that name a piece, or several.
   */
  pieces: string[];
  /**
   * The fields that name a Location, or several.
   */
  places: string[];
}
/**
 * A game that was created.
 */
export interface NewGameMade {
  /**
   * The links, by side's name or `spectator`. Whoever has a link has its seat.
   */
  links: {
    [k: string]: string;
  };
  /**
   * The names of the sides.
   */
  sides: string[];
  /**
   * The rule system.
   */
  system: string;
}
/**
 * A request to create a game.
 */
export interface NewGameRequest {
  /**
   * Who rolls the dice.
   */
  dice?: 'fair' | 'players';
  /**
   * Options to change.
   */
  options?: Json;
  /**
   * Who plays each side; a side that is not named is human.
   */
  players?: {
    [k: string]: Player;
  };
  /**
   * The name of a scenario, or the whole text of one.
   */
  scenario: string;
}
/**
 * The odds of an order.
 */
export interface Odds {
  /**
   * Whether the odds assume that nobody else does anything new in the turn.
   */
  alone: boolean;
  /**
   * Number of dice results that were resolved.
   */
  branches: number;
  /**
   * Number of random plays sampled, where the dice results are too many to enumerate; 0 if the probabilities are exact
   * for their guesses.
   */
  drawn: number;
  /**
   * Number of possible positions that the odds average over.
   */
  guesses: number;
  /**
   * Sampling error of each probability, 0.0 to 1.0; 0.0 if exact. Excludes uncertainty about hidden units.
   */
  off: number;
  /**
   * The results as text, the most likely first. If no outcome has a summary of its own, the reports of each.
   */
  summary: Chance[];
  /**
   * Every possible outcome.
   */
  ways: OddsOutcome[];
}
/**
 * One possible outcome of an order.
 */
export interface OddsOutcome {
  /**
   * Its probability, 0.0 to 1.0.
   */
  probability: number;
  /**
   * The reports the side would get, as JSON.
   */
  reports: Json;
  /**
   * The reports the side would get, as text.
   */
  text: string[];
}
/**
 * A request for the odds of an order.
 */
export interface OddsRequest {
  /**
   * The order, as an offer has it.
   */
  order: Json;
}
/**
 * One thing a seat may choose now.
 */
export interface Offer {
  /**
   * The clauses it rests on.
   */
  clauses: string[];
  /**
   * a draft, which leads to further offers; or
   */
  draft?: Json;
  /**
   * The order, ready to be submitted; or
   */
  order?: Json;
  /**
   * The pieces it is about, the acting one first.
   */
  pieces: Name[];
  /**
   * The Locations it is about.
   */
  places: string[];
  /**
   * A plain sentence.
   */
  sentence: string;
  /**
   * an undo of the last order.
   */
  undo?: boolean;
  /**
   * The verb.
   */
  verb: string;
}
/**
 * The offers of a side.
 */
export interface Offers {
  /**
   * What the side is asked, in plain words; null when it waits.
   */
  asked: string | null;
  /**
   * How many events the seat has heard: send it back as `if_heard` to order from this view only.
   */
  heard: number;
  offers: Offer[];
  /**
   * The kind of the question.
   */
  question: string | null;
}
/**
 * A request for offers.
 */
export interface OffersRequest {
  /**
   * The draft that was chosen; the first offers if left out.
   */
  draft?: Json;
}
/**
 * A computer player that can be asked for.
 */
export interface OpponentRow {
  /**
   * What it does.
   */
  about: string;
  /**
   * Its name, to be given as the player of a side.
   */
  name: string;
}
/**
 * An option of a scenario file and its default.
 */
export interface OptionEntry {
  /**
   * The clause it belongs to.
   */
  clause: string;
  /**
   * How sure we are of the default.
   */
  confidence: 'found' | 'memory' | 'default';
  /**
   * The default, as written in a scenario.
   */
  default: string;
  /**
   * Its key under `[options]`.
   */
  name: string;
  /**
   * What it changes.
   */
  text: string;
  /**
   * What players read for the key, in at most five words.
   */
  title?: string;
  /**
   * What players may choose when they begin a game, each as written in a scenario, the default among them; empty where
   * only a scenario sets it.
   */
  values: string[];
}
/**
 * A request to give an order.
 */
export interface OrderRequest {
  /**
   * The client's own id of it, 1 to 64 characters: repeated, it is answered again and not done again.
   */
  id: string;
  /**
   * Only if the seat has heard just so many events.
   */
  if_heard?: number | null;
  /**
   * The order, as an offer has it.
   */
  order: Json;
}
/**
 * The response to a request that was done, or that waits for dice.
 */
export interface OrderResponse {
  ack?: Ack;
  roll?: RollAsked;
}
/**
 * A roll that someone has to make at the table.
 */
export interface RollAsked {
  /**
   * The clause that asks for it.
   */
  clause: string;
  /**
   * How many six-sided dice.
   */
  dice: number;
  /**
   * What the roll is for.
   */
  label: string;
  /**
   * The name of the side that alone sees it; none if all do. Always none where players roll their own dice: secret
   * rolls are then the referee's. Set only where every roll is given, as by a script.
   */
  seen_by: string | null;
}
/**
 * How a game ended.
 */
export interface OutcomeInfo {
  /**
   * Plain words.
   */
  why: string;
  /**
   * The winner's name, or `draw`.
   */
  winner: string;
}
/**
 * An error as it is written.
 */
export interface Problem {
  /**
   * The clause that forbids it.
   */
  clause?: string;
  /**
   * The code: stable, for programs.
   */
  code: string;
  /**
   * A sentence about this case.
   */
  detail: string;
  /**
   * The mistakes of a scenario.
   */
  problems?: Json;
  /**
   * The HTTP status.
   */
  status: number;
  /**
   * The code in a few words.
   */
  title: string;
  /**
   * Where the code is explained.
   */
  type: string;
}
/**
 * A finished game at one step.
 */
export interface ReplayStep {
  events: Event[];
  /**
   * Through whose eyes.
   */
  eyes: string;
  outcome: OutcomeInfo1 | null;
  scene: Scene;
  /**
   * The step.
   */
  step: number;
  /**
   * How many there are.
   */
  steps: number;
  /**
   * The same in plain words, what has words.
   */
  texts: string[];
}
/**
 * How the game ended, at the last step.
 */
export interface OutcomeInfo1 {
  /**
   * Plain words.
   */
  why: string;
  /**
   * The winner's name, or `draw`.
   */
  winner: string;
}
/**
 * A view that any client can draw.
 */
export interface Scene {
  /**
   * Markers.
   */
  markers: SceneMarker[];
  /**
   * What is drawn over several Locations; left out where there is nothing.
   */
  overlays?: SceneOverlay[];
  /**
   * Counters, on the board and beside it.
   */
  pieces: ScenePiece[];
  /**
   * Sheets beside the board.
   */
  sheets: SceneSheet[];
  /**
   * The state of play: round, phase, score.
   */
  status: SceneLine[];
  /**
   * Whether both sides answer at once now, neither seeing the other's answers; whether the other side is done is not
   * said. Left out where it is not so.
   */
  together?: boolean;
}
/**
 * Something on a Location that is not a piece: a token, a marker, an anonymous "?".
 */
export interface SceneMarker {
  /**
   * Whether there is no way through it, or none any more; left out where it is not so.
   */
  blocked?: boolean;
  /**
   * What it is in plain words, such as `objective`.
   */
  kind: string;
  /**
   * A short text.
   */
  label: string;
  /**
   * Where it is.
   */
  location: string;
  /**
   * Its sign.
   */
  mark: 'objective' | 'lid' | 'mouth' | 'barred' | 'blaze' | 'unknown' | 'note';
  /**
   * What more there is to say of it, such as `blocked by rubble`; left out where there is nothing.
   */
  note?: string;
  /**
   * The numbers on its sign, such as what an objective is worth.
   */
  numbers: number[];
  /**
   * What it is painted with, if it is known by its colour.
   */
  paint: Paint | null;
  /**
   * Whose it is, if anyone's.
   */
  side: Side | null;
  /**
   * All of it in plain words, for a list.
   */
  words: string;
}
/**
 * Something drawn over several Locations, such as a plotted path or a field of smoke.
 */
export interface SceneOverlay {
  /**
   * How it is drawn.
   */
  kind: 'path' | 'aim' | 'area' | 'start' | 'link';
  /**
   * A short text, such as `fires`.
   */
  label: string;
  /**
   * Its Locations, in order.
   */
  locations: LocationId[];
  /**
   * The piece it belongs to, if any.
   */
  piece: Piece | null;
  /**
   * Whose it is, if anyone's.
   */
  side: Side | null;
}
/**
 * A counter.
 */
export interface ScenePiece {
  /**
   * Whether it is a thing that somebody else carries; left out where it is not.
   */
  carried?: boolean;
  /**
   * What it is in plain words, such as `regular squad`.
   */
  kind: string;
  /**
   * A short text on the counter.
   */
  label: string;
  /**
   * Where it is.
   */
  location: string;
  /**
   * What it is called in a sentence: its own name, or what it is where it has none.
   */
  name: string;
  /**
   * The numbers along the foot of the counter, as the game prints them: with a sign where it prints one.
   */
  numbers: string[];
  /**
   * What a reader calls a piece or a Location: a number (a seat's handle) or a text.
   */
  piece: number | string;
  /**
   * Whose it is.
   */
  side: string;
  /**
   * Its size.
   */
  size: 'none' | 'half' | 'squad';
  /**
   * Its states, what matters most first.
   */
  states: State[];
  /**
   * Its sign.
   */
  symbol: 'infantry' | 'elite' | 'machine-gun' | 'leader' | 'hero' | 'gun' | 'charge' | 'unknown';
  /**
   * A title that it bears, such as `Sewer Rat`.
   */
  title: string | null;
  /**
   * Its values in plain words, such as `firepower 4`.
   */
  values: string[];
}
/**
 * What has become of a piece.
 */
export interface State {
  /**
   * Of what sort it is.
   */
  sort: 'shaken' | 'hurt' | 'held' | 'ready' | 'spent' | 'posture' | 'below' | 'cover' | 'note';
  /**
   * In plain words, such as `pinned`.
   */
  words: string;
}
/**
 * A sheet beside the board, such as a sewer card: a title and squares in a row.
 */
export interface SceneSheet {
  /**
   * The sheet's Location.
   */
  location: string;
  /**
   * Plain words below it.
   */
  note: string;
  /**
   * What it is painted with, if it is known by its colour.
   */
  paint: Paint | null;
  /**
   * Its squares.
   */
  squares: SceneSquare[];
  /**
   * Its title.
   */
  title: string;
}
/**
 * A square of a sheet.
 */
export interface SceneSquare {
  /**
   * What is printed on it.
   */
  print: string;
  /**
   * What lies on it, if anything.
   */
  token: SquareToken | null;
}
/**
 * A line of the state of play, such as `Round: 2 of 6`.
 */
export interface SceneLine {
  /**
   * Of what it tells.
   */
  about: 'time' | 'phase' | 'turn' | 'outcome' | 'account';
  /**
   * The name.
   */
  name: string;
  /**
   * The value.
   */
  value: string;
}
/**
 * A request to reveal a nonce.
 */
export interface RevealRequest {
  /**
   * 64 hexadecimal digits.
   */
  nonce: string;
}
/**
 * A rulebook.
 */
export interface RulebookAnswer {
  clauses: ClauseEntry[];
  house: ClauseEntry[];
  options: OptionEntry[];
  /**
   * Where the clauses come from.
   */
  source: string;
  /**
   * The system.
   */
  system: string;
  /**
   * The title of the game.
   */
  title: string;
}
/**
 * A scenario that can be asked for by name.
 */
export interface ScenarioRow {
  /**
   * Its name: `SYSTEM/FILE`.
   */
  name: string;
  /**
   * The names of the sides.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * What it is about.
   */
  summary: string | null;
  /**
   * Its rule system.
   */
  system: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * Who wins for what, one line each. Both sides may read it before the game.
   */
  victory: string[];
}
/**
 * A game from a seat: everything but the board and the play.
 */
export interface SeatInfo {
  /**
   * What it is asked.
   */
  asked: string | null;
  dice: DiceInfo1;
  /**
   * Its log head.
   */
  head: string;
  /**
   * How many events the seat has heard.
   */
  heard: number;
  /**
   * The options as resolved; null before play.
   */
  options: Json;
  outcome: OutcomeInfo2 | null;
  /**
   * Who plays each side.
   */
  players: {
    [k: string]: Player;
  };
  /**
   * The public log head.
   */
  public: string;
  /**
   * The kind of that question.
   */
  question: string | null;
  roll: null | RollAsked;
  /**
   * The side's name, or `spectator`.
   */
  seat: string;
  side: 0 | 1 | null;
  /**
   * The names of the sides.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * The rule system.
   */
  system: string;
  /**
   * The scenario's title.
   */
  title: string;
  tools: CalculatorInfo[];
}
/**
 * The dice.
 */
export interface DiceInfo1 {
  /**
   * Commitments, by `referee` and the sides' names.
   */
  commitments?: {
    [k: string]: string | null;
  };
  /**
   * The version of the rule by which commitments are made: 2, or 1 in games of earlier versions.
   */
  fairness: number;
  /**
   * The name of the game that commitments are bound to; none by version 1.
   */
  game?: string;
  /**
   * `fair`, or `players` where players enter the rolls that everybody sees.
   */
  kind: string;
  /**
   * Nonces: the sides' when both are revealed, the referee's when the game is over.
   */
  nonces?: {
    [k: string]: string | null;
  };
  /**
   * How far the game has come.
   */
  stage: 'commit' | 'reveal' | 'play' | 'over';
}
/**
 * How the game ended.
 */
export interface OutcomeInfo2 {
  /**
   * Plain words.
   */
  why: string;
  /**
   * The winner's name, or `draw`.
   */
  winner: string;
}
/**
 * A request to set or clear a standing order.
 */
export interface StandingOrderRequest {
  /**
   * The answer; none clears the standing order.
   */
  answer?: Json;
  /**
   * The client's own id of it.
   */
  id: string;
  /**
   * The kind of question it answers.
   */
  question: string;
}
/**
 * All data of one screen, taken at one moment.
 */
export interface TableSnapshot {
  info: SeatInfo1;
  offers: Offers1 | null;
  scene: null | Scene;
  why_not: WhyNot[];
}
/**
 * The game as a whole.
 */
export interface SeatInfo1 {
  /**
   * What it is asked.
   */
  asked: string | null;
  dice: DiceInfo1;
  /**
   * Its log head.
   */
  head: string;
  /**
   * How many events the seat has heard.
   */
  heard: number;
  /**
   * The options as resolved; null before play.
   */
  options: Json;
  outcome: OutcomeInfo2 | null;
  /**
   * Who plays each side.
   */
  players: {
    [k: string]: Player;
  };
  /**
   * The public log head.
   */
  public: string;
  /**
   * The kind of that question.
   */
  question: string | null;
  roll: null | RollAsked;
  /**
   * The side's name, or `spectator`.
   */
  seat: string;
  side: 0 | 1 | null;
  /**
   * The names of the sides.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * The rule system.
   */
  system: string;
  /**
   * The scenario's title.
   */
  title: string;
  tools: CalculatorInfo[];
}
/**
 * What may be chosen; null for a spectator.
 */
export interface Offers1 {
  /**
   * What the side is asked, in plain words; null when it waits.
   */
  asked: string | null;
  /**
   * How many events the seat has heard: send it back as `if_heard` to order from this view only.
   */
  heard: number;
  offers: Offer[];
  /**
   * The kind of the question.
   */
  question: string | null;
}
/**
 * A verb that is not open to a piece now, and why.
 */
export interface WhyNot {
  /**
   * The clause that forbids it.
   */
  clause: string;
  /**
   * The piece, if it is about one.
   */
  piece: Name | null;
  /**
   * The verb.
   */
  verb: string;
  /**
   * Plain words.
   */
  why: string;
}
/**
 * How what a seat hears is told.
 */
export interface TellingJson1 {
  /**
   * Facts, kind by kind.
   */
  facts: FactWords[];
  orders: Mentions;
  reports: Mentions1;
}
/**
 * The version of the program, and of each format that it reads and writes.
 */
export interface Versions {
  /**
   * Conformance cases.
   */
  case: number;
  /**
   * The protocol of `undercity engine`.
   */
  engine: number;
  /**
   * This interface.
   */
  http: number;
  /**
   * Ledgers.
   */
  ledger: number;
  /**
   * The version of the program.
   */
  program: string;
  /**
   * Scenario files.
   */
  scenario: number;
}
/**
 * What a seat sees.
 */
export interface View {
  ack: Ack1;
  /**
   * What the seat is asked, in plain words; none when it waits.
   */
  asked: string | null;
  /**
   * Everything that holds, in the seat's own names.
   */
  facts: Json[];
  /**
   * The winner's name, or `draw`, once the game is over.
   */
  outcome: string | null;
  /**
   * The kind of the question.
   */
  question: string | null;
}
/**
 * What a seat is answered when its order is done and safe.
 */
export interface Ack1 {
  /**
   * The seat's own log head.
   */
  head: string;
  /**
   * How many events the seat has heard.
   */
  heard: number;
  /**
   * The public log head.
   */
  public: string;
}
