/* Made by `make wire` from the types of the server. Do not edit. */
import type {Json} from './json';

/**
 * The colour of a side's counters. The band on a counter also distinguishes the two, without colour.
 * - `brown`: Drawn as light brown with a plain band, as Soviet counters are printed.
 * - `blue`: Drawn as grey blue with a hatched band, as German counters are printed.
 */
export type SideColor = 'brown' | 'blue';
/**
 * How reliable a clause is. In a clause that has a source, sentences from "Ours:" on are ours.
 * - `found`: Confirmed in a source that we have read.
 * - `sibling`: Taken from a sister game, another edition or one account of a player, and not confirmed for this game.
 * - `memory`: Recalled, but not checked against a source.
 * - `default`: Our own choice, because no source is at hand.
 */
export type Confidence = 'found' | 'sibling' | 'memory' | 'default';
/**
 * The quantity counted in a roll.
 * - `successes`: Number of dice that reached the required face.
 * - `sum`: Sum of all faces.
 */
export type Counted = 'successes' | 'sum';
/**
 * The choice of who rolls the dice.
 */
export type DiceChoice = 'fair' | 'players';
/**
 * A draft as an offer contains it: an object with its fields, or a string if it has none.
 */
export type Draft = Json | string;
/**
 * The look of a hexside feature in drawings.
 * - `wall`: A wall, drawn as a thick line.
 * - `hedge`: A hedge, drawn as a green row.
 * - `door`: A door, drawn as a gap with a leaf.
 * - `window`: A window, drawn as a gap with a pane.
 */
export type Edge = 'wall' | 'hedge' | 'door' | 'window';
/**
 * One event in the log of a seat. All names in it are those of the seat.
 */
export type Event =
  | {
      saw: EventSaw;
    }
  | {
      told: EventTold;
    }
  | {
      rolled: EventRolled;
    }
  | {
      ordered: EventOrdered;
    }
  | {
      standing: EventStanding;
    }
  | 'undone'
  | {
      resigned: EventResigned;
    }
  | {
      asked: EventAsked;
    }
  | {
      sealed: string;
    };
/**
 * A reader's name for a piece, Location or side: a number (a seat's handle) or a text.
 */
export type Piece = number | string;
export type LocationId = string;
/**
 * A reader's name for a piece, Location or side: a number (a seat's handle) or a text.
 */
export type Name = number | string;
/**
 * The kinds of value that calculators accept.
 * - `piece`: A piece by the name or handle that the seat uses, such as `7`.
 * - `location`: A Location by its label, such as `C4`.
 * - `side`: A side by its name in the system, such as `russian`.
 * - `number`: A whole number, which may be negative.
 * - `yes_no`: A boolean: typed as `yes` or `no`, `true` or `false` in JSON.
 * - `text`: Free text, such as a list that the calculator parses itself.
 */
export type InputKind = 'piece' | 'location' | 'side' | 'number' | 'yes_no' | 'text';
/**
 * Whether a clause has an effect in play.
 * - `rule`: A rule, which causes, requires or forbids something.
 * - `text`: A description without effect.
 */
export type Kind = 'rule' | 'text';
/**
 * Topic of a status line, in the order in which a narrow screen shows them.
 * - `time`: The current round or turn.
 * - `phase`: The current phase of the turn.
 * - `turn`: The side to act, and its current activity.
 * - `outcome`: Result of a finished game.
 * - `account`: Any other topic: points, losses, hidden units.
 */
export type LineAbout = 'time' | 'phase' | 'turn' | 'outcome' | 'account';
/**
 * The look of terrain in drawings.
 * - `plain`: Bare open ground.
 * - `cobbles`: Paving stones of a street or square.
 * - `gravel`: The gravel bed of a railway.
 * - `trees`: Trees, such as woods or an orchard.
 * - `tufts`: Low growth, such as brush.
 * - `stalks`: Standing grain in a field.
 * - `craters`: Shellholes or other craters.
 * - `waves`: Water, such as a river or pond.
 * - `house`: A building of any material.
 * - `planks`: A wooden building or floor.
 * - `bricks`: A building or wall of masonry.
 * - `rubble`: The rubble of a destroyed building.
 * - `bunker`: A low strongpoint of concrete.
 * - `fortress`: A strongpoint with walls and towers.
 * - `yard`: An open yard within buildings.
 * - `stairs`: Stairs, drawn as part of the building around them.
 * - `hole`: A pit or hole in the ground.
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
 * The symbol of a marker, as opposed to a piece.
 * - `objective`: A place to hold, with its points as numbers.
 * - `lid`: The cover of a manhole.
 * - `mouth`: The entrance of a tunnel.
 * - `barred`: A passage that cannot be used.
 * - `blaze`: A fire that burns in the Location.
 * - `unknown`: An unidentified unit. Screens place it among the counters.
 * - `note`: Anything else, described by its text.
 */
export type Mark = 'objective' | 'lid' | 'mouth' | 'barred' | 'blaze' | 'unknown' | 'note';
/**
 * The kind of an underground network.
 * - `sewer`: A sewer, drawn as a solid line.
 * - `tunnel`: A tunnel, drawn as a dashed line.
 */
export type NetworkKind = 'sewer' | 'tunnel';
/**
 * Who plays a side: a human, or the server at a level.
 */
export type Player = 'human' | 'recruit' | 'regular' | 'veteran' | 'elite';
/**
 * An order as an offer contains it: an object with its fields, or a string if it has none, such as `stop`.
 */
export type Order = Json | string;
/**
 * The piece that a report removes from the game, as opposed to one that only goes out of sight.
 */
export type Out =
  | {
      piece: Piece;
    }
  | {
      at: LocationId;
    };
/**
 * The style of something drawn across several Locations.
 * - `path`: A path through the Locations in order.
 * - `aim`: A dotted line from the first Location to the last.
 * - `area`: A shaded field over all Locations.
 * - `start`: A dashed outline of the area where a side sets up.
 * - `link`: A connection of the first and last Location below the board.
 */
export type Overlay = 'path' | 'aim' | 'area' | 'start' | 'link';
/**
 * The colour of a sewer card and of its marker.
 * - `red`: Drawn as dark red, `#b3261e`.
 * - `blue`: Drawn as medium blue, `#2458a6`.
 * - `green`: Drawn as medium green, `#2e7d32`.
 * - `yellow`: Drawn as golden yellow, `#e0b000`.
 * - `white`: Drawn as pure white, `#ffffff`.
 * - `black`: Drawn as near black, `#1b1815`.
 */
export type Paint = 'red' | 'blue' | 'green' | 'yellow' | 'white' | 'black';
export type Side = string;
/**
 * A token on a square of a card beside the board.
 * - `ready`: A token that can be used.
 * - `spent`: A used token, drawn crossed out.
 */
export type SquareToken = 'ready' | 'spent';
/**
 * A road, path or railway across a hexside.
 * - `paved`: A paved road or street.
 * - `unpaved`: An unpaved road.
 * - `path`: A footpath or trail.
 * - `rail`: A railway, which does not count as a road for manholes.
 */
export type Road = 'paved' | 'unpaved' | 'path' | 'rail';
/**
 * The meaning of a field of a fact.
 * - `piece`: The piece that the fact describes.
 * - `side`: The side that owns it.
 * - `name`: A proper name of the piece or thing.
 * - `which`: A word that distinguishes it from others of its kind.
 * - `place`: The Location it is in.
 * - `print`: Text printed on the counter or marker.
 * - `owner`: The side that holds it, as with an objective.
 * - `holder`: The piece that carries or holds it.
 * - `amount`: The number of something, named by [`FieldWords::words`].
 * - `state`: One word, several words or a boolean, with wordings in [`FieldWords::says`].
 * - `account`: Bookkeeping that is not described.
 */
export type Role =
  'piece' | 'side' | 'name' | 'which' | 'place' | 'print' | 'owner' | 'holder' | 'amount' | 'state' | 'account';
