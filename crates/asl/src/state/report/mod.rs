//! Reports: events that a seat learns of and that leave no trace in the position.

pub mod below;
pub mod close;
pub mod fights;
pub mod routs;

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::kind::Kind;
use crate::printed::words::{Pace, Phase};
use crate::state::report::below::BelowReport;
use crate::state::report::close::CloseReport;
use crate::state::report::fights::FightReport;
use crate::state::report::routs::RoutReport;

/// An event that a seat learns of and that leaves no trace in the position. Reports of fights and of sewers have the
/// same format as the rest.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A Player Turn begins.
    PlayerTurn {
        /// Number of the Game Turn, from 1.
        turn: u8,
        /// The ATTACKER of this Player Turn.
        side: Side,
    },
    /// A phase begins: the phase, such as `rout`.
    PhaseBegins(Phase),
    /// All units of a side are placed.
    SetUpOver {
        /// Side whose set-up is over.
        side: Side,
    },
    /// Units in sight begin to move.
    Goes {
        /// Units that begin to move.
        units: PieceSet,
        /// Location they start from.
        from: LocationId,
        /// Kind of move, such as `assault`.
        pace: Pace,
    },
    /// A "?" begins to move.
    UnknownGoes {
        /// Side that owns the "?".
        side: Side,
        /// Location it starts from.
        from: LocationId,
        /// Kind of move, such as `assault`.
        pace: Pace,
    },
    /// Moving units, or a moving "?", enter a Location.
    Enters {
        /// Side that is moving.
        side: Side,
        /// The Location that they enter.
        to: LocationId,
    },
    /// Moving units are stopped by an enemy they did not know of. The reason is not reported.
    Barred {
        /// Side that is moving.
        side: Side,
        /// Location they can't enter.
        at: LocationId,
    },
    /// A "?" had only dummies under it, and is removed.
    DummiesOnly {
        /// Side that owns the "?".
        side: Side,
        /// Location where it was.
        at: LocationId,
    },
    /// A "?" has entered a Location in sight of a Known enemy, which may be overstacked by what lies under "?" there.
    Crowding {
        /// Side that owns the "?".
        side: Side,
        /// Location that it entered.
        at: LocationId,
        /// Whether the Location is overstacked: then the "?" is lost.
        over: bool,
    },
    /// A unit is revealed.
    Shown {
        /// The unit, by number.
        unit: Piece,
        /// Its counter, such as `4-6-7`.
        kind: Kind,
        /// Location where it is.
        at: LocationId,
    },
    /// A unit tries to gain concealment at the end of its Player Turn.
    Conceals {
        /// Unit that tries it.
        unit: Piece,
        /// Whether it is under a "?" now.
        gained: bool,
        /// The Original dr.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dr: Option<u8>,
        /// The modifier of the dr.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drm: Option<i8>,
    },
    /// A unit under a "?" is shown for the moment, so that an enemy loses his "?".
    Challenges {
        /// Location where it is.
        at: LocationId,
        /// Side that shows it.
        side: Side,
        /// Its counter, such as `4-6-7`.
        kind: Kind,
    },
    /// A "?" fires, and stays a "?".
    FiresUnseen {
        /// Side that owns the "?".
        side: Side,
        /// Location that it fires from.
        at: LocationId,
    },
    /// Moving units, or a moving "?", spend 1 MF where they are. What for is not reported.
    Pauses {
        /// Side that moves.
        side: Side,
        /// Location where it does.
        at: LocationId,
    },
    /// Moving units search their hex and some around it.
    SearchesAround {
        /// Location of the searchers.
        at: LocationId,
        /// The Original dr.
        dr: u8,
        /// Its modifier.
        drm: i8,
        /// The ground of the hexes that are searched, besides their own.
        #[schemars(extend("uniqueItems" = true))]
        searched: Vec<LocationId>,
    },
    /// The dr for casualties among searchers.
    SearchCasualties {
        /// Side that searches.
        side: Side,
        /// The Original dr.
        dr: u8,
        /// Its modifier.
        drm: i8,
    },
    /// Units have Mopped Up a building.
    MopsUp {
        /// Units that did.
        units: PieceSet,
        /// Whether the building is secured.
        secured: bool,
    },
    /// Units advance in the Advance Phase.
    Advances {
        /// Units that advance together.
        units: PieceSet,
        /// Location they advance to.
        to: LocationId,
    },
    /// A "?" advances in the Advance Phase.
    UnknownAdvances {
        /// Side that owns the "?".
        side: Side,
        /// Location it advances to.
        to: LocationId,
    },
    /// A Blaze breaks out in a hex with units.
    Burns {
        /// The ground of its hex.
        at: LocationId,
    },
    /// A report of fire, morale, charges or labor.
    #[serde(untagged)]
    Fight(FightReport),
    /// A report of rally or rout.
    #[serde(untagged)]
    Rout(RoutReport),
    /// A report of Close Combat, surrender or prisoners.
    #[serde(untagged)]
    Close(CloseReport),
    /// A report of sewers and tunnels.
    #[serde(untagged)]
    Below(BelowReport),
}

impl From<FightReport> for Report {
    fn from(report: FightReport) -> Report {
        Report::Fight(report)
    }
}

impl From<RoutReport> for Report {
    fn from(report: RoutReport) -> Report {
        Report::Rout(report)
    }
}

impl From<CloseReport> for Report {
    fn from(report: CloseReport) -> Report {
        Report::Close(report)
    }
}

impl From<BelowReport> for Report {
    fn from(report: BelowReport) -> Report {
        Report::Below(report)
    }
}
