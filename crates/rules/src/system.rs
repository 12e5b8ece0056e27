//! The interface of a rule system: six traits, each implemented in the folder of its code, and their combination.

use std::fmt::Debug;
use std::hash::Hash;

use board::scenario::{Diagnostics, Document, Part, Warnings};
use board::{Board, LocationId, Network, TerrainId};
use rand::Rng;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::agenda::Agenda;
use crate::rulebook::BuiltinRulebook;
use crate::scene::{OrderText, Out, Scene, SideColor};
use crate::telling::FactWords;
use crate::tools::RuleNote;
use crate::{
    BySide, Calculator, Choice, Clause, Guess, Knowledge, LengthBound, OfferSink, Outcome, Piece, Plans, Question,
    Refusal, Resolver, Seat, Side,
};

/// A value that is sent to or received from a seat: plain data that contains names (see [`board::naming`]).
pub trait WireValue:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> WireValue for T {}

/// A defect in a position that cannot arise in correct play. Contains its description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvariantViolation(pub String);

impl InvariantViolation {
    /// Checks an invariant.
    ///
    /// # Errors
    /// Returns a violation with the text of `flaw` if `holds` is false.
    pub fn unless(holds: bool, flaw: impl FnOnce() -> String) -> Result<(), InvariantViolation> {
        if holds { Ok(()) } else { Err(InvariantViolation(flaw())) }
    }
}

/// A scenario that has been set up for play.
#[derive(Clone, Debug)]
pub struct SetUp<S: GameState> {
    /// The constant part of the game.
    pub setting: S::Setting,
    /// The initial position, before the first step of its agenda is resolved.
    pub position: S::Position,
    /// Warnings: the scenario can be played, but these entries are probably mistakes.
    pub warnings: Warnings,
}

/// What a scenario is like, for players who choose one. All of it is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Number of turns after which the game ends at the latest; `None` without a limit.
    pub turns: Option<u16>,
    /// The game's own word for a turn, such as `round`.
    pub turn: &'static str,
    /// Whether a side has units, or places below ground, that the other side can't see.
    pub hidden: bool,
}

/// The extent of the list that [`GamePlay::wellformed_orders`] produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumeration {
    /// Every order that can be written.
    All,
    /// Enough orders to explain for each kind why a piece cannot use it now. Every kind that is available must be among
    /// them, or begin an offer.
    EachKind,
}

/// The board and the networks below it, as far as they are public.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The board above ground.
    pub board: &'a Board,
    /// The networks of sewers and tunnels below the board.
    pub networks: &'a [Network],
    /// Pairs of networks, by their indices in `networks`, that are connected in a way the board does not show.
    pub network_links: &'a [[u16; 2]],
}

/// The true position of a game and its changes (`state/`).
///
/// These types are plain data, independent of seats, orders and dice.
pub trait GameState: Copy + Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// The constant part of a game: board, printed values, resolved options. It is public; secrets belong in the
    /// position.
    type Setting: Debug + Send + Sync;
    /// The complete position, including everything hidden. Flat and small.
    type Position: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// The kinds of questions that the system asks.
    type Question: Question;
    /// A step of the agenda.
    type Step: WireValue + Copy + Eq + Hash;
    /// A change of the position: a result, not its cause.
    type Change: WireValue + Copy + Eq;
    /// A message to a seat about something that leaves no trace in the position.
    type Report: WireValue + Eq + Hash;
    /// The steps still to be resolved.
    fn agenda(position: &Self::Position) -> &Agenda<Self::Step>;
    /// Mutable access to the agenda, for the engine only.
    fn agenda_mut(position: &mut Self::Position) -> &mut Agenda<Self::Step>;
    /// Whether at least one side has a question to answer.
    fn has_pending_question(setting: &Self::Setting, position: &Self::Position) -> bool;
    /// Applies a change to the position. Consults no rules.
    fn apply(setting: &Self::Setting, position: &mut Self::Position, change: &Self::Change);
    /// Length of the position's list of pieces; every piece number is below it.
    fn pieces(position: &Self::Position) -> usize;
    /// The name of a piece in the scenario; `None` if it has none.
    fn piece_name(setting: &Self::Setting, piece: Piece) -> Option<&str>;
    /// Whether a change adds a piece to the position's list, at its end.
    fn creates(_: &Self::Change) -> bool {
        false
    }
    /// The name of a piece that came into play after the set-up; `None` if it has none.
    fn later_name(_: &Self::Setting, _: &Self::Position, _: Piece) -> Option<String> {
        None
    }
    /// Whether a piece could come into play under this name, which no piece of the scenario has.
    fn can_be_later_name(_: &Self::Setting, _: &str) -> bool {
        false
    }
    /// The result of the game; `None` while it continues.
    fn outcome(setting: &Self::Setting, position: &Self::Position) -> Option<Outcome>;
    /// Number of units or men that a side has lost since the start, eliminated or captured. Excludes pieces that left
    /// the board alive, dummies and used-up markers; a reduced unit is not lost. Applied to the true position of a
    /// finished game, for statistics.
    fn losses(setting: &Self::Setting, position: &Self::Position, side: Side) -> usize;
}