/**
 * The size of a unit, shown as dots beside its symbol.
 * - `none`: No dots: a single man, or a thing.
 * - `half`: Half a squad: one dot.
 * - `squad`: A squad: two dots.
 */
export type Size = 'none' | 'half' | 'squad';
/**
 * Category of a state, most important first. A counter with little space shows only the first.
 * - `shaken`: Impaired morale: broken, pinned, stunned.
 * - `hurt`: Wounded, or about to be eliminated.
 * - `held`: Unable to move freely: in Melee, encircled, immobilised.
 * - `ready`: Able to act outside its own turn.
 * - `spent`: Finished acting for now, or unable to repeat an action.
 * - `posture`: Posture, such as prone or crouching.
 * - `below`: State connected with being below ground.
 * - `cover`: How well it is concealed from the enemy.
 * - `note`: Any other state, least important.
 */
export type Sort = 'shaken' | 'hurt' | 'held' | 'ready' | 'spent' | 'posture' | 'below' | 'cover' | 'note';
/**
 * The stage of a game, from the commitments to the end.
 */
export type Stage = 'commit' | 'reveal' | 'play' | 'over';
/**
 * The category of thing that a fact describes.
 * - `piece`: A piece that the seat can name.
 * - `thing`: A thing that lies in a place, such as a marker.
 * - `somebody`: An unidentified unit. Its appearance or disappearance is described by other lines of the same order.
 * - `account`: Bookkeeping of the game, whose changes are not news.
 */
export type Subject = 'piece' | 'thing' | 'somebody' | 'account';
/**
 * The symbol of a unit or thing, as on military maps.
 * - `infantry`: Infantry with rifles: a crossed box.
 * - `elite`: Elite infantry: a crossed box with its upper part filled.
 * - `machine-gun`: A machine gun, with or without its crew: a crossed box with an arrow.
 * - `leader`: A leader or officer: a box with a star.
 * - `hero`: A hero: a box with a disc and a triangle.
 * - `gun`: A gun, or its crew: a box with a filled disc.
 * - `charge`: A demolition charge, carried or placed.
 * - `unknown`: A unit that is not identified: a question mark.
 */
export type Symbol = 'infantry' | 'elite' | 'machine-gun' | 'leader' | 'hero' | 'gun' | 'charge' | 'unknown';

export interface Wire {
  Ack: Ack;
  ActionRequest: ActionRequest;
  BoardJson: BoardJson;
  Briefing: Briefing1;
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
  Draft: Draft;
  Edge: Edge;
  Event: Event;
  EventAsked: EventAsked;
  EventOrdered: EventOrdered;
  EventResigned: EventResigned;
  EventRolled: EventRolled;
  EventSaw: EventSaw;
  EventStanding: EventStanding;
  EventTold: EventTold;
  Expectation: Expectation;
  Explained: Explained;
  FactWords: FactWords;
  FieldWords: FieldWords;
  GuideRow: GuideRow;
  GuideState: GuideState;
  Health: Health;
  HexJson: HexJson;
  HexsideJson: HexsideJson;
  InputKind: InputKind;
  Kind: Kind;
  LeftOut: LeftOut;
  LessonState: LessonState;
  LineAbout: LineAbout;
  LocationId: LocationId;
  LocationJson: LocationJson;
  Look: Look;
  Luck: Luck;
  Mark: Mark;
  Measured: Measured;
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
  OnlookerJson: OnlookerJson;
  OnlookersJson: OnlookersJson;
  OpponentRow: OpponentRow;
  OptionEntry: OptionEntry;
  Order: Order;
  OrderRequest: OrderRequest;
  OrderResponse: OrderResponse;
  Out: Out;
  OutcomeInfo: OutcomeInfo;
  Overlay: Overlay;
  Paint: Paint;
  Panel: Panel;
  PanelClause: PanelClause;
  PanelPicture: PanelPicture;
  Piece: Piece;
  Player: Player;
  Problem: Problem;
  Reaction: Reaction;
  Reference: Reference;
  RenewRequest: RenewRequest;
  Renewed: Renewed;
  ReplayStep: ReplayStep;
  RevealRequest: RevealRequest;
  Road: Road;
  RoadJson: RoadJson;
  Role: Role;
  RollAsked: RollAsked;
  RollLuck: RollLuck;
  RuleNote: RuleNote;
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
  Sentence: Sentence;
  Side: Side;
  SideColor: SideColor;
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
  Walk: Walk;
  WalkFailure: WalkFailure;
  WalkStep: WalkStep;
  WhyNot: WhyNot;
}
/**
 * The acknowledgement that a seat gets when its order is carried out and saved.
 */
export interface Ack {
  /**
   * Hash of the seat's own log up to here.
   */
  head: string;
  /**
   * Number of events in the seat's log.
   */
  heard: number;
  /**
   * Hash of the public log up to here, which every seat can see.
   */
  public: string;
}
/**
 * A request to undo the last order, or to resign.
 */
export interface ActionRequest {
  /**
   * The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
   */
  id: string;
}
/**
 * Everything on a board that does not move. Lengths are in units of the radius of a hex: the distance from its centre
 * to a corner.
 */
export interface BoardJson {
  briefing: Briefing;
  /**
   * Colours of their counters, in the order of `sides`. The two differ.
   *
   * @minItems 2
   * @maxItems 2
   */
  colors: [SideColor, SideColor];
  /**
   * Number of columns of hexes.
   */
  columns: number;
  /**
   * Height of the drawing down from its origin, in units.
   */
  height: number;
  /**
   * All hexes of the board. Other fields refer to them by their index in this list.
   */
  hexes: HexJson[];
  /**
   * Walls, hedges and similar features, with each hexside listed once.
   */
  hexsides: HexsideJson[];
  /**
   * Pairs of networks that units can move between, by their indices in `networks`. Left out if there are none.
   */
  joined?: [number, number][];
  /**
   * Every Location where a piece can be.
   */
  locations: LocationJson[];
  /**
   * Sewers and tunnels that both sides know.
   */
  networks: NetworkJson[];
  /**
   * Roads, with each crossing of a hexside listed once.
   */
  roads: RoadJson[];
  /**
   * Number of rows of hexes, not counting a row of half hexes.
   */
  rows: number;
  /**
   * Names of both sides, such as `german`; side A first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  telling: TellingJson;
  /**
   * Kinds of terrain of this system, the default one first.
   */
  terrains: TerrainJson[];
  /**
   * Width of the drawing to the right of its origin, in units.
   */
  width: number;
}
/**
 * Story and aims of the scenario.
 */
export interface Briefing {
  /**
   * Story of the scenario in a few sentences; null if it has none.
   */
  summary: string | null;
  /**
   * Victory conditions, one line each.
   */
  victory: string[];
}
/**
 * One hex of the board, with its position and terrain.
 */
export interface HexJson {
  /**
   * Name of the building that it is part of; null without one.
   */
  building: string | null;
  /**
   * Height of the ground of this hex, in levels; 0 is the base level.
   */
  elevation: number;
  /**
   * Floors of the building in it; 0 without one.
   */
  floors: number;
  /**
   * Index of the hex in the list, from 0.
   */
  id: number;
  /**
   * Printed name of the hex, such as `C4`.
   */
  label: string;
  /**
   * Style in which its terrain is drawn.
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
   * Name of its terrain, as in `terrains`.
   */
  terrain: string;
  /**
   * Centre of the hex: units to the right of the origin.
   */
  x: number;
  /**
   * Centre of the hex: units down from the origin.
   */
  y: number;
}
/**
 * A feature of a hexside, such as a wall or a door.
 */
