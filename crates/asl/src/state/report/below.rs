//! Reports from below ground.

use board::LocationId;
use rules::{PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::chart::Emergence;
use crate::printed::kind::Kind;
use crate::state::below::Modifiers;

/// Reports about sewers and tunnels. They reveal nothing of the units below, only where their counter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BelowReport {
    /// A leader makes the task check to take other units below (B8.4c).
    Task {
        /// Side of the leader.
        side: Side,
        /// Manhole Location where they enter.
        from: LocationId,
        /// The DR as rolled, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Whether the check is passed.
        passed: bool,
    },
    /// The dr that decides which side directs the stack (B8.41d).
    Way {
        /// Side of the stack.
        side: Side,
        /// Location where the move starts.
        from: LocationId,
        /// The Final dr of that roll.
        dr: u8,
        /// Whether the stack is lost.
        lost: bool,
    },
    /// A stack has reached the Sewer Location chosen for it.
    Moves {
        /// Side of the stack.
        side: Side,
        /// Location where the move started.
        from: LocationId,
        /// Sewer Location where it is now.
        to: LocationId,
        /// Whether the stack is lost.
        lost: bool,
    },
    /// A stack could not move and is eliminated.
    Trapped {
        /// Side of the stack.
        side: Side,
        /// Location where it was.
        from: LocationId,
    },
    /// The counter of a stack is removed: its last unit is eliminated.
    NobodyLeft {
        /// Side of the stack.
        side: Side,
        /// Sewer Location where it was.
        at: LocationId,
    },
    /// A stack makes no emergence dr because its manhole is covered.
    NoEmergence {
        /// Side of the stack.
        side: Side,
        /// Sewer Location of the stack.
        at: LocationId,
    },
    /// An emergence dr is rolled.
    EmergenceDr {
        /// Side of the stack.
        side: Side,
        /// Sewer Location of the stack.
        at: LocationId,
        /// The dr as rolled, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        dr: u8,
    },
    /// The ATTACKER claims a friendly unit in the manhole (B8.42e).
    Claims {
        /// Side that makes the claim.
        side: Side,
        /// Manhole Location above the stack.
        at: LocationId,
    },
    /// A unit is shown temporarily to modify the emergence dr (B8.42j).
    ShownFor {
        /// Side of the unit.
        side: Side,
        /// Its counter, such as `4-6-7`.
        kind: Kind,
        /// Location of the unit.
        at: LocationId,
    },
    /// The result of an emergence dr.
    Emergence {
        /// Side of the stack.
        side: Side,
        /// Sewer Location of the stack.
        at: LocationId,
        /// The dr as rolled, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        dr: u8,
        /// The modifiers that applied.
        drm: Modifiers,
        /// The Final dr, modifiers included.
        total: i8,
        /// The result on the Sewer Emergence Chart.
        result: Emergence,
    },
    /// A "?" comes up from a sewer.
    Emerges {
        /// Side that owns the "?".
        side: Side,
        /// Location it comes from.
        from: LocationId,
        /// Location where it is now.
        to: LocationId,
    },
    /// A "?" advances into Close Combat with the enemy below.
    Closes {
        /// Side that owns the "?".
        side: Side,
        /// Sewer Location it comes from.
        from: LocationId,
        /// The enemy's Sewer Location.
        to: LocationId,
    },
    /// A "?" enters a tunnel.
    UsesTunnel {
        /// Side that owns the "?".
        side: Side,
        /// Location below the end where it will come out.
        to: LocationId,
    },
    /// Units see a tunnel entrance used. Reported only to their own side.
    SeesEntrance {
        /// Location of the entrance.
        at: LocationId,
        /// Units that see it.
        by: PieceSet,
    },
    /// A "?" comes out of a tunnel.
    LeavesTunnel {
        /// Side that owns the "?".
        side: Side,
        /// Location where it is now.
        to: LocationId,
    },
    /// A "?" could not come out of a tunnel and is eliminated.
    TunnelShut {
        /// Side that owns the "?".
        side: Side,
        /// Location where it was.
        at: LocationId,
    },
    /// A broken unit routs through a tunnel.
    RoutsThrough {
        /// Side of the broken unit.
        side: Side,
        /// Entrance Location it comes from.
        from: LocationId,
        /// Location where it is now.
        to: LocationId,
    },
    /// A unit searches for an entrance it saw used.
    Searches {
        /// Side of the unit.
        side: Side,
        /// Location that is searched.
        at: LocationId,
        /// The Final dr of the search.
        dr: u8,
        /// Whether the entrance is found.
        found: bool,
    },
    /// A tunnel is destroyed from end to end.
    TunnelDestroyed {
        /// Side that destroys it.
        side: Side,
        /// Location of the entrance used to destroy it.
        at: LocationId,
    },
}