/// The view of a seat, which is the only access to secrets (`view/`).
pub trait GameView: GameState {
    /// The true position restricted to what one seat may see.
    type Eyes<'a>: Copy;
    /// One statement that holds in a seat's view.
    type Fact: WireValue;
    /// Returns the view of the true position for one seat.
    fn eyes<'a>(setting: &'a Self::Setting, position: &'a Self::Position, seat: Seat) -> Self::Eyes<'a>;
    /// The question that this seat must answer now; `None` if there is none.
    fn pending_question(eyes: Self::Eyes<'_>) -> Option<Self::Question>;
    /// Whether each side must answer a question now. A system whose agenda tells it directly can say so faster.
    #[inline]
    fn awaited(setting: &Self::Setting, position: &Self::Position) -> BySide<bool> {
        BySide::new(|side| Self::pending_question(Self::eyes(setting, position, side.seat())).is_some())
    }
    /// Whether this seat sees the piece and can name it.
    fn sees(eyes: Self::Eyes<'_>, piece: Piece) -> bool;
    /// Passes every fact of this seat's view to `sink`.
    fn view(eyes: Self::Eyes<'_>, sink: &mut impl FnMut(Self::Fact));
    /// Whether a fact of this seat's view reveals something about the other side. Undo stops where such a fact changes.
    fn tells_of_enemy(seat: Seat, fact: &Self::Fact) -> bool;
    /// Whether a fact is meaningful only after a whole ledger entry is resolved, such as the steps still to do. Seats
    /// receive its final value only.
    fn settles_after_entry(fact: &Self::Fact) -> bool;
    /// Whether a change could reveal something to the other side, regardless of who actually saw it.
    fn could_disclose(setting: &Self::Setting, change: &Self::Change) -> bool;
    /// Whether two consecutive changes appear simultaneous to observers, which hides the true order of pieces in a
    /// sweep over all of them. Never true for steps of a movement, where a glimpse on the way counts.
    fn simultaneous(one: &Self::Change, next: &Self::Change) -> bool;
}

/// Views, questions and reports as English text and as a scene (`text/`).
pub trait GameText: GameView {
    /// How each kind of fact is described, for clients.
    const FACTS: &'static [FactWords];
    /// Converts the view into a scene that any client can draw.
    fn scene(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact]) -> Scene;
    /// Describes a question as English text.
    fn describe_question(setting: &Self::Setting, question: Self::Question, facts: &[Self::Fact]) -> String;
    /// Describes a report as English text, from the view of the seat that receives it.
    fn describe_report(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], report: &Self::Report) -> String;
    /// The piece that a report removes from the game. Clients need not describe its disappearance again. `None` if it
    /// removes none.
    fn out(report: &Self::Report) -> Option<Out>;
    /// Summary of a report in a few words, under which odds are added up: `the attack succeeds`. `None` for a report
    /// without effect.
    fn summary(setting: &Self::Setting, facts: &[Self::Fact], report: &Self::Report) -> Option<String>;
    /// The victory conditions as short English lines, public before the game. Each line is true by itself.
    fn victory(setting: &Self::Setting) -> Vec<String>;
    /// Names a Location in text, such as `C4, in the sewer`: as questions, orders and reports do.
    fn place_words(setting: &Self::Setting, at: LocationId) -> String;
}

/// Orders and the sequence of play (`orders/`, `sequence/`).
///
/// Legality (`candidates`, `check`) takes [`Eyes`](GameView::Eyes). Resolution takes a [`Resolver`], which holds the
/// true position.
pub trait GamePlay: GameView {
    /// An order that a side can give.
    type Order: WireValue + Copy + Eq + Hash;
    /// The first part of an order (see [`crate::Choice`]).
    type Draft: WireValue + Copy + Eq + Hash;
    /// Lists candidates for the next choice of this seat, from the beginning or after `draft`. All offers must be among
    /// them; [`is_offer`](GamePlay::is_offer) removes the others. A caller that needs one random offer need not check
    /// them all.
    fn candidates(eyes: Self::Eyes<'_>, draft: Option<&Self::Draft>, sink: &mut impl OfferSink<Self>);
    /// Whether a candidate is an offer. Called only for [listed](GamePlay::candidates) candidates, and may skip checks
    /// that the list already guarantees.
    fn is_offer(eyes: Self::Eyes<'_>, candidate: &Choice<Self>) -> bool;
    /// Checks whether this seat may give the order now.
    ///
    /// # Errors
    /// Refuses if the seat has no pending question, the order does not answer it, or a rule forbids the order; cites
    /// the clause.
    fn check(eyes: Self::Eyes<'_>, order: &Self::Order) -> Result<(), Refusal>;
    /// Enumerates orders that can be written with the pieces and Locations that this seat knows, legal or not.
    fn wellformed_orders(eyes: Self::Eyes<'_>, which: Enumeration, sink: &mut dyn FnMut(Self::Order));
    /// Carries out an order that has been checked.
    fn resolve(resolver: &mut impl Resolver<Self>, side: Side, order: &Self::Order);
    /// Resolves one step, which is already off the agenda.
    fn step(resolver: &mut impl Resolver<Self>, step: Self::Step);
    /// Describes an order as English text.
    fn describe_order(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], order: &Self::Order) -> OrderText;
    /// Describes a draft as English text.
    fn describe_draft(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], draft: &Self::Draft) -> OrderText;
}

/// Support for computer players and odds: possible positions and their evaluation (`ai/`).
pub trait GameAi: GamePlay {
    /// Handling of simultaneous hidden plans; `None` if the system has no such plans.
    const PLANS: Option<Plans<Self>>;
    /// Returns a random position consistent with the knowledge, or `None` if the system finds none. Pieces that the
    /// seat sees have the same numbers in all guesses from one knowledge, so an order about them is the same order in
    /// each.
    fn sample(known: &Knowledge<Self>, rng: &mut impl Rng) -> Option<Guess<Self>>;
    /// Estimates the chance that `side` wins, from 0 (lost) to 1 (won). Computer players use it before the end of the
    /// game. Applied to guesses only; it need not be exact.
    fn evaluate(setting: &Self::Setting, position: &Self::Position, side: Side) -> f64;
}

/// Names, rulebook, scenario files and calculators of the game (`lib.rs`, `setup/`, `calculators/`).
pub trait GameBook: GamePlay {
    /// Identifier of the system in files and on the command line, such as `tide`.
    const NAME: &'static str;
    /// Names of side A and side B, such as `soviet`.
    const SIDES: [&'static str; 2];
    /// Colours of the counters of side A and side B, which differ: those of their nations, so that a nation has one
    /// colour in all systems.
    const COLORS: [SideColor; 2];
    /// Every label that a roll can have.
    const ROLLS: &'static [&'static str];
    /// Verbs of orders by which a side does as little as possible to continue the game, first choice first.
    const PASSIVE: &'static [&'static str];
    /// Verbs of free orders, which a side can give in one question as often as it likes: they only change what it has
    /// chosen there, and roll no dice. Every other order brings the game nearer to its end.
    const FREE: &'static [&'static str] = &[];
    /// Calculators that the system offers; may be empty.
    const CALCULATORS: &'static [Calculator<Self>];
    /// The built-in rulebook of the system.
    fn rulebook() -> &'static BuiltinRulebook;
    /// Every clause that the code declares, for comparison with the rulebook.
    fn clauses() -> &'static [Clause];
    /// Reads a scenario and sets it up.
    ///
    /// # Errors
    /// Returns every error in the file, each with its position.
    fn set_up(document: &Document) -> Result<SetUp<Self>, Diagnostics>;
    /// The board and the networks below it, as far as they are public.
    fn ground(setting: &Self::Setting) -> Ground<'_>;
    /// The estimated bytes that a setting takes in memory, with what is derived from its board on first use.
    fn setting_bytes(setting: &Self::Setting) -> usize {
        let locations = Self::ground(setting).board.locations().len();
        // Lines of sight and distances, for each pair.
        8 * locations * locations
    }
    /// Effects of a terrain on movement, cover and sight, each with its clause, from the tables that the rules use.
    /// Empty if the system describes none.
    fn terrain_notes(_: &Self::Setting, _: TerrainId) -> Vec<RuleNote> {
        Vec::new()
    }
    /// Describes a scenario for players who choose one.
    fn outline(set_up: &SetUp<Self>) -> Outline;
    /// Upper bounds of the length of any game that begins in `start`, the position of a scenario before its first step is
    /// resolved.
    fn length_bound(setting: &Self::Setting, start: &Self::Position) -> LengthBound;
    /// The sections of a scenario file that this system defines, for its JSON Schema.
    fn scenario_parts() -> Vec<Part>;
    /// The resolved options, as the `[options]` table of a scenario file.
    fn options(setting: &Self::Setting) -> serde_json::Value;
}

/// A complete rule system: the combination of the six traits.
pub trait System: GameBook + GameText + GameAi {}
impl<S: GameBook + GameText + GameAi> System for S {}
