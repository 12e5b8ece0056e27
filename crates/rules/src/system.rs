//! The one trait.

use std::fmt::Debug;
use std::hash::Hash;

use board::scenario::{Document, Part, Problems, Warnings};
use board::{Board, Network};
use rand::Rng;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::agenda::Agenda;
use crate::rulebook::BuiltIn;
use crate::scene::{Out, Phrase, Scene};
use crate::{Answer, Choice, Clause, Guess, Knowledge, OfferSink, Piece, Question, Refusal, Seat, Side, Tool, Turn};

/// Anything a seat may be sent or send: plain data with names inside (see [`board::naming`]).
pub trait Word: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> Word for T {}

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
pub struct Flaw(pub String);

impl Flaw {
    /// Fails with a flaw where something does not hold.
    ///
    /// # Errors
    /// The flaw, in the words that `flaw` makes.
    pub fn unless(holds: bool, flaw: impl FnOnce() -> String) -> Result<(), Flaw> {
        if holds { Ok(()) } else { Err(Flaw(flaw())) }
    }
}

/// A scenario, set up.
#[derive(Clone, Debug)]
pub struct SetUp<S: System> {
    /// What never changes.
    pub setting: S::Setting,
    /// The position before the first step of the agenda is done.
    pub position: S::Position,
    /// What the file had better have different.
    pub warnings: Warnings,
}

