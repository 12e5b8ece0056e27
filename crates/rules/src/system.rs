//! What a rule system is: six traits, each implemented in the folder where its code lives, and their sum.

use std::fmt::Debug;
use std::hash::Hash;

use board::scenario::{Diagnostics, Document, Part, Warnings};
use board::{Board, Network};
use rand::Rng;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::agenda::Agenda;
use crate::rulebook::BuiltinRulebook;
use crate::scene::{OrderText, Out, Scene};
use crate::telling::FactWords;
use crate::{Calculator, Choice, Clause, Guess, Knowledge, OfferSink, Piece, Question, Refusal, Resolver, Seat, Side};

/// A value that is sent to a seat or by it: plain data with names inside (see [`board::naming`]).
pub trait WireValue:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> WireValue for T {}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The clause that ended it.
    pub clause: Clause,
    /// Plain words.
    pub why: &'static str,
}

/// Something is wrong with a position that no play can bring about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvariantViolation(pub String);

impl InvariantViolation {
    /// Fails with a flaw where something does not hold.
    ///
    /// # Errors
    /// The flaw, in the words that `flaw` makes.
    pub fn unless(holds: bool, flaw: impl FnOnce() -> String) -> Result<(), InvariantViolation> {
        if holds { Ok(()) } else { Err(InvariantViolation(flaw())) }
    }
}

/// A scenario, set up.
#[derive(Clone, Debug)]
pub struct SetUp<S: GameState> {
    /// What never changes.
    pub setting: S::Setting,
    /// The position before the first step of the agenda is done.
    pub position: S::Position,
    /// What the file had better have different.
    pub warnings: Warnings,
}

/// Which orders [`GamePlay::wellformed_orders`] lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumeration {
    /// Every order that could be written.
    All,
    /// Orders enough to say of every kind why it is not open to a piece now: every kind that is open must be among them or
    /// begin an offer.
    EachKind,
}

/// The board and what lies below it, as far as everybody knows.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The board.
    pub board: &'a Board,
    /// The networks under it.
    pub networks: &'a [Network],
    /// Pairs of networks, by their places in `networks`: one can get from one into the other although nothing on the board
    /// shows it.
    pub network_links: &'a [[u16; 2]],
}

/// How plans are treated that both sides make at once, each unseen by the other.
#[derive(Debug)]
pub struct Plans<S: GamePlay> {
    /// Takes back what a side has planned so far: it is planned anew in a guess, or kept from who does not know of it. It is
    /// asked of guesses only.
    pub clear_plan: fn(&S::Setting, &mut S::Position, Side),
    /// The position in which an order is the only plan, and the order that has it carried out: so its odds are told as if
    /// nobody else did anything. `None` for an order that is carried out at once, and for plans that nobody rolls for.
    pub isolate_order: IsolateOrder<S>,
}

/// See [`Plans::isolate_order`].
pub type IsolateOrder<S> = fn(
    &<S as GameState>::Setting,
    &<S as GameState>::Position,
    Side,
    &<S as GamePlay>::Order,
) -> Option<(<S as GameState>::Position, <S as GamePlay>::Order)>;

