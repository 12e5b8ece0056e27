#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod agenda;
pub mod clause;
pub mod forecast;
mod knowledge;
pub mod looks;
pub mod names;
pub mod objectives;
mod offer;
pub mod order;
mod piece;
pub mod prospect;
mod question;
mod refusal;
mod roll;
pub mod rulebook;
pub mod scene;
mod side;
pub mod speech;
mod stands;
mod system;
pub mod telling;
mod tool;
pub mod turn;
mod words;

/// The traits of a rule system, for those who name a system itself: `Tide::eyes(…)`.
pub mod prelude {
    pub use crate::{GameAi, GameBook, GamePlay, GameState, GameText, GameView};
}

pub use clause::{Clause, house};
#[doc(hidden)]
pub use include_dir;
pub use knowledge::{Guess, Heard, Knowledge, number_below};
pub use offer::{Choice, OfferSink, any_order, anyone_asked, offers, reachable};
pub use order::{DraftKind, OrderKind, Prompt, Reader};
pub use piece::{Group, Members, Piece};
pub use question::Question;
pub use refusal::Refusal;
pub use roll::{Classes, Counts, Pool, QuickDice, Rolled, Rolls};
pub use side::{Audience, BySide, Seat, Side};
pub use stands::Stands;
pub use system::{
    Every, Flaw, GameAi, GameBook, GamePlay, GameState, GameText, GameView, Ground, Outcome, Plans, SetUp, System, Word,
};
pub use tool::{Answer, Calculate, Calculator, Chance, Chart, Grid, InputKind, Tool, ToolInput, calculate, tools};
pub use turn::{Delta, Record, Turn};
