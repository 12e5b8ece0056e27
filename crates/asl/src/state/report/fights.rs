//! What is said of fights.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::drm::Drm;
use crate::printed::kind::Kind;
use crate::printed::tables::Effect;

rules::words! {
    /// Why an attack is made.
    Occasion {
        /// In the Prep Fire Phase.
        PrepFire = "Prep Fire",
        /// At movers.
        FirstFire = "Defensive First Fire",
        /// At movers, for the second time.
        SubsequentFire = "Subsequent First Fire",
        /// At movers next to the firers, come what may.
        ProtectiveFire = "Final Protective Fire",
        /// By what earlier fire has left in a Location.
        ResidualFire = "residual firepower",
        /// In the Defensive Fire Phase.
        FinalFire = "Final Fire",
        /// In the Advancing Fire Phase.
        AdvancingFire = "Advancing Fire",
        /// With a demolition charge.
        Charge = "demolition charge",
    }
}

rules::words! {
    /// What a unit checks for.
    Check {
        /// Morale.
        Morale = "Morale Check",
        /// Whether it is pinned.
        Pin = "Pin Task Check",
        /// The loss of a leader.
        LeaderLoss = "leader loss check",
        /// Interdiction of its rout.
        Interdiction = "Interdiction check",
        /// Its own Final Protective Fire.
        Protective = "Final Protective Fire Morale Check",
    }
}

rules::words! {
    /// How a check ended.
    Verdict {
        /// Passed.
        Passed = "passed",
        /// Pinned.
        Pinned = "pinned",
        /// Failed.
        Failed = "failed",
    }
}

/// What an attack does to those in an entrenchment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dug {
    /// The modifiers.
    pub drm: Drm,
    /// The result against units in sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// The result against what is under a "?".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect_unknown: Option<Effect>,
}

/// What is said of fights.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FightReport {
    /// An attack on the Infantry Fire Table.
    Attack {
        /// Why.
        occasion: Occasion,
        /// Whose attack.
        side: Side,
        /// Who fires, of those who are in sight.
        units: PieceSet,
        /// The Sewer Location it comes from, if it comes from below.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<LocationId>,
        /// The Location attacked.
        at: LocationId,
        /// Firepower of the column; 0 if it was not enough for any.
        fp: u8,
        /// Firepower of the column against what is under a "?".
        fp_unknown: u8,
        /// The modifiers.
        drm: Drm,
        /// The Original DR.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Whether the firers cowered.
        cowered: bool,
        /// The result against units in sight.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<Effect>,
        /// The result against what is under a "?".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect_unknown: Option<Effect>,
        /// The same roll against those in the entrenchment there, if others are outside of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dug: Option<Dug>,
    },
    /// A unit made a check.
    Checked {
        /// The unit.
        unit: Piece,
        /// What for.
        check: Check,
        /// The Original DR.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// What was added.
        drm: i8,
        /// Its Morale Level.
        morale: u8,
        /// How it ended.
        verdict: Verdict,
    },
    /// A unit is replaced by a worse one.
    Replaced {
        /// The unit.
        unit: Piece,
        /// By what.
        by: Kind,
    },
    /// A unit breaks.
    Breaks {
        /// The unit.
        unit: Piece,
    },
    /// A unit loses half its men.
    Reduced {
        /// The unit.
        unit: Piece,
        /// To what.
        to: Kind,
    },
    /// A single man is wounded.
    Wounded {
        /// Who.
        unit: Piece,
    },
    /// A unit is eliminated.
    Eliminated {
        /// The unit.
        unit: Piece,
    },
    /// Whether a demolition charge makes rubble.
    Rubble {
        /// Where.
        at: LocationId,
        /// The Final dr.
        dr: u8,
        /// What it must not be more than.
        kia: u8,
        /// Whether it does.
        falls: bool,
    },
    /// A unit tried to rally.
    RallyRolled {
        /// The unit.
        unit: Piece,
        /// The leader, if one helped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leader: Option<Piece>,
        /// The Original DR.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// What was added.
        drm: i8,
        /// What it had to come to at most.
        needed: u8,
        /// Whether it has rallied.
        rallied: bool,
    },
    /// A unit tried to take up a weapon.
    Recovers {
        /// The unit.
        unit: Piece,
        /// The weapon.
        sw: Piece,
        /// The Final dr.
        dr: u8,
        /// Whether it has it now.
        found: bool,
    },
    /// A weapon is left where it is. Of what is left below ground only its own side hears.
    Leaves {
        /// Whose.
        side: Side,
        /// The weapon.
        sw: Piece,
        /// Where.
        at: LocationId,
    },
    /// A unit routs.
    Routs {
        /// The unit.
        unit: Piece,
        /// Where to.
        to: LocationId,
    },
    /// A routing unit is barred from a Location; nothing more is said.
    RoutBarred {
        /// The unit.
        unit: Piece,
        /// From where.
        at: LocationId,
    },
    /// A unit that had to rout and could not surrenders.
    Surrenders {
        /// The unit.
        unit: Piece,
    },
    /// The drs for an ambush, and who ambushes.
    Ambush {
        /// Where.
        at: LocationId,
        /// The ATTACKER's Final dr.
        attacker: i8,
        /// The DEFENDER's.
        defender: i8,
        /// Who ambushes whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
    /// A blow in Close Combat.
    Blow {
        /// Who strikes.
        units: PieceSet,
        /// Whom.
        against: PieceSet,
        /// The odds, in half firepower factors.
        odds: [u16; 2],
        /// The Kill Number.
        kill: u8,
        /// The Original DR.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// What was added.
        drm: i8,
    },
    /// A blow in Close Combat below ground.
    BlowBelow {
        /// Who strikes.
        side: Side,
        /// Where.
        at: LocationId,
        /// The Original DR.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
    },
    /// A blow in Close Combat above ground at what is under a "?".
    BlowUnknown {
        /// Who strikes.
        units: PieceSet,
        /// Where.
        at: LocationId,
        /// The Original DR.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
    },
}