/// The true position of a game, and how it changes (`state/`).
///
/// Plain data: nothing here knows a seat, an order or dice.
pub trait GameState: Copy + Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// What never changes in a game: board, printed values, options as resolved. Public: a secret belongs in the
    /// position.
    type Setting: Debug + Send + Sync;
    /// The position with everything that is hidden in it; flat and small.
    type Position: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// A kind of question.
    type Question: Question;
    /// An item of the agenda.
    type Step: WireValue + Copy + Eq + Hash;
    /// A change of the position: results, not causes.
    type Change: WireValue + Copy + Eq;
    /// What a seat is told that leaves no trace.
    type Report: WireValue + Eq + Hash;
    /// The steps still to do.
    fn agenda(position: &Self::Position) -> &Agenda<Self::Step>;
    /// The steps still to do, to be changed by the engine alone.
    fn agenda_mut(position: &mut Self::Position) -> &mut Agenda<Self::Step>;
    /// Whether some side is asked something.
    fn has_pending_question(setting: &Self::Setting, position: &Self::Position) -> bool;
    /// Changes the position; looks up no rule.
    fn apply(setting: &Self::Setting, position: &mut Self::Position, change: &Self::Change);
    /// How many pieces the position lists.
    fn pieces(position: &Self::Position) -> usize;
    /// The scenario's name of a piece.
    fn piece_name(setting: &Self::Setting, piece: Piece) -> Option<&str>;
    /// How the game ended, if it has.
    fn outcome(setting: &Self::Setting, position: &Self::Position) -> Option<Outcome>;
    /// How many of the units or men that a side set out with are lost to it, eliminated or captured. Who has left the board
    /// alive is not, nor are dummies and what was used up; a unit that is reduced is still there. It is asked of the true position
    /// when a game is over, for statistics.
    fn losses(setting: &Self::Setting, position: &Self::Position, side: Side) -> usize;
}