export interface HexsideJson {
  /**
   * Index of one hex of the hexside.
   */
  a: number;
  /**
   * Index of the other hex; null at the edge of the board.
   */
  b: number | null;
  /**
   * Direction out of `a`: 0 is up, then clockwise to 5.
   */
  direction: number;
  /**
   * Name of the feature, such as `wall`.
   */
  feature: string;
  /**
   * Style in which the feature is drawn.
   */
  look: 'wall' | 'hedge' | 'door' | 'window';
}
/**
 * A Location: a place where a piece can be.
 */
export interface LocationJson {
  /**
   * Maximum number of pieces, if the Location itself has a limit.
   */
  capacity: number | null;
  /**
   * Index of the hex it is in, above or below ground; null beside the board.
   */
  hex: number | null;
  /**
   * Kind of Location, such as `sewer`.
   */
  kind: string;
  /**
   * Name of the Location, as in scenes and offers.
   */
  label: string;
  /**
   * Levels above the ground of its hex; negative below it.
   */
  level: number;
  /**
   * Whether it lies below the ground.
   */
  underground: boolean;
  /**
   * Name of the Location in text, such as `C4, in the sewer`.
   */
  words: string;
}
/**
 * A sewer or tunnel that both sides know.
 */
export interface NetworkJson {
  /**
   * Colour for drawing it; null if it has none of its own.
   */
  color: string | null;
  /**
   * Indices of its hexes, in order if it is a line.
   */
  hexes: number[];
  /**
   * Kind of network, such as sewer or tunnel.
   */
  kind: 'sewer' | 'tunnel';
  /**
   * Whether it is a line from hex to hex. If not, only its entrances are known.
   */
  line: boolean;
  /**
   * Name of the network, as the scenario gives it.
   */
  name: string;
}
/**
 * A piece of road from the centre of one hex to the centre of the next, or off the board.
 */
export interface RoadJson {
  /**
   * Index of the hex where it begins.
   */
  a: number;
  /**
   * Index of the hex where it ends; null where the road leaves the board.
   */
  b: number | null;
  /**
   * Direction out of `a`: 0 is up, then clockwise to 5.
   */
  direction: number;
  /**
   * Kind of road, which decides how it is drawn.
   */
  kind: 'paved' | 'unpaved' | 'path' | 'rail';
}
/**
 * Wording of the system's events and facts. It is equal for every game of the system.
 */
export interface TellingJson {
  /**
   * Words for each kind of fact.
   */
  facts: FactWords[];
  orders: Mentions;
  reports: Mentions1;
}
/**
 * The description of one kind of fact.
 */
export interface FactWords {
  /**
   * The category of thing that the fact describes.
   */
  about: 'piece' | 'thing' | 'somebody' | 'account';
  /**
   * Name of the fact in JSON, such as `squad`.
   */
  fact: string;
  /**
   * Descriptions of its fields. Empty for [`Subject::Account`].
   */
  fields: FieldWords[];
  /**
   * Names of reports, as in JSON, that already announce its appearance and disappearance. For a piece, the report
   * must name it, and only the disappearance is covered.
   */
  told_as: string[];
  /**
   * English noun for it, such as `squad`.
   */
  words: string;
}
/**
 * The description of one field of a fact.
 */
export interface FieldWords {
  /**
   * Name of the field in JSON; `of.a` means the field `a` inside `of`.
   */
  field: string;
  /**
   * Noun for several of it, or for none; else empty.
   */
  many: string;
  /**
   * The meaning of the field, which determines its wording.
   */
  role: 'piece' | 'side' | 'name' | 'which' | 'place' | 'print' | 'owner' | 'holder' | 'amount' | 'state' | 'account';
  /**
   * Wording for each value, for [`Role::State`]; else empty.
   */
  says: Says[];
  /**
   * Noun for one of what is counted, for [`Role::Amount`]; else empty.
   */
  words: string;
}
/**
 * The wording for one value of a field.
 */
export interface Says {
  /**
   * Text when the value begins to hold, such as `is pinned`. Empty if that needs no mention.
   */
  begins: string;
  /**
   * Whether it is an action of the piece, as opposed to something done to it.
   */
  deed: boolean;
  /**
   * Text when the value ceases to hold. Empty if that needs no mention.
   */
  ends: string;
  /**
   * Names of further reports about the same piece, as in JSON, that already announce it. A report named like the
   * value always does.
   */
  told_as: string[];
  /**
   * The value in JSON; `true` for a boolean.
   */
  value: string;
}
/**
 * Fields in which orders name pieces and Locations.
 */
export interface Mentions {
  /**
   * Paths of the fields that name one piece or several.
   */
  pieces: string[];
  /**
   * Paths of the fields that name one Location or several.
   */
  places: string[];
}
/**
 * Fields in which reports name pieces and Locations.
 */
export interface Mentions1 {
  /**
   * Paths of the fields that name one piece or several.
   */
  pieces: string[];
  /**
   * Paths of the fields that name one Location or several.
   */
  places: string[];
}
/**
 * One kind of terrain of a rule system.
 */
export interface TerrainJson {
  /**
   * Effects on movement, cover and sight, each with its clause. Empty for terrain that is not on this board.
   */
  effects: RuleNote[];
  /**
   * Style in which the terrain is drawn.
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
   * Name of the terrain, as the scenario writes it.
   */
  name: string;
}
/**
 * An effect of a terrain or another thing on the board, with its clause.
 */
export interface RuleNote {
  /**
   * The clause that rules it, such as `TOI-B21`.
   */
  clause: string;
  /**
   * English text without a full stop, such as `2 movement points to enter`.
   */
  words: string;
}
/**
 * What both sides are told of a scenario before they play it.
 */
export interface Briefing1 {
  /**
   * Story of the scenario in a few sentences; null if it has none.
   */
  summary: string | null;
  /**
   * Victory conditions, one line each.
   */
  victory: string[];
}
/**
 * One field of a calculator's input.
 */
export interface CalculatorField {
  /**
   * Meaning and range of the value, shown to players.
   */
  about: string;
  /**
   * Value used if the field is left out, written as a player would type it. `None` if the field is required.
   */
  default: string | null;
  /**
   * The kind of value, from which a client chooses a form control.
   */
  kind: 'piece' | 'location' | 'side' | 'number' | 'yes_no' | 'text';
  /**
   * Key of the field in the JSON input, such as `hexes`.
   */
  name: string;
}
/**
 * The description of a calculator: what clients need to build a form for it.
 */
export interface CalculatorInfo {
  /**
   * One sentence about the result, shown to players.
   */
  about: string;
  /**
   * Identifier by which clients call it, unique within the system, such as `odds`.
   */
  name: string;
  /**
   * Whether it reads the position of a game. If false, it can also be called without a game.
   */
  of_a_game: boolean;
  /**
   * The fields of its input, in the order a form shows them.
   */
  takes: CalculatorField[];
}
/**
 * The result of a calculator: text, charts and tables for people, and raw numbers for programs.
 */
export interface CalculatorOutput {
  /**
   * Probabilities to be shown as bar charts; empty if the result has none.
   */
  charts: Chart[];
  /**
   * Tables to be shown below the text; empty if the result has none.
   */
  tables: TextTable[];
  /**
   * English sentences that state the result, each with its clause.
   */
  text: Sentence[];
  [k: string]: unknown;
}
/**
 * A set of probabilities that clients show as a bar chart.
 */
export interface Chart {
  /**
   * The bars, in the order to be shown.
   */
  chances: Chance[];
  /**
   * Heading of the chart, such as `Result of the attack`.
   */
  title: string;
}
/**
 * One possible result and its probability.
 */
export interface Chance {
  /**
   * Probability of the result, 0 to 1.
   */
  probability: number;
  /**
   * English description of the result, such as `eliminated`. Empty if the result has no effect.
   */
  text: string;
}
/**
 * A table of texts and formatted numbers.
 */
export interface TextTable {
  /**
   * Column headings. The first column identifies the row.
   */
  columns: string[];
  /**
   * The rows, each with one cell per column.
   */
  rows: string[][];
  /**
   * Heading of the table, shown above it.
   */
  title: string;
}
/**
 * A sentence of a calculator's result, with the clause that it rests on.
 */
