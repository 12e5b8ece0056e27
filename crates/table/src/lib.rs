#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod balance;
mod board_json;
pub mod case;
mod coverage;
pub mod engine;
pub mod explained;
mod formats;
pub mod guide;
mod lines;
mod luck;
mod matches;
mod offer;
mod picture;
mod playouts;
pub mod schemas;
mod seated;
mod systems;
mod vocabulary;
mod walk;

pub use board_json::{
    BoardJson, Briefing, HexJson, HexsideJson, LocationJson, Mentions, NetworkJson, RoadJson, TellingJson, TerrainJson,
};
pub use coverage::{ClauseRow, referee_coverage};
pub use formats::{FORMATS, Formats};
pub use lines::Lines;
pub use luck::{Luck, RollLuck, SideLuck};
pub use matches::{Match, MatchError, MatchResult};
pub use offer::{Offer, WhyNot, any_order};
pub use picture::wrapped;
pub use playouts::{PlayoutSpec, Playouts};
pub use seated::{
    Odds, OddsOutcome, OnlookerJson, OnlookersJson, PendingOdds, PendingOrder, Reaction, RefusalJson, SubmitResult,
    Table, TableError, View,
};
/// Internals for this crate's own integration tests. As unit tests they would compile the code of every system once
/// more.
#[doc(hidden)]
pub mod parts {
    pub use crate::case::parts::{Pattern, UNORDERED, is_of_type, schema};
    pub use crate::matches::play_one;
    pub use crate::offer::read_out;
    pub use crate::seated::summary;
    pub use crate::vocabulary::{list, mentions};
}

pub use systems::{AnySystem, Checked, Keyed, Replayed, SYSTEMS, Visitor, each_system, seat_named, system, system_of};
pub use vocabulary::{FieldRow, WordList, WordRow};
pub use walk::{Expectation, Walk, WalkFailure, WalkStep};
