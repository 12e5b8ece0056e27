//! Reports of Close Combat, surrender and prisoners.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::kind::Kind;

/// Reports of Close Combat, surrender and prisoners.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CloseReport {
    /// A unit surrenders because it can't rout away from an enemy beside it.
    Surrenders {
        /// The broken unit that surrenders.
        unit: Piece,
    },
    /// A unit that surrenders is captured.
    Captured {
        /// The unit captured.
        unit: Piece,
        /// Who takes it prisoner.
        guard: Piece,
    },
    /// The surrender of a unit is rejected.
    Rejected {
        /// The unit that wanted to surrender.
        unit: Piece,
    },
    /// A prisoner has lost its Guard and is free.
    Freed {
        /// Side of the prisoner.
        side: Side,
        /// Its counter.
        kind: Kind,
    },
    /// The ambush drs of both sides in a Close Combat.
    Ambush {
        /// Location of the Close Combat.
        at: LocationId,
        /// The ATTACKER's Final dr.
        attacker: i8,
        /// The Final dr of the DEFENDER.
        defender: i8,
        /// Side that ambushes the other; left out if neither does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
    /// An attack in Close Combat.
    Blow {
        /// Units that strike together.
        units: PieceSet,
        /// Units that are attacked.
        against: PieceSet,
        /// Firepower of the attackers and of the defenders, in half factors.
        odds: [u16; 2],
        /// The Kill Number of these odds.
        kill: u8,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Sum of the modifiers of the DR, of those that apply to all targets.
        drm: i8,
        /// Whether it is made to capture.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        capture: bool,
    },
    /// An attack in Close Combat below ground.
    BlowBelow {
        /// Side that makes the attack.
        side: Side,
        /// Sewer Location of the Close Combat.
        at: LocationId,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
    },
    /// An attack in Close Combat above ground at the units under a "?".
    BlowUnknown {
        /// Units that strike together.
        units: PieceSet,
        /// Location of the Close Combat.
        at: LocationId,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Sum of the modifiers of the DR, of those that apply to all targets.
        #[serde(default)]
        drm: i8,
    },
    /// What a side has under its "?" in a Close Combat.
    Strength {
        /// Side that owns the "?".
        side: Side,
        /// Location of the Close Combat.
        at: LocationId,
        /// The counters under it.
        #[schemars(with = "Vec<Kind>")]
        #[schemars(extend("x-unordered" = true))]
        kinds: ArrayVec<Kind, { PieceSet::LIMIT }>,
    },
    /// Units withdraw from Close Combat.
    Withdraws {
        /// Units that leave together; of a "?", none.
        units: PieceSet,
        /// Location of the Close Combat.
        from: LocationId,
        /// Location they enter.
        to: LocationId,
    },
    /// Units leave Close Combat after an Original 2 or 12.
    Infiltrates {
        /// Units that leave together; of a "?", none.
        units: PieceSet,
        /// Location of the Close Combat.
        from: LocationId,
        /// Location they enter.
        to: LocationId,
    },
    /// Units are captured in Close Combat.
    Captures {
        /// Units captured.
        units: PieceSet,
        /// Their Guard; of a "?", none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        guard: Option<Piece>,
    },
}