export interface Sentence {
  /**
   * The clause that decides it, such as `TOI-B22`; null if it rests on none, or names its clauses itself.
   */
  clause: string | null;
  /**
   * English text, such as `The building in D4 blocks it.`.
   */
  words: string;
}
/**
 * A request to run a calculator.
 */
export interface CalculatorRequest {
  /**
   * Input of the calculator: a JSON object with its fields.
   */
  input: Json;
  /**
   * Name of the calculator, such as `sewer`.
   */
  tool: string;
}
/**
 * The calculators of a rule system that work without a game.
 */
export interface CalculatorsRow {
  /**
   * Name of the rule system, such as `asl`.
   */
  system: string;
  /**
   * Title of the published game.
   */
  title: string;
  tools: CalculatorInfo[];
}
/**
 * One clause of a rulebook, in our own words.
 */
export interface ClauseEntry {
  /**
   * How reliable the clause is.
   */
  confidence: 'found' | 'sibling' | 'memory' | 'default';
  /**
   * Whether effects of the clause may reveal a secret to the other side.
   */
  discloses: boolean;
  /**
   * The identifier that code and cases cite, such as `TOI-S4`.
   */
  id: string;
  /**
   * Whether the clause is a rule or a description.
   */
  kind: 'rule' | 'text';
  /**
   * Names of the scenario options that change it.
   */
  options: string[];
  /**
   * The heading of the rulebook section that contains it.
   */
  section: string;
  /**
   * What the clause rests on: the key of a reference, and after `: ` the section or page, such as `FAQ 1.5` or
   * `R51: p44`. Empty if the clause is ours.
   */
  sources: string[];
  /**
   * The rule in one to three sentences.
   */
  text: string;
  /**
   * Short heading of a few words.
   */
  title: string;
}
/**
 * A request to commit to a nonce.
 */
export interface CommitRequest {
  /**
   * Commitment to the side's nonce: 64 hexadecimal digits.
   */
  commitment: string;
}
/**
 * The public information on the dice.
 */
export interface DiceInfo {
  /**
   * Commitments by party: `referee` and the sides' names. Null if no dice come from a key.
   */
  commitments?: {
    [k: string]: string | null;
  };
  /**
   * Version of the fairness protocol: 2, or 1 in games of earlier versions.
   */
  fairness: number;
  /**
   * Id of the game, to which commitments are bound; null for version 1.
   */
  game?: string;
  /**
   * `fair` if the referee rolls, or `players` if players enter the rolls that both sides see. `guide` in a guided
   * game: its dice are laid down, and can't be verified.
   */
  kind: string;
  /**
   * Nonces by party: those of the sides after both are revealed, that of the referee after the game.
   */
  nonces?: {
    [k: string]: string | null;
  };
  /**
   * Stage that the game has reached.
   */
  stage: 'commit' | 'reveal' | 'play' | 'over';
}
/**
 * Entered dice: faces that players rolled at their table.
 */
export interface DiceRequest {
  /**
   * Items: Face of a die.
   */
  faces: number[];
  /**
   * The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
   */
  id: string;
  /**
   * Label of the roll, as the request for dice names it.
   */
  label: string;
}
/**
 * The seat's view changed. Facts are numbered from 0 in order of appearance. Empty fields are omitted from JSON.
 */
export interface EventSaw {
  /**
   * Identifier of the clause that caused the change; `None` if no single clause did.
   */
  clause?: string;
  /**
   * Numbers of the facts that no longer hold.
   */
  gone?: number[];
  /**
   * Facts that began to hold. Each takes the next number.
   */
  new?: Json[];
  /**
   * Facts that changed, each as its number and a merge patch (RFC 7396).
   */
  now?: [number, Json][];
}
/**
 * The seat received a report.
 */
export interface EventTold {
  /**
   * Identifier of the clause that requires the report.
   */
  clause: string;
  /**
   * The piece that the report removes from the game; `None` if it removes none.
   */
  out?:
    | {
        piece: Piece;
      }
    | {
        at: LocationId;
      };
  /**
   * The report as JSON in the system's form.
   */
  report: Json;
  /**
   * The report as English text.
   */
  text: string;
}
/**
 * The seat saw a roll of dice.
 */
export interface EventRolled {
  /**
   * Identifier of the clause that required the roll.
   */
  clause: string;
  /**
   * Name of the side that entered the dice, where players roll their own; `None` if the referee or a script
   * rolled them.
   */
  entered_by?: string;
  /**
   * The faces shown, each 1 to 6, in order.
   */
  faces: number[];
  /**
   * Label of the roll, such as `attack`.
   */
  label: string;
  /**
   * Index of the roll in its stream, from 0.
   */
  ordinal: number;
  /**
   * The dice stream: `public`, `a` or `b`.
   */
  stream: string;
}
/**
 * The seat gave an order.
 */
export interface EventOrdered {
  /**
   * The order as JSON, in the names that the seat used.
   */
  order: Json;
  /**
   * The order as an English sentence.
   */
  text: string;
}
/**
 * The seat set or cleared a standing order.
 */
export interface EventStanding {
  /**
   * The answer as JSON; `None` if the standing order was cleared.
   */
  answer: Json;
  /**
   * The kind of question that it answers.
   */
  question: string;
  /**
   * The answer as an English sentence; `None` if it was cleared or its names are no longer known.
   */
  text?: string;
}
/**
 * A side resigned, and the other side wins.
 */
export interface EventResigned {
  /**
   * Name of the side that resigned.
   */
  by: string;
}
/**
 * The seat got a question, or its question ended.
 */
export interface EventAsked {
  /**
   * Identifier of the clause that requires an answer.
   */
  clause?: string;
  /**
   * The kind of question; `None` if the seat has to wait.
   */
  question?: string;
}
/**
 * Something that a step expects.
 */
export interface Expectation {
  /**
   * Key in the step, such as `sees`.
   */
  key: string;
  /**
   * What is expected, as it stands in the file.
   */
  source: string;
}
/**
 * An explained page, such as “How the sewers work”.
 */
export interface Explained {
  /**
   * What the page explains, in one or two sentences.
   */
  about: string;
  /**
   * Title of the published game.
   */
  game: string;
  /**
   * The panels in the order in which they are read.
   */
  panels: Panel[];
  /**
   * Title of the page.
   */
  title: string;
}
/**
 * A panel of an explained page: a few sentences with pictures.
 */
export interface Panel {
  /**
   * The clauses that these rest on.
   */
  clauses: PanelClause[];
  /**
   * Views of one position: first the reader's, as a rule, then the enemy's.
   */
  pictures: PanelPicture[];
  /**
   * One to three sentences.
   */
  say: string;
  /**
   * Heading of a few words.
   */
  title: string;
}
/**
 * A clause that a panel rests on.
 */
export interface PanelClause {
  /**
   * Id of the clause, such as `B8.41c`.
   */
  id: string;
  /**
   * Text of the rule, in our own words.
   */
  text: string;
  /**
   * Title of a few words.
   */
  title: string;
}
/**
 * The view of a seat as a picture.
 */
export interface PanelPicture {
  /**
   * The contents of the picture as text.
   */
  alt: string;
  /**
   * Whose view it is, in words for the reader.
   */
  caption: string;
  /**
   * Name of the seat whose view it is.
   */
  seat: string;
  /**
   * The picture, an SVG document.
   */
  svg: string;
}
/**
 * The guided game of a scenario.
 */
export interface GuideRow {
  /**
   * What it teaches, in one sentence.
   */
  about: string;
  /**
   * Number of lessons.
   */
  lessons: number;
  /**
   * Name of the side that the learner plays.
   */
  side: string;
  /**
   * Title of the guided game, for display.
   */
  title: string;
}
/**
 * The state of a guided game, as the learner sees it.
 */