/// A rule system.
///
/// Legality (`awaited`, `offers`, `check`) and everything shown (`view`, `sees`) take [`Eyes`](System::Eyes): the
/// truth behind a door that answers only what one seat may know. Resolution takes a [`Turn`], which holds the truth.
/// Positions change in `apply` and nowhere else.
pub trait System: Copy + Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// What never changes in a game: board, printed values, options as resolved. Public: a secret belongs in the
    /// position.
    type Setting: Debug + Send + Sync;
    /// The whole truth; flat and small.
    type Position: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// The truth as one seat may look at it.
    type Eyes<'a>: Copy;
    /// What a side can order.
    type Order: Word + Copy + Eq + Hash;
    /// A first part of an order (see [`crate::Choice`]).
    type Draft: Word + Copy + Eq + Hash;
    /// A kind of question.
    type Question: Question;
    /// An item of the agenda.
    type Step: Word + Copy + Eq + Hash;
    /// A change of the position: results, not causes.
    type Change: Word + Copy + Eq;
    /// What a seat is told that leaves no trace.
    type Report: Word + Eq + Hash;
    /// One thing that holds in a seat's view.
    type Fact: Word;

    /// The system's name in files and on the command line.
    const NAME: &'static str;
    /// The names of the two sides.
    const SIDES: [&'static str; 2];
    /// What every roll can be called.
    const ROLLS: &'static [&'static str];
    /// The verbs of orders by which a side does as little as it can and lets the game go on, first choice first.
    const PASSIVE: &'static [&'static str];

    /// The rulebook.
    fn rulebook() -> &'static BuiltIn;
    /// Every clause the code declares, with the name of its constant.
    fn clauses() -> &'static [Clause];
    /// Reads a scenario.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place.
    fn set_up(document: &Document) -> Result<SetUp<Self>, Problems>;
    /// The board.
    fn board(setting: &Self::Setting) -> &Board;
    /// The networks under the board that everybody knows of.
    #[must_use]
    fn networks(setting: &Self::Setting) -> &[Network] {
        let _ = setting;
        &[]
    }
    /// Pairs of networks, by their places in [`networks`](System::networks): from one of them one gets into the other
    /// although nothing on the board shows it.
    #[must_use]
    fn joined(setting: &Self::Setting) -> &[[u16; 2]] {
        let _ = setting;
        &[]
    }
    /// The system's own sections of a scenario file, for its JSON Schema.
    #[must_use]
    fn scenario_parts() -> Vec<Part> {
        Vec::new()
    }
    /// The options as resolved, as a table of the scenario file would say them.
    fn options(setting: &Self::Setting) -> serde_json::Value;

    /// Opens the door to the truth for one seat.
    fn eyes<'a>(setting: &'a Self::Setting, position: &'a Self::Position, seat: Seat) -> Self::Eyes<'a>;
    /// The steps still to do.
    fn agenda(position: &Self::Position) -> &Agenda<Self::Step>;
    /// The steps still to do, to be changed by the engine alone.
    fn agenda_mut(position: &mut Self::Position) -> &mut Agenda<Self::Step>;
    /// How many pieces the position lists.
    fn pieces(position: &Self::Position) -> usize;
    /// The scenario's name of a piece.
    fn piece_name(setting: &Self::Setting, piece: Piece) -> Option<&str>;

    /// What this seat is asked now.
    fn awaited(eyes: Self::Eyes<'_>) -> Option<Self::Question>;
    /// Whether some side is asked something. A system that can tell it from its agenda alone need not open any eyes.
    #[inline]
    #[must_use]
    fn asks(setting: &Self::Setting, position: &Self::Position) -> bool {
        Side::BOTH.iter().any(|side| Self::awaited(Self::eyes(setting, position, side.seat())).is_some())
    }
    /// Everything this seat may order now, or from a draft everything it may choose next.
    fn offers(eyes: Self::Eyes<'_>, draft: Option<&Self::Draft>, sink: &mut impl OfferSink<Self>);
    /// Candidates: all offers, and perhaps others, of which [`is_offer`](System::is_offer) tells. Who wants one offer by
    /// chance need not look closely at them all. A system with such a coarse list makes its offers of it, by
    /// [`sift`](crate::sift).
    #[inline]
    fn candidates(eyes: Self::Eyes<'_>, draft: Option<&Self::Draft>, sink: &mut impl OfferSink<Self>) {
        Self::offers(eyes, draft, sink);
    }
    /// Whether a candidate is an offer. Only what was [listed](System::candidates) is asked about: what the list makes
    /// sure of is not looked at again.
    #[inline]
    #[must_use]
    fn is_offer(eyes: Self::Eyes<'_>, candidate: &Choice<Self>) -> bool {
        let _ = (eyes, candidate);
        true
    }
    /// Whether this seat may give the order now.
    ///
    /// # Errors
    /// The refusal with its clause.
    fn check(eyes: Self::Eyes<'_>, order: &Self::Order) -> Result<(), Refusal>;
    /// Every order that could be written with the pieces and Locations this seat knows, legal or not.
    fn universe(eyes: Self::Eyes<'_>, sink: &mut impl FnMut(Self::Order));
    /// Orders enough to say of every kind why it is not open to a piece now. All that could be written, unless a system
    /// has a shorter list; every kind that is open must be in it or begin an offer.
    fn of_every_kind(eyes: Self::Eyes<'_>, sink: &mut impl FnMut(Self::Order)) {
        Self::universe(eyes, sink);
    }
    /// Resolves a checked order.
    fn resolve(turn: &mut impl Turn<Self>, side: Side, order: &Self::Order);
    /// Does one step of the agenda, already taken off it.
    fn step(turn: &mut impl Turn<Self>, step: Self::Step);
    /// Changes the position; looks up no rule.
    fn apply(setting: &Self::Setting, position: &mut Self::Position, change: &Self::Change);

    /// Whether this seat sees the piece as one it can name.
    fn sees(eyes: Self::Eyes<'_>, piece: Piece) -> bool;
    /// Writes down what the eyes see.
    fn view(eyes: Self::Eyes<'_>, sink: &mut impl FnMut(Self::Fact));
    /// Whether a fact of this seat's view tells of the other side (undo stops where such facts change).
    fn tells_of_enemy(seat: Seat, fact: &Self::Fact) -> bool;
    /// Whether a fact means something only when all of an entry is done, such as what is still to do: on the way it
    /// stays as it was, and seats hear once what has become of it.
    #[must_use]
    fn only_at_rest(fact: &Self::Fact) -> bool {
        let _ = fact;
        false
    }
    /// Whether a change could make something known to the other side, whoever really saw it.
    fn could_disclose(setting: &Self::Setting, change: &Self::Change) -> bool;
    /// Whether two changes that follow one another happen at once for onlookers, so that the true order of the pieces
    /// in a sweep over all of them is not shown. Never for steps of a movement: a glimpse on the way counts.
    #[must_use]
    fn together(one: &Self::Change, next: &Self::Change) -> bool {
        let _ = (one, next);
        false
    }
    /// Some truth that the knowledge allows; `None` if the system finds none. Pieces that the seat sees are numbered
    /// alike in all guesses at one knowledge, so that an order about them is the same order in each.
    fn sample(known: &Knowledge<Self>, rng: &mut impl Rng) -> Option<Guess<Self>>;

    /// Takes back what a side has planned so far where both plan at once, each unseen by the other: it is planned anew in a
    /// guess, or kept from who does not know of it. It is asked of guesses only. Nothing needs to be done by a system that
    /// has no such plans, or none that the other side's could answer.
    fn unplan(setting: &Self::Setting, position: &mut Self::Position, side: Side) {
        let _ = (setting, position, side);
    }

    /// How well a position looks for a side, from 0 (as good as lost) to 1 (as good as won): what a computer player
    /// steers by short of the end. It is asked of guesses only, and need not be exact to be of use.
    #[must_use]
    fn prospect(setting: &Self::Setting, position: &Self::Position, side: Side) -> f64 {
        let _ = (setting, position, side);
        0.5
    }

    /// How many of the units or men that a side set out with are lost to it, eliminated or captured. Who has left the board
    /// alive is not, nor are dummies and what was used up; a unit that is reduced is still there. It is asked of the truth
    /// when a game is over, for statistics.
    #[must_use]
    fn losses(setting: &Self::Setting, position: &Self::Position, side: Side) -> usize {
        let _ = (setting, position, side);
        0
    }

    /// How the game ended, if it has.
    fn outcome(setting: &Self::Setting, position: &Self::Position) -> Option<Outcome>;
    /// Checks what must hold of every position.
    ///
    /// # Errors
    /// What does not hold.
    fn audit(setting: &Self::Setting, position: &Self::Position) -> Result<(), Flaw>;

    /// Whether the other side hears nothing of the orders that answer this question before one ends it, as where a side
    /// sets up out of sight: how many there were must not show in when they come.
    #[must_use]
    fn is_unseen(question: Self::Question) -> bool {
        let _ = question;
        false
    }

    /// The view as something any client can draw.
    fn scene(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact]) -> Scene;
    /// A question in plain words.
    fn ask(setting: &Self::Setting, question: Self::Question, facts: &[Self::Fact]) -> String;
    /// An order in plain words.
    fn phrase(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], order: &Self::Order) -> Phrase;
    /// A draft in plain words.
    fn phrase_draft(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], draft: &Self::Draft) -> Phrase;
    /// A report in plain words, by the view of the seat that hears it.
    fn tell(setting: &Self::Setting, seat: Seat, facts: &[Self::Fact], report: &Self::Report) -> String;

    /// Who is out of the game by a report, if anybody is: what became of him need not be said again.
    fn out(report: &Self::Report) -> Option<Out>;

    /// Where an order only plans what is carried out later, along with all that both sides plan: the position in which it is
    /// the only plan, and the order that has it carried out. So its odds are told as if nobody else did anything. `None`
    /// for an order that is carried out at once, and for plans that nobody rolls for.
    #[must_use]
    fn alone(
        setting: &Self::Setting,
        position: &Self::Position,
        side: Side,
        order: &Self::Order,
    ) -> Option<(Self::Position, Self::Order)> {
        let _ = (setting, position, side, order);
        None
    }

    /// What a report comes down to, in a few words, so that odds can be added up: `the attack succeeds`. `None` for a
    /// report that makes no difference.
    #[must_use]
    fn gist(setting: &Self::Setting, facts: &[Self::Fact], report: &Self::Report) -> Option<String> {
        let _ = (setting, facts, report);
        None
    }

    /// The calculators of this system.
    #[must_use]
    fn tools() -> &'static [Tool] {
        &[]
    }
    /// Asks a calculator, from what this seat may know; without eyes, apart from any game.
    ///
    /// # Errors
    /// When there is no such tool, it needs a game, or the input is not what it takes.
    fn use_tool(eyes: Option<Self::Eyes<'_>>, tool: &str, input: &serde_json::Value) -> Result<Answer, Refusal> {
        let _ = (eyes, input);
        Err(Refusal::new(crate::house::COMPLETE, format!("there is no tool called {tool}")))
    }
}
