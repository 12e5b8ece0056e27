#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod agenda;
mod calculator;
pub mod clause;
pub mod evaluation;
pub mod forecast;
mod knowledge;
mod length;
pub mod looks;
pub mod names;
pub mod objectives;
mod offer;
pub mod order;
mod outcome;
mod piece;
mod plans;
mod question;
mod refusal;
pub mod resolution;
mod roll;
pub mod rulebook;
pub mod scene;
mod side;
pub mod speech;
mod stands;
mod system;
pub mod telling;
pub mod tools;
mod words;

/// The traits of a rule system, for code that calls methods of one system directly, such as `Tide::eyes(…)`.
pub mod prelude {
    pub use crate::{GameAi, GameBook, GamePlay, GameState, GameText, GameView};
}

pub use calculator::{
    Calculate, Calculator, CalculatorField, CalculatorInfo, CalculatorOutput, Chance, Chart, InputKind, Sentence,
    TextTable, calculate, calculators,
};
pub use clause::{Clause, referee_clauses, switched_off};
#[doc(hidden)]
pub use include_dir;
pub use knowledge::{Guess, Knowledge, Observation, number_below};
pub use length::LengthBound;
pub use offer::{Choice, OfPiece, OfferSink, any_order, offers, reachable, side_to_move};
pub use order::{DraftKind, OrderKind, Prompt, Reader};
pub use outcome::{Outcome, Reason, ReasonOf};
pub use piece::{Piece, PieceSet, PieceSetIter};
pub use plans::{FindOnlookers, IsolateOrder, Onlooker, Onlookers, Plans};
pub use question::Question;
pub use refusal::Refusal;
pub use resolution::{Effect, EffectObserver, Resolver};
pub use roll::{ClassCounts, DiceSource, FaceClasses, Pool, QuickDice, RollRecord};
pub use side::{Audience, BySide, Seat, Side};
pub use stands::Stands;
pub use system::{
    Enumeration, GameAi, GameBook, GamePlay, GameState, GameText, GameView, Ground, InvariantViolation, Outline, SetUp,
    System, WireValue,
};