export interface GuideState {
  /**
   * What the learner is told at the end; null before.
   */
  end: string | null;
  /**
   * The present lesson. Null while the script plays, and at the end.
   */
  lesson: LessonState | null;
  /**
   * Number of lessons.
   */
  of: number;
  /**
   * Number of the present lesson, from 1; the number of lessons at the end.
   */
  step: number;
  /**
   * Title of the guided game.
   */
  title: string;
}
/**
 * A lesson in the learner's own names.
 */
export interface LessonState {
  /**
   * The offers to choose one after the other: drafts, and at last the order.
   */
  path: Offer[];
  /**
   * Pieces to point at.
   */
  pieces: Name[];
  /**
   * Labels of the Locations to point at.
   */
  places: string[];
  /**
   * What to do and why, in one or two sentences.
   */
  say: string;
}
/**
 * One thing that a seat can choose now. Exactly one of `order`, `draft` and `undo` is set.
 */
export interface Offer {
  /**
   * Ids of the clauses that apply, such as `TOI-B14`.
   */
  clauses: string[];
  /**
   * Incomplete order: ask for offers again with it to get the next choices.
   */
  draft?: Json | string;
  /**
   * Verb of an order that this one makes possible for the acting piece, as `Go below` after an advance; absent if
   * there is none to mention. A client may show it as a verb that begins with this offer.
   */
  opens?: string;
  /**
   * Complete order, ready to be submitted; absent if this offer is a draft or an undo.
   */
  order?: Json | string;
  /**
   * Pieces it is about, in the seat's own names, the acting piece first.
   */
  pieces: Name[];
  /**
   * Labels of the Locations it is about, such as `C4`.
   */
  places: string[];
  /**
   * One sentence in English for the player.
   */
  sentence: string;
  /**
   * Whether this offer takes back the side's last order.
   */
  undo?: boolean;
  /**
   * Verb of the order it leads to, as a button shows it; `Undo` for an undo.
   */
  verb: string;
}
/**
 * The state of a server that works.
 */
export interface Health {
  /**
   * Always `ok`.
   */
  status: string;
}
/**
 * A part of the published game that the program leaves out.
 */
export interface LeftOut {
  /**
   * Name of the part, such as `vehicles`.
   */
  name: string;
  /**
   * Why it is left out, or what stands for it. Empty if the name says enough.
   */
  why: string;
}
/**
 * The luck of a finished game: the effect of each roll compared with average dice.
 *
 * It uses the system's own rough evaluation of a position, from 0 (lost) to 1 (won). The difference between a roll's
 * result and its expectation is luck. The average effect of an order is not.
 */
export interface Luck {
  /**
   * Evaluation for side A after each entry of the ledger, 0 to 1. The last value is the result: 1 won, 0 lost, 0.5 a
   * draw.
   */
  course: number[];
  /**
   * All rolls of the game, in order.
   */
  rolls: RollLuck[];
  /**
   * Luck of each side, side A first.
   */
  sides: SideLuck[];
}
/**
 * One roll of a finished game, with its effect.
 */
export interface RollLuck {
  /**
   * Side whose action it was; null at the start of play.
   */
  by: string | null;
  /**
   * Identifier of the clause that required the roll.
   */
  clause: string;
  /**
   * The quantity that `got` and `expected` refer to.
   */
  counted: 'successes' | 'sum';
  /**
   * Number of the ledger entry that contains the roll, from 0.
   */
  entry: number;
  /**
   * The average number of successes, or sum of faces.
   */
  expected: number;
  /**
   * The faces shown, each 1 to 6, in order.
   */
  faces: number[];
  /**
   * The actual number of successes, or sum of faces.
   */
  got: number;
  /**
   * Label of the roll, such as `attack`.
   */
  label: string;
  /**
   * Change in the winning chances of side A compared with the expectation before the roll, -1.0 to 1.0. Positive
   * values favour side A.
   */
  swing: number;
}
/**
 * The luck of one side over the whole game.
 */
export interface SideLuck {
  /**
   * Index in `rolls` of the roll that helped this side most; null if no roll did.
   */
  best: number | null;
  /**
   * Number of dice in these rolls.
   */
  dice: number;
  /**
   * Sum of the effects of all dice for this side, in games: 0.1 is a tenth of a game. The other side has the
   * opposite value.
   */
  luck: number;
  /**
   * The part of `luck` from rolls of this side's own actions. The rest is from the other side's actions and the
   * start of play.
   */
  own: number;
  /**
   * Number of rolls of its own actions, with the other side's rolls in answer to them. Rolls of both sides together,
   * and rolls that no side ordered, count for the side whose units they are about.
   */
  rolls: number;
  /**
   * Name of the side, such as `german`.
   */
  side: string;
  /**
   * Index in `rolls` of the roll that harmed this side most; null if no roll did.
   */
  worst: number | null;
}
/**
 * Length and balance of a scenario, measured in games between equal computer players.
 */
export interface Measured {
  /**
   * Number of decisions of one side in a game: the mean of both sides.
   */
  decisions: number;
  /**
   * Number of games.
   */
  games: number;
  /**
   * Name of the side that won less often, if chance does not explain the difference; null otherwise.
   */
  harder: string | null;
  /**
   * Length of a game in minutes for a person who plays one side: its decisions at a fixed pace.
   */
  minutes: number;
  /**
   * The computer player of both sides, as `undercity balance` names it.
   */
  players: string;
  /**
   * Number of games that each side won, the first side first.
   */
  wins: number[];
}
/**
 * The fields that name pieces and Locations, as paths from the word on: `fight.breaks.unit`.
 */
export interface Mentions2 {
  /**
   * Paths of the fields that name one piece or several.
   */
  pieces: string[];
  /**
   * Paths of the fields that name one Location or several.
   */
  places: string[];
}
/**
 * A new game with the links to its seats.
 */
export interface NewGameMade {
  /**
   * Links by side name or `spectator`. Anyone with a link can play that seat.
   */
  links: {
    [k: string]: string;
  };
  /**
   * Names of both sides, side A first.
   */
  sides: string[];
  /**
   * Name of the rule system, such as `tide`.
   */
  system: string;
}
/**
 * A request to create a game.
 */
export interface NewGameRequest {
  /**
   * Choice of who rolls the dice; the referee if left out.
   */
  dice?: 'fair' | 'players';
  /**
   * Whether to play the guided game of a built-in scenario. It has its own players, options and dice.
   */
  guide?: boolean;
  /**
   * Full TOML text of a guide of the scenario, which is then played. Like `guide`, it has its own players, options and
   * dice.
   */
  guide_text?: string | null;
  /**
   * Scenario options to change, by name.
   */
  options?: Json;
  /**
   * Player of each side by side name: `human` or a level of the computer. A side that is left out is human.
   */
  players?: {
    [k: string]: Player;
  };
  /**
   * Name of a built-in scenario, or the full TOML text of a scenario.
   */
  scenario: string;
}
/**
 * The odds of an order, as a side can estimate them from its own knowledge.
 */
export interface Odds {
  /**
   * Whether the odds assume that no other unit orders anything new in the turn.
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
   * In a game where both sides plan at once, the enemies that see where the plan leads; null for any
   * other order.
   */
  onlookers: OnlookersJson | null;
  /**
   * Enemy pieces that could react to the order before the side's next one, those most likely to be able first. All that
   * the side doesn't see are one entry. Empty if none could, and always in a game without reactions,
   * where both sides plan at once.
   */
  reactions: Reaction[];
  /**
   * Whether the side could undo the order afterwards, and knows it: no dice, nothing that either side learns, and
   * only one possible position.
   */
  reversible: boolean;
  /**
   * The results as text, the most likely first. If no outcome has a summary of its own, the reports of each.
   */
  summary: Chance[];
  /**
   * Every possible outcome with its reports.
   */
  ways: OddsOutcome[];
}
/**
 * The enemies in sight that see the places of a plan. What they will do is planned at the same time, so it
 * is not a reaction.
 */
