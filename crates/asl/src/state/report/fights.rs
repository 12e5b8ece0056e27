//! Reports of fire, morale, charges and labor.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::drm::{Drm, is_zero};
use crate::printed::kind::Kind;
use crate::printed::tables::Effect;

rules::words! {
    /// The kind of fire or attack that an attack on the Infantry Fire Table is.
    Occasion {
        /// Fire by the ATTACKER in the Prep Fire Phase.
        PrepFire = "Prep Fire",
        /// Fire by the DEFENDER at moving units.
        FirstFire = "Defensive First Fire",
        /// A second attack of the same unit at moving units.
        SubsequentFire = "Subsequent First Fire",
        /// Fire at moving units next to the firers; the firers then check their morale.
        ProtectiveFire = "Final Protective Fire",
        /// The attack of residual firepower at units that enter its Location.
        ResidualFire = "residual firepower",
        /// Fire by the DEFENDER in the Defensive Fire Phase.
        FinalFire = "Final Fire",
        /// Fire by the ATTACKER in the Advancing Fire Phase.
        AdvancingFire = "Advancing Fire",
        /// The explosion of a demolition charge.
        Charge = "demolition charge",
        /// The explosion of a demolition charge that was Placed.
        PlacedCharge = "Placed charge",
        /// The explosion of a demolition charge that was Set.
        SetCharge = "Set charge",
        /// The attack of a thrown demolition charge on the thrower's own Location.
        ThrownBack = "thrown charge, at its own Location",
    }
}

impl Occasion {
    /// Returns whether it is the explosion of a demolition charge.
    #[must_use]
    pub const fn is_charge(self) -> bool {
        matches!(self, Occasion::Charge | Occasion::PlacedCharge | Occasion::SetCharge | Occasion::ThrownBack)
    }
}

rules::words! {
    /// The reason for a check by a unit.
    Check {
        /// A Morale Check that an attack requires.
        Morale = "Morale Check",
        /// A check whether the unit is pinned.
        Pin = "Pin Task Check",
        /// A check after the loss of a leader in the Location.
        LeaderLoss = "leader loss check",
        /// A check because of Interdiction during a rout.
        Interdiction = "Interdiction check",
        /// A check by the firer after its own Final Protective Fire.
        Protective = "Final Protective Fire Morale Check",
        /// A check whether a unit goes berserk with its leader; it does if it passes.
        Berserk = "berserk check",
        /// A check whether the unit detonates its Set charge.
        Detonation = "detonation Task Check",
    }
}

rules::words! {
    /// The result of a check.
    Verdict {
        /// The unit passed the check.
        Passed = "passed",
        /// The unit is pinned by the check.
        Pinned = "pinned",
        /// The unit failed the check.
        Failed = "failed",
    }
}

rules::words! {
    /// The result of a Heat of Battle DR.
    Heat {
        /// A hero comes into play, or a leader becomes heroic.
        Hero = "a hero",
        /// A hero and Battle Hardening.
        HeroAndHardening = "a hero and Battle Hardening",
        /// The unit is replaced by a better one, or becomes Fanatic.
        Hardening = "Battle Hardening",
        /// The unit goes berserk.
        Berserk = "berserk",
        /// The unit breaks and is Disrupted, and may surrender at once.
        Surrender = "surrender",
    }
}

/// The result of an attack against units in an entrenchment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dug {
    /// Modifiers of the DR against them.
    pub drm: Drm,
    /// The result against units in sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// The result against what is under a "?".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect_unknown: Option<Effect>,
}

