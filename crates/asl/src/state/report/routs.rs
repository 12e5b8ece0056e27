//! Reports of rally and rout.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Reports of rally and rout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RoutReport {
    /// A unit makes a rally DR.
    RallyRolled {
        /// Unit that tries to rally.
        unit: Piece,
        /// The leader who rallies it; left out if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leader: Option<Piece>,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// Sum of the modifiers of the DR.
        drm: i8,
        /// The highest Final DR that rallies the unit. An Original 12 never does.
        needed: u8,
        /// Whether the unit rallies.
        rallied: bool,
    },
    /// A unit routs to another Location.
    Routs {
        /// The broken unit that routs.
        unit: Piece,
        /// Location it routs to.
        to: LocationId,
    },
    /// An unbroken unit flees from a Blaze.
    Flees {
        /// Unit that flees.
        unit: Piece,
        /// Location it flees to.
        to: LocationId,
    },
    /// A "?" flees from a Blaze.
    UnknownFlees {
        /// Whose counter it is.
        side: Side,
        /// Location it flees to.
        to: LocationId,
    },
    /// A routing unit meets an enemy it didn't know of, and is put back. One unit there is shown.
    RoutBarred {
        /// The broken unit that routs.
        unit: Piece,
        /// Location it can't enter.
        at: LocationId,
    },
    /// A unit routs one Location by Low Crawl.
    Crawls {
        /// The broken unit that crawls.
        unit: Piece,
        /// Location it crawls to.
        to: LocationId,
    },
    /// A unit has failed to rout and is eliminated.
    FailsToRout {
        /// The broken unit.
        unit: Piece,
    },
}