export interface OnlookersJson {
  /**
   * The enemies that the side sees and that have a clear line to a place of the plan. Empty if none has.
   */
  seen: OnlookerJson[];
  /**
   * Why no reactions are listed, and what is listed here, each sentence with its clause.
   */
  text: Sentence[];
}
/**
 * An enemy that sees places of a plan.
 */
export interface OnlookerJson {
  /**
   * The name of the piece and its place, such as `sniper (K4)`.
   */
  name: string;
  /**
   * A reader's name for a piece, Location or side: a number (a seat's handle) or a text.
   */
  piece: number | string;
  /**
   * Labels of the places to which it has a clear line, in the order of the plan, the first where the piece is now.
   */
  places: string[];
}
/**
 * An enemy piece that could react to an order, such as by fire at units that move.
 */
export interface Reaction {
  /**
   * The name of the piece and its place, such as `squad (K4)`.
   */
  name: string;
  /**
   * The results for the side if it reacts alone, in the way that is worst for the side: the most likely first, at most
   * six. An empty text is a result without effect.
   */
  outcomes: Chance[];
  /**
   * The piece, in the side's own names; null for all pieces together that the side doesn't see.
   */
  piece: Name | null;
  /**
   * Probability that it will be able to react, 0.0 to 1.0. Whether it does is the enemy's choice.
   */
  probability: number;
}
/**
 * One possible outcome of an order.
 */