/// Reports of fire, morale, charges and labor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FightReport {
    /// An attack on the Infantry Fire Table.
    Attack {
        /// The kind of attack, such as `first_fire`.
        occasion: Occasion,
        /// Side that makes the attack.
        side: Side,
        /// The firers that are in sight.
        units: PieceSet,
        /// The Sewer Location it comes from, if it comes from below.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<LocationId>,
        /// The Location attacked, in all its parts.
        at: LocationId,
        /// Firepower of the column; 0 if below the lowest column.
        fp: u8,
        /// Firepower of the column against units under a "?".
        fp_unknown: u8,
        /// Modifiers of the DR.
        drm: Drm,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Whether the firers cowered.
        cowered: bool,
        /// The result against units in sight.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<Effect>,
        /// The result against units under a "?".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect_unknown: Option<Effect>,
        /// The result against units in the entrenchment there, if other units are outside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dug: Option<Dug>,
        /// The result against moving units that are pinned already, if others are not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pinned: Option<Dug>,
        /// Whether a machine gun keeps its rate of fire.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rate_of_fire: bool,
    },
    /// A machine gun breaks down after an attack. Below ground, only its own side gets this report.
    Malfunctions {
        /// The machine gun.
        sw: Piece,
        /// Whether it is removed. Otherwise it can be repaired.
        gone: bool,
    },
    /// A unit tries to repair a machine gun that has malfunctioned.
    Repairs {
        /// Unit that tries it.
        unit: Piece,
        /// The machine gun.
        sw: Piece,
        /// The dr. A 6 removes the machine gun.
        dr: u8,
        /// Whether it fires again.
        repaired: bool,
    },
    /// A unit makes a check.
    Checked {
        /// Unit that makes the check.
        unit: Piece,
        /// The kind of check, such as `morale`.
        check: Check,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Sum of the modifiers of the DR.
        drm: i8,
        /// Morale Level of the unit.
        morale: u8,
        /// The result of the check.
        verdict: Verdict,
    },
    /// A unit is replaced by one of lower quality.
    Replaced {
        /// Unit that is replaced.
        unit: Piece,
        /// The new counter, such as `4-4-7`.
        by: Kind,
    },
    /// A unit breaks because of an attack or a failed check.
    Breaks {
        /// Unit that is broken now.
        unit: Piece,
    },
    /// A unit makes a Heat of Battle DR.
    Heat {
        /// Unit that rolled an Original 2.
        unit: Piece,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Sum of the modifiers of the DR.
        drm: i8,
        /// What the table of Heat of Battle gives.
        result: Heat,
    },
    /// A hero comes into play, or a leader becomes heroic.
    Hero {
        /// The hero.
        unit: Piece,
        /// The unit he comes out of; for a leader he himself.
        from: Piece,
    },
    /// A unit becomes better by Battle Hardening.
    Hardens {
        /// Who hardened.
        unit: Piece,
        /// The new counter, such as `4-6-8`; left out if it becomes Fanatic.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Kind>,
    },
    /// A squad tries to Deploy.
    Deploys {
        /// The squad.
        unit: Piece,
        /// The leader who helps it.
        leader: Piece,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Sum of the modifiers of the DR.
        drm: i8,
        /// Whether it becomes two half-squads.
        passed: bool,
    },
    /// Two half-squads become a squad.
    Recombines {
        /// The half-squads; the first is the squad now.
        units: PieceSet,
        /// The new counter, such as `4-6-7`.
        to: Kind,
    },
    /// A unit goes berserk.
    GoesBerserk {
        /// Who charges from now on.
        unit: Piece,
    },
    /// A unit is no longer berserk.
    Calms {
        /// Who obeys orders again.
        unit: Piece,
    },
    /// A unit that has nothing lower fails by more than its ELR, and is Disrupted.
    Disrupts {
        /// Unit that is Disrupted now.
        unit: Piece,
    },
    /// A broken unit is under Desperation Morale again.
    Desperate {
        /// The broken unit.
        unit: Piece,
    },
    /// A squad is reduced to a half-squad.
    Reduced {
        /// Unit that is reduced.
        unit: Piece,
        /// The new counter, such as `2-4-7`.
        to: Kind,
    },
    /// A single man is wounded.
    Wounded {
        /// The leader or hero wounded.
        unit: Piece,
        /// Modifier of his wound dr.
        #[serde(default, skip_serializing_if = "is_zero")]
        drm: i8,
    },
    /// A unit is eliminated.
    Eliminated {
        /// Unit that is eliminated.
        unit: Piece,
        /// Modifier of the wound dr that it dies of.
        #[serde(default, skip_serializing_if = "is_zero")]
        drm: i8,
    },
    /// The dr whether a demolition charge makes rubble.
    Rubble {
        /// Location of the charge.
        at: LocationId,
        /// The Final dr of the roll.
        dr: u8,
        /// The highest dr that makes rubble: the number before the KIA.
        kia: u8,
        /// Whether the Location becomes rubble.
        falls: bool,
    },
    /// A demolition charge does not explode, and is removed.
    Dud {
        /// The demolition charge, if it is in sight of all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sw: Option<Piece>,
        /// Location that it would have attacked.
        at: LocationId,
    },
    /// An upper floor that became rubble brings the whole building down.
    Collapses {
        /// The ground of the hex.
        at: LocationId,
        /// The Original dr.
        dr: u8,
    },
    /// Rubble falls into a neighbouring hex.
    Falls {
        /// The ground of the hex it falls from.
        from: LocationId,
        /// The ground of the hex it falls into.
        to: LocationId,
    },
    /// No rubble falls into a neighbouring hex.
    NoFall {
        /// The ground of the hex.
        from: LocationId,
        /// The Original dr.
        dr: u8,
    },
    /// A pillbox is destroyed by a demolition charge.
    Destroyed {
        /// The inside of the pillbox.
        at: LocationId,
        /// The number of the KIA, with what counts for it.
        kia: u8,
    },
    /// A demolition charge breaches the hexside of a Fortified Building Location.
    Breaches {
        /// Location on the outer side.
        from: LocationId,
        /// The Fortified Location.
        to: LocationId,
    },
    /// Units that clear rubble make their DR.
    Clears {
        /// The ground of the rubble hex.
        at: LocationId,
        /// The Original DR, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        dr: u8,
        /// Sum of the modifiers of the DR.
        drm: i8,
        /// Whether the trail-break is made.
        done: bool,
    },
    /// Moving units spend movement factors to Place a demolition charge.
    Placing {
        /// Location where it is to be Placed.
        at: LocationId,
    },
    /// A unit makes the dr for a Set demolition charge.
    Sets {
        /// Unit that Sets it.
        unit: Piece,
        /// Location of the charge.
        at: LocationId,
        /// The Original dr.
        dr: u8,
        /// Modifier of the dr: that of the leader who helps.
        #[serde(default, skip_serializing_if = "is_zero")]
        drm: i8,
        /// Whether the charge is Set now.
        done: bool,
    },
    /// A unit makes a recovery dr for a weapon.
    Recovers {
        /// Unit that tries to recover it.
        unit: Piece,
        /// The unpossessed support weapon.
        sw: Piece,
        /// The Final dr of the roll.
        dr: u8,
        /// Whether the unit holds the weapon now.
        found: bool,
    },
    /// A weapon is dropped. Below ground, only its own side gets this report.
    Leaves {
        /// Side of the weapon.
        side: Side,
        /// The support weapon dropped.
        sw: Piece,
        /// Location where it is left.
        at: LocationId,
    },
}