/// What a seat may see (`view/`): the one way to secrets.
pub trait GameView: GameState {
    /// The true position as one seat may look at it.
    type Eyes<'a>: Copy;
    /// One thing that holds in a seat's view.
    type Fact: WireValue;
    /// Returns the view of the true position for one seat.
    fn eyes<'a>(setting: &'a Self::Setting, position: &'a Self::Position, seat: Seat) -> Self::Eyes<'a>;
    /// What this seat is asked now.
    fn pending_question(eyes: Self::Eyes<'_>) -> Option<Self::Question>;
    /// Whether this seat sees the piece as one it can name.
    fn sees(eyes: Self::Eyes<'_>, piece: Piece) -> bool;
    /// Writes down what the eyes see.
    fn view(eyes: Self::Eyes<'_>, sink: &mut impl FnMut(Self::Fact));
    /// Whether a fact of this seat's view tells of the other side (undo stops where such facts change).
    fn tells_of_enemy(seat: Seat, fact: &Self::Fact) -> bool;
    /// Whether a fact means something only when all of an entry is done, such as what is still to do: on the way it
    /// stays as it was, and seats hear once what has become of it.
    fn settles_after_entry(fact: &Self::Fact) -> bool;
    /// Whether a change could make something known to the other side, whoever really saw it.
    fn could_disclose(setting: &Self::Setting, change: &Self::Change) -> bool;
    /// Whether two changes that follow one another happen at once for onlookers, so that the true order of the pieces
    /// in a sweep over all of them is not shown. Never for steps of a movement: a glimpse on the way counts.
    fn simultaneous(one: &Self::Change, next: &Self::Change) -> bool;
}

/// Views, questions and reports in words and as a scene (`text/`).
pub trait GameText: GameView {
    /// How facts are told, kind by kind.
    const FACTS: &'static [FactWords];
    /// The view as something any client can draw.
    fn scene(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact]) -> Scene;
    /// A question in plain words.
    fn describe_question(setting: &Self::Setting, question: Self::Question, facts: &[Self::Fact]) -> String;
    /// A report in plain words, by the view of the seat that hears it.
    fn describe_report(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], report: &Self::Report) -> String;
    /// Who is out of the game by a report, if anybody is: what became of him need not be said again.
    fn out(report: &Self::Report) -> Option<Out>;
    /// What a report comes down to, in a few words, so that odds can be added up: `the attack succeeds`. `None` for a
    /// report that makes no difference.
    fn summary(setting: &Self::Setting, facts: &[Self::Fact], report: &Self::Report) -> Option<String>;
    /// Who wins for what: short lines that everybody may read before the game, each true by itself.
    fn victory(setting: &Self::Setting) -> Vec<String>;
}

/// Orders and the sequence of play (`orders/`, `sequence/`).
///
/// Legality (`candidates`, `check`) takes [`Eyes`](GameView::Eyes). Resolution takes a [`Resolver`], which holds the true position.
pub trait GamePlay: GameView {
    /// What a side can order.
    type Order: WireValue + Copy + Eq + Hash;
    /// A first part of an order (see [`crate::Choice`]).
    type Draft: WireValue + Copy + Eq + Hash;
    /// Candidates for what this seat may order now, or from a draft may choose next: all offers, and perhaps others, of which
    /// [`is_offer`](GamePlay::is_offer) tells. Who wants one offer by chance need not look closely at them all.
    fn candidates(eyes: Self::Eyes<'_>, draft: Option<&Self::Draft>, sink: &mut impl OfferSink<Self>);
    /// Whether a candidate is an offer. Only what was [listed](GamePlay::candidates) is asked about: what the list makes
    /// sure of is not looked at again.
    fn is_offer(eyes: Self::Eyes<'_>, candidate: &Choice<Self>) -> bool;
    /// Whether this seat may give the order now.
    ///
    /// # Errors
    /// The refusal with its clause.
    fn check(eyes: Self::Eyes<'_>, order: &Self::Order) -> Result<(), Refusal>;
    /// Orders that could be written with the pieces and Locations this seat knows, legal or not.
    fn wellformed_orders(eyes: Self::Eyes<'_>, which: Enumeration, sink: &mut impl FnMut(Self::Order));
    /// Resolves a checked order.
    fn resolve(resolver: &mut impl Resolver<Self>, side: Side, order: &Self::Order);
    /// Does one step of the agenda, already taken off it.
    fn step(resolver: &mut impl Resolver<Self>, step: Self::Step);
    /// An order in plain words.
    fn describe_order(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], order: &Self::Order) -> OrderText;
    /// A draft in plain words.
    fn describe_draft(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], draft: &Self::Draft) -> OrderText;
}

/// For computer players and odds: positions that fit what a seat knows, and how good a position is (`ai/`).
pub trait GameAi: GamePlay {
    /// How plans are treated that both sides make at once, each unseen by the other; `None` for a system that has no such
    /// plans.
    const PLANS: Option<Plans<Self>>;
    /// A position that the knowledge allows; `None` if the system finds none. Pieces that the seat sees are numbered
    /// alike in all guesses at one knowledge, so that an order about them is the same order in each.
    fn sample(known: &Knowledge<Self>, rng: &mut impl Rng) -> Option<Guess<Self>>;
    /// How well a position looks for a side, from 0 (as good as lost) to 1 (as good as won): what a computer player
    /// steers by short of the end. It is asked of guesses only, and need not be exact to be of use.
    fn evaluate(setting: &Self::Setting, position: &Self::Position, side: Side) -> f64;
}

/// The game as a book: its name, rulebook, scenario files and calculators (`lib.rs`, `setup/`, `calculators/`).
pub trait GameBook: GamePlay {
    /// The system's name in files and on the command line.
    const NAME: &'static str;
    /// The names of the two sides.
    const SIDES: [&'static str; 2];
    /// What every roll can be called.
    const ROLLS: &'static [&'static str];
    /// The verbs of orders by which a side does as little as it can and lets the game go on, first choice first.
    const PASSIVE: &'static [&'static str];
    /// The calculators.
    const CALCULATORS: &'static [Calculator<Self>];
    /// The rulebook.
    fn rulebook() -> &'static BuiltinRulebook;
    /// Every clause the code declares, with the name of its constant.
    fn clauses() -> &'static [Clause];
    /// Reads a scenario.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place.
    fn set_up(document: &Document) -> Result<SetUp<Self>, Diagnostics>;
    /// The board and what lies below it, as far as everybody knows.
    fn ground(setting: &Self::Setting) -> Ground<'_>;
    /// The system's own sections of a scenario file, for its JSON Schema.
    fn scenario_parts() -> Vec<Part>;
    /// The options as resolved, as a table of the scenario file would say them.
    fn options(setting: &Self::Setting) -> serde_json::Value;
}

/// A rule system: the sum of the six.
pub trait System: GameBook + GameText + GameAi {}
impl<S: GameBook + GameText + GameAi> System for S {}