export interface OddsOutcome {
  /**
   * Probability of this outcome, 0.0 to 1.0.
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
  order: Order;
}
/**
 * The offers of a side, with the question that it is asked.
 */
export interface Offers {
  /**
   * The question as text; null if the side waits.
   */
  asked: string | null;
  /**
   * Number of events in the seat's log. Send it back as `if_heard` to give an order only if nothing has happened
   * since.
   */
  heard: number;
  offers: Offer[];
  /**
   * Kind of the question, such as `move`; null if the side waits.
   */
  question: string | null;
  /**
   * Whether the question is asked in the middle of an order of the other side, as for fire at units that move. It may
   * then come again soon.
   */
  reaction: boolean;
}
/**
 * A request for a side's offers.
 */
export interface OffersRequest {
  /**
   * Draft of the chosen offer; if null or left out, the first offers are returned.
   */
  draft?: null | Draft;
}
/**
 * A computer player, which a client can choose by name.
 */
export interface OpponentRow {
  /**
   * Description of how it plays.
   */
  about: string;
  /**
   * Name of the level, as the player of a side in a new game: `recruit`, `regular`, `veteran` or `elite`.
   */
  name: string;
}
/**
 * An option of scenario files, with its default.
 */
export interface OptionEntry {
  /**
   * Identifier of the clause that the option belongs to.
   */
  clause: string;
  /**
   * How reliable the default is.
   */
  confidence: 'found' | 'sibling' | 'memory' | 'default';
  /**
   * The default value, written as in a scenario file.
   */
  default: string;
  /**
   * Key in the `[options]` section, such as `jump_table`.
   */
  name: string;
  /**
   * Effect of the option, as an English sentence.
   */
  text: string;
  /**
   * Title shown to players instead of the key, of at most five words.
   */
  title?: string;
  /**
   * Values that players may choose when they start a game, written as in a scenario file and including the default.
   * Empty if only a scenario can set the option.
   */
  values: string[];
}
/**
 * A request to give an order.
 */
export interface OrderRequest {
  /**
   * The client's own id of the order, 1 to 64 characters. A repeated id gets the first response and is not executed
   * again.
   */
  id: string;
  /**
   * Number of events that the seat must have heard. Otherwise the order is refused as `stale`. No condition if left
   * out.
   */
  if_heard?: number | null;
  order: Order;
}
/**
 * The response to a request that was executed, or that waits for dice.
 */
export interface OrderResponse {
  ack?: Ack;
  roll?: RollAsked;
}
/**
 * A roll that a player has to make and enter.
 */
export interface RollAsked {
  /**
   * Identifier of the clause that requires the roll.
   */
  clause: string;
  /**
   * Number of six-sided dice to roll.
   */
  dice: number;
  /**
   * Label of the roll, such as `attack`, which [`crate::Referee::give_dice`] expects.
   */
  label: string;
  /**
   * Name of the only side that may see the roll; `None` if everyone may. Always `None` where players roll their own
   * dice, because the referee then makes secret rolls. Set only where all rolls are given, as by a script.
   */
  seen_by: string | null;
}
/**
 * The result of a finished game.
 */
export interface OutcomeInfo {
  /**
   * Reason for the result, as this seat reads it: “you” is the seat's own side.
   */
  why: string;
  /**
   * Name of the winner, or `draw`.
   */
  winner: string;
}
/**
 * The JSON form of an error (RFC 9457).
 */
export interface Problem {
  /**
   * Id of the clause that forbids the order; left out if no rule does.
   */
  clause?: string;
  /**
   * Stable code for programs, such as `stage`.
   */
  code: string;
  /**
   * Explanation of this particular error.
   */
  detail: string;
  /**
   * Mistakes of a scenario; left out for other errors.
   */
  problems?: Json;
  /**
   * HTTP status of the response, such as 409.
   */
  status: number;
  /**
   * Class of the error in a few words.
   */
  title: string;
  /**
   * Relative URI of the code, such as `/problems/stage`.
   */
  type: string;
}
/**
 * A source that clauses rest on.
 */
export interface Reference {
  /**
   * What kind of source it is, and how reliable.
   */
  about: string;
  /**
   * Short name that clauses cite, such as `R51`.
   */
  key: string;
  /**
   * Title, edition and year.
   */
  title: string;
}
/**
 * A request to renew the link of a seat.
 */
export interface RenewRequest {
  /**
   * New link, made by the client of 48 random hexadecimal digits in lower case. A client that made it has it even if
   * the answer is lost. If left out, the server makes it.
   */
  link?: string | null;
}
/**
 * The new link of a seat.
 */
export interface Renewed {
  /**
   * Secret part of the new link.
   */
  link: string;
}
/**
 * One step of a finished game.
 */
export interface ReplayStep {
  events: Event[];
  /**
   * Seat whose view is shown: a side's name, `spectator` or `open`.
   */
  eyes: string;
  outcome: OutcomeInfo1 | null;
  scene: Scene;
  /**
   * Number of this step, from 0.
   */
  step: number;
  /**
   * Number of the last step.
   */
  steps: number;
  /**
   * The texts of these events, for those that have one.
   */
  texts: string[];
}
/**
 * Result of the game, at the last step only.
 */
export interface OutcomeInfo1 {
  /**
   * Reason for the result, as this seat reads it: “you” is the seat's own side.
   */
  why: string;
  /**
   * Name of the winner, or `draw`.
   */
  winner: string;
}
/**
 * The view of a seat, ready to be drawn by any client.
 */
export interface Scene {
  /**
   * Markers and tokens in Locations.
   */
  markers: SceneMarker[];
  /**
   * Paths, fields and lines across several Locations. Omitted from JSON if there are none.
   */
  overlays?: SceneOverlay[];
  /**
   * Counters on the board and on cards, as far as the seat sees them.
   */
  pieces: ScenePiece[];
  /**
   * Cards beside the board, such as sewer cards; empty if the game has none.
   */
  sheets: SceneSheet[];
  /**
   * Status lines: round, phase, score.
   */
  status: SceneLine[];
  /**
   * Whether both sides answer at the same time now, without seeing each other's answers. Whether the other side has
   * finished is not included. Omitted from JSON if false.
   */
  together?: boolean;
}
/**
 * Something in a Location that is not a piece: a token, a marker, an anonymous "?".
 */
export interface SceneMarker {
  /**
   * Whether it is a passage that cannot be used. Omitted from JSON if false.
   */
  blocked?: boolean;
  /**
   * Kind of marker as English text, such as `objective`.
   */
  kind: string;
  /**
   * Short text to print on it.
   */
  label: string;
  /**
   * Location where it stands or lies, by its label.
   */
  location: string;
  /**
   * Symbol to draw for it.
   */
  mark: 'objective' | 'lid' | 'mouth' | 'barred' | 'blaze' | 'unknown' | 'note';
  /**
   * Further information, such as `blocked by rubble`. Omitted from JSON if there is none.
   */
  note?: string;
  /**
   * Numbers to print on the symbol, such as the points of an objective.
   */
  numbers: number[];
  /**
   * Colour that identifies it; `None` if its colour has no meaning.
   */
  paint: Paint | null;
  /**
   * The side that owns or holds it; `None` if neither does.
   */
  side: Side | null;
  /**
   * The complete English text, for lists: kind, label and note.
   */
  words: string;
}
/**
 * Something drawn across several Locations, such as a plotted path or a field of smoke.
 */
export interface SceneOverlay {
  /**
   * Style in which it is drawn.
   */
  kind: 'path' | 'aim' | 'area' | 'start' | 'link';
  /**
   * Short text to print beside it, such as `fires`.
   */
  label: string;
  /**
   * The Locations it covers, in order along a path.
   */
  locations: LocationId[];
  /**
   * The piece it belongs to; `None` if it belongs to none.
   */
  piece: Piece | null;
  /**
   * The side it belongs to; `None` if it belongs to neither.
   */
  side: Side | null;
}
/**
 * A counter on the board or beside it.
 */
export interface ScenePiece {
  /**
   * Whether another piece carries it. Omitted from JSON if false.
   */
  carried?: boolean;
  /**
   * Kind of piece as English text, such as `regular squad`.
   */
  kind: string;
  /**
   * Short text to print on the counter, such as `7-0`.
   */
  label: string;
  /**
   * Location where it stands or lies, by its label.
   */
  location: string;
  /**
   * Name for use in a sentence: its own name or, without one, its kind.
   */
  name: string;
  /**
   * Numbers along the bottom edge of the counter, as printed in the game: with a sign where the game prints one.
   */
  numbers: string[];
  /**
   * A reader's name for a piece, Location or side: a number (a seat's handle) or a text.
   */
  piece: number | string;
  /**
   * The side that owns it.
   */
  side: string;
  /**
   * Size class of the counter, which selects its drawing.
   */
  size: 'none' | 'half' | 'squad';
  /**
   * Current states, most important first; see [`Sort`].
   */
  states: State[];
  /**
   * Symbol to draw on the counter.
   */
  symbol: 'infantry' | 'elite' | 'machine-gun' | 'leader' | 'hero' | 'gun' | 'charge' | 'unknown';
  /**
   * Title of a person or unit, such as `Sewer Rat`; `None` if it has none.
   */
  title: string | null;
  /**
   * Values as English text, such as `firepower 4`.
   */
  values: string[];
}
/**
 * A current state of a piece, such as pinned.
 */
export interface State {
  /**
   * Category of the state, which determines its rank.
   */
  sort: 'shaken' | 'hurt' | 'held' | 'ready' | 'spent' | 'posture' | 'below' | 'cover' | 'note';
  /**
   * English text, such as `pinned`.
   */
  words: string;
}
/**
 * A card beside the board, such as a sewer card: a title and a row of squares.
 */
export interface SceneSheet {
  /**
   * The Location that the card stands for.
   */
  location: string;
  /**
   * English text to print below the squares; may be empty.
   */
  note: string;
  /**
   * Colour that identifies it; `None` if its colour has no meaning.
   */
  paint: Paint | null;
  /**
   * The squares of the row, left to right.
   */
  squares: SceneSquare[];
  /**
   * Heading printed on the card.
   */
  title: string;
}
/**
 * One square of a card.
 */
export interface SceneSquare {
  /**
   * Text printed on the square; may be empty.
   */
  print: string;
  /**
   * The token on the square; `None` if it is empty.
   */
  token: SquareToken | null;
}
/**
 * A line of game status, such as `Round: 2 of 6`.
 */
export interface SceneLine {
  /**
   * Topic of the line, from which clients choose what to show first.
   */
  about: 'time' | 'phase' | 'turn' | 'outcome' | 'account';
  /**
   * Label before the colon, such as `Round`.
   */
  name: string;
  /**
   * Text after the colon, such as `2 of 6`.
   */
  value: string;
}
/**
 * A request to reveal a nonce.
 */
export interface RevealRequest {
  /**
   * The nonce that opens the side's commitment: 64 hexadecimal digits.
   */
  nonce: string;
}
/**
 * A rulebook with its clauses and options.
 */
export interface RulebookAnswer {
  clauses: ClauseEntry[];
  house: ClauseEntry[];
  left_out: LeftOut[];
  options: OptionEntry[];
  references: Reference[];
  /**
   * Sources of the clauses.
   */
  source: string;
  /**
   * Name of the rule system, such as `tide`.
   */
  system: string;
  /**
   * Title of the published game.
   */
  title: string;
}
/**
 * A built-in scenario, which a client can choose by name.
 */
export interface ScenarioRow {
  /**
   * How much it asks of its players: `first game`, `easy`, `medium` or `hard`; null if its file does not say.
   */
  difficulty: string | null;
  /**
   * Title of the published game, for display.
   */
  game: string;
  guide: GuideRow1 | null;
  /**
   * Whether a side has units, or places below ground, that the other side can't see.
   */
  hidden: boolean;
  measured: Measured1 | null;
  /**
   * Name of the scenario: `SYSTEM/FILE`, such as `tide/first`.
   */
  name: string;
  /**
   * Name of the side for a player who plays it for the first time.
   */
  side: string;
  /**
   * Names of both sides, such as `german` and `soviet`.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * Story of the scenario in a few sentences; null if it has none.
   */
  summary: string | null;
  /**
   * Name of its rule system, such as `tide`.
   */
  system: string;
  /**
   * What players learn by playing it, in a few words; null if its file does not say.
   */
  teaches: string | null;
  /**
   * Title of the scenario, for display.
   */
  title: string;
  /**
   * The game's own word for a turn, such as `round`.
   */
  turn: string;
  /**
   * Number of turns after which the game ends at the latest; null without a limit.
   */
  turns: number | null;
  /**
   * Victory conditions, one line each. Both sides may read them before the game.
   */
  victory: string[];
}
/**
 * Its guided game; null if it has none.
 */
export interface GuideRow1 {
  /**
   * What it teaches, in one sentence.
   */
  about: string;
  /**
   * Number of lessons.
   */
  lessons: number;
  /**
   * Name of the side that the learner plays.
   */
  side: string;
  /**
   * Title of the guided game, for display.
   */
  title: string;
}
/**
 * Length and balance, from games between computer players; null if they were not measured.
 */
export interface Measured1 {
  /**
   * Number of decisions of one side in a game: the mean of both sides.
   */
  decisions: number;
  /**
   * Number of games.
   */
  games: number;
  /**
   * Name of the side that won less often, if chance does not explain the difference; null otherwise.
   */
  harder: string | null;
  /**
   * Length of a game in minutes for a person who plays one side: its decisions at a fixed pace.
   */
  minutes: number;
  /**
   * The computer player of both sides, as `undercity balance` names it.
   */
  players: string;
  /**
   * Number of games that each side won, the first side first.
   */
  wins: number[];
}
/**
 * The game as a whole from a seat: everything except the board and the play.
 */
export interface SeatInfo {
  /**
   * The seat's question as text; null if it waits.
   */
  asked: string | null;
  dice: DiceInfo1;
  /**
   * Log head of the seat: 64 hexadecimal digits; empty before play.
   */
  head: string;
  /**
   * Number of events in the seat's log.
   */
  heard: number;
  /**
   * Options of the game with their values; null before play.
   */
  options: Json;
  outcome: OutcomeInfo2 | null;
  /**
   * Player of each side: `human` or a computer level.
   */
  players: {
    [k: string]: Player;
  };
  /**
   * Log head of the spectator's log, which covers what both sides see; empty before play.
   */
  public: string;
  /**
   * Kind of the question, such as `move`; null if the seat waits.
   */
  question: string | null;
  roll: null | RollAsked;
  /**
   * A side's name, or `spectator`.
   */
  seat: string;
  side: 0 | 1 | null;
  /**
   * Names of both sides, side A first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * Name of the rule system, such as `tide`.
   */
  system: string;
  /**
   * Title of the scenario, for display.
   */
  title: string;
  tools: CalculatorInfo[];
}
/**
 * Dice, commitments and stage of the game.
 */
export interface DiceInfo1 {
  /**
   * Commitments by party: `referee` and the sides' names. Null if no dice come from a key.
   */
  commitments?: {
    [k: string]: string | null;
  };
  /**
   * Version of the fairness protocol: 2, or 1 in games of earlier versions.
   */
  fairness: number;
  /**
   * Id of the game, to which commitments are bound; null for version 1.
   */
  game?: string;
  /**
   * `fair` if the referee rolls, or `players` if players enter the rolls that both sides see. `guide` in a guided
   * game: its dice are laid down, and can't be verified.
   */
  kind: string;
  /**
   * Nonces by party: those of the sides after both are revealed, that of the referee after the game.
   */
  nonces?: {
    [k: string]: string | null;
  };
  /**
   * Stage that the game has reached.
   */
  stage: 'commit' | 'reveal' | 'play' | 'over';
}
/**
 * Result of the game; null while it is under way.
 */
export interface OutcomeInfo2 {
  /**
   * Reason for the result, as this seat reads it: “you” is the seat's own side.
   */
  why: string;
  /**
   * Name of the winner, or `draw`.
   */
  winner: string;
}
/**
 * A request to set or clear a standing order.
 */
export interface StandingOrderRequest {
  /**
   * Answer to the question, as an order; null clears the standing order.
   */
  answer?: null | Order;
  /**
   * The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
   */
  id: string;
  /**
   * Kind of question that it answers.
   */
  question: string;
}
/**
 * All data of one screen, from a single moment.
 */
export interface TableSnapshot {
  guide: null | GuideState;
  info: SeatInfo1;
  offers: Offers1 | null;
  scene: null | Scene;
  why_not: WhyNot[];
}
/**
 * The game as a whole, from this seat.
 */
export interface SeatInfo1 {
  /**
   * The seat's question as text; null if it waits.
   */
  asked: string | null;
  dice: DiceInfo1;
  /**
   * Log head of the seat: 64 hexadecimal digits; empty before play.
   */
  head: string;
  /**
   * Number of events in the seat's log.
   */
  heard: number;
  /**
   * Options of the game with their values; null before play.
   */
  options: Json;
  outcome: OutcomeInfo2 | null;
  /**
   * Player of each side: `human` or a computer level.
   */
  players: {
    [k: string]: Player;
  };
  /**
   * Log head of the spectator's log, which covers what both sides see; empty before play.
   */
  public: string;
  /**
   * Kind of the question, such as `move`; null if the seat waits.
   */
  question: string | null;
  roll: null | RollAsked;
  /**
   * A side's name, or `spectator`.
   */
  seat: string;
  side: 0 | 1 | null;
  /**
   * Names of both sides, side A first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * Name of the rule system, such as `tide`.
   */
  system: string;
  /**
   * Title of the scenario, for display.
   */
  title: string;
  tools: CalculatorInfo[];
}
/**
 * The side's offers; null for a spectator.
 */
export interface Offers1 {
  /**
   * The question as text; null if the side waits.
   */
  asked: string | null;
  /**
   * Number of events in the seat's log. Send it back as `if_heard` to give an order only if nothing has happened
   * since.
   */
  heard: number;
  offers: Offer[];
  /**
   * Kind of the question, such as `move`; null if the side waits.
   */
  question: string | null;
  /**
   * Whether the question is asked in the middle of an order of the other side, as for fire at units that move. It may
   * then come again soon.
   */
  reaction: boolean;
}
/**
 * A verb that a piece can't use now, and the reason.
 */
export interface WhyNot {
  /**
   * Id of the clause that forbids it, such as `TOI-B9`.
   */
  clause: string;
  /**
   * Piece it is about; null if it is about the side as a whole.
   */
  piece: Name | null;
  /**
   * Verb that is refused, as a button would show it.
   */
  verb: string;
  /**
   * The reason as text.
   */
  why: string;
}
/**
 * Wording of what a seat sees and hears.
 */
export interface TellingJson1 {
  /**
   * Words for each kind of fact.
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
   * Version of the format of conformance cases.
   */
  case: number;
  /**
   * Version of the JSON-RPC protocol of `undercity engine`.
   */
  engine: number;
  /**
   * Version of this HTTP interface.
   */
  http: number;
  /**
   * Version of the ledger format.
   */
  ledger: number;
  /**
   * Version of the program, such as `0.1.0`.
   */
  program: string;
  /**
   * Version of the format of scenario files.
   */
  scenario: number;
}
/**
 * The facts that a seat sees, and the question it is asked.
 */
export interface View {
  ack: Ack1;
  /**
   * The question as text; null if the seat waits.
   */
  asked: string | null;
  /**
   * All facts that hold now, in the seat's own names.
   */
  facts: Json[];
  /**
   * The winner's name, or `draw`, once the game is over.
   */
  outcome: string | null;
  /**
   * Kind of the question, such as `move`; null if the seat waits.
   */
  question: string | null;
}
/**
 * The acknowledgement that a seat gets when its order is carried out and saved.
 */
export interface Ack1 {
  /**
   * Hash of the seat's own log up to here.
   */
  head: string;
  /**
   * Number of events in the seat's log.
   */
  heard: number;
  /**
   * Hash of the public log up to here, which every seat can see.
   */
  public: string;
}
/**
 * A case that was played, for a reader who goes through it step by step.
 */
export interface Walk {
  /**
   * The board; null if no step was played, as in a case about a scenario that is refused.
   */
  board: BoardJson | null;
  /**
   * The clauses that it covers.
   */
  covers: PanelClause[];
  /**
   * Where the case differs from what the program does; null if it passes.
   */
  failure: WalkFailure | null;
  /**
   * Title of the published game.
   */
  game: string;
  /**
   * The clause that refuses the scenario, if the case is about that.
   */
  refused: string | null;
  /**
   * Text of the scenario with the options of the case.
   */
  scenario: string;
  /**
   * Names of both sides, side A first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [string, string];
  /**
   * What each seat sees at the start: side A, side B and a spectator. Empty without a board.
   */
  start: Scene[];
  /**
   * The steps that were played.
   */
  steps: WalkStep[];
  /**
   * Name of the rule system, such as `tide`.
   */
  system: string;
  /**
   * Title of the case: the behaviour that it shows.
   */
  title: string;
}
/**
 * The difference between a case and what the program does.
 */
export interface WalkFailure {
  /**
   * Line in the file, from 1.
   */
  line: number;
  /**
   * Expected and actual result, as text.
   */
  why: string;
}
/**
 * A step of a case after it was played.
 */
export interface WalkStep {
  /**
   * Name of the side that acts; null if neither does.
   */
  by: string | null;
  /**
   * What must hold after it, one by one.
   */
  expects: Expectation[];
  /**
   * Line of the step in the file, from 1.
   */
  line: number;
  /**
   * What each seat sees after it: side A, side B and a spectator.
   */
  scenes: Scene[];
  /**
   * Name of the seat whose view the step checks; null if it checks none.
   */
  seat: string | null;
  /**
   * The step as it stands in the file.
   */
  source: string;
  /**
   * What each seat was told in it, as text.
   */
  told: string[][];
}
