//! What happens below ground, as it is told.

use board::LocationId;
use rules::{PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::chart::Emergence;
use crate::printed::kind::Kind;
use crate::state::below::Modifiers;

/// What is said of the sewers and tunnels. Of units below nothing is said but where their counter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BelowReport {
    /// A leader tries to take others below.
    Task {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// The DR.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Whether it is enough.
        passed: bool,
    },
    /// The dr for the way: who moves the stack.
    Way {
        /// Whose stack.
        side: Side,
        /// Where it starts.
        from: LocationId,
        /// The Final dr.
        dr: u8,
        /// Whether it is lost.
        lost: bool,
    },
    /// A stack has gone where it was sent.
    Moves {
        /// Whose stack.
        side: Side,
        /// Where it started.
        from: LocationId,
        /// Where it is.
        to: LocationId,
        /// Whether it is lost.
        lost: bool,
    },
    /// A stack had nowhere to go and is eliminated.
    Trapped {
        /// Whose stack.
        side: Side,
        /// Where it was.
        from: LocationId,
    },
    /// The counter of a stack is taken off: the last of it is dead.
    NobodyLeft {
        /// Whose stack.
        side: Side,
        /// Where it was.
        at: LocationId,
    },
    /// A stack casts no emergence dr: its manhole is covered.
    NoEmergence {
        /// Whose stack.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// An emergence dr is cast.
    EmergenceDr {
        /// Whose stack.
        side: Side,
        /// Where.
        at: LocationId,
        /// The dr as it fell.
        #[schemars(range(min = 1, max = 6))]
        dr: u8,
    },
    /// The ATTACKER claims a friend in the manhole.
    Claims {
        /// Whose.
        side: Side,
        /// Beneath which the stack is.
        at: LocationId,
    },
    /// A unit is shown for the moment to count against the dr.
    ShownFor {
        /// Whose.
        side: Side,
        /// What it is.
        kind: Kind,
        /// Where.
        at: LocationId,
    },
    /// What came of an emergence dr.
    Emergence {
        /// Whose stack.
        side: Side,
        /// Where.
        at: LocationId,
        /// The dr as it fell.
        #[schemars(range(min = 1, max = 6))]
        dr: u8,
        /// Its modifiers.
        drm: Modifiers,
        /// The Final dr.
        total: i8,
        /// The result.
        result: Emergence,
    },
    /// A "?" comes up.
    Emerges {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// Where it is now.
        to: LocationId,
    },
    /// A "?" closes with the enemy below.
    Closes {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// The enemy's Sewer Location.
        to: LocationId,
    },
    /// A "?" is in a tunnel.
    UsesTunnel {
        /// Whose.
        side: Side,
        /// Beneath the end where it will come out.
        to: LocationId,
    },
    /// For the watchers' side alone: they see an entrance of a tunnel used.
    SeesEntrance {
        /// Where it is.
        at: LocationId,
        /// Who sees it.
        by: PieceSet,
    },
    /// A "?" comes out of a tunnel.
    LeavesTunnel {
        /// Whose.
        side: Side,
        /// Where it is now.
        to: LocationId,
    },
    /// A "?" could not come out of a tunnel and is eliminated.
    TunnelShut {
        /// Whose.
        side: Side,
        /// Where it was.
        at: LocationId,
    },
    /// A broken unit routs through a tunnel.
    RoutsThrough {
        /// Whose.
        side: Side,
        /// From where.
        from: LocationId,
        /// Where it is now.
        to: LocationId,
    },
    /// A unit looks for an entrance it saw used.
    Searches {
        /// Whose.
        side: Side,
        /// Where.
        at: LocationId,
        /// The Final dr.
        dr: u8,
        /// Whether it has found it.
        found: bool,
    },
    /// A tunnel is destroyed.
    TunnelDestroyed {
        /// By whom.
        side: Side,
        /// By the entrance here.
        at: LocationId,
    },
}
