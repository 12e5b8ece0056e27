//! What a seat is told that leaves no trace.

pub mod below;
pub mod fights;

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::kind::Kind;
use crate::printed::words::{Pace, Phase};
use crate::state::report::below::BelowReport;
use crate::state::report::fights::FightReport;

/// What a seat is told that leaves no trace. What is said of fights and of the sewers is written like the rest.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A Player Turn begins.
    PlayerTurn {
        /// The Game Turn.
        turn: u8,
        /// Whose.
        side: Side,
    },
    /// A phase begins.
    PhaseBegins(Phase),
    /// A side's units are all placed.
    SetUpOver {
        /// Which side.
        side: Side,
    },
    /// Units in sight begin to move.
    Goes {
        /// Who.
        units: PieceSet,
        /// From where.
        from: LocationId,
        /// How.
        pace: Pace,
    },
    /// A "?" begins to move.
    UnknownGoes {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// How.
        pace: Pace,
    },
    /// Units go on, or a "?" does.
    Enters {
        /// Whose.
        side: Side,
        /// Where.
        to: LocationId,
    },
    /// Movers were stopped by somebody they did not know of; nothing more is said.
    Barred {
        /// Whose movers.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// Only dummies were there, and are taken off.
    DummiesOnly {
        /// Whose.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// A unit was shown.
    Shown {
        /// The unit.
        unit: Piece,
        /// What it is.
        kind: Kind,
        /// Where.
        at: LocationId,
    },
    /// A unit tried to go under a "?" at the end of its Player Turn.
    Conceals {
        /// The unit.
        unit: Piece,
        /// Whether it did.
        gained: bool,
    },
    /// Units advance.
    Advances {
        /// Who.
        units: PieceSet,
        /// Where to.
        to: LocationId,
    },
    /// A "?" advances.
    UnknownAdvances {
        /// Whose.
        side: Side,
        /// Where to.
        to: LocationId,
    },
    /// A Blaze breaks out among units.
    Burns {
        /// The ground of its hex.
        at: LocationId,
    },
    /// What is said of fights.
    #[serde(untagged)]
    Fight(FightReport),
    /// What is said of the sewers and tunnels.
    #[serde(untagged)]
    Below(BelowReport),
}

impl From<FightReport> for Report {
    fn from(report: FightReport) -> Report {
        Report::Fight(report)
    }
}

impl From<BelowReport> for Report {
    fn from(report: BelowReport) -> Report {
        Report::Below(report)
    }
}
