//! Agenda steps of fights: fire, morale, rally, rout and Close Combat.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::step::{Question, Step};

/// An agenda step of fights. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fight {
    /// Asked in the Rally Phase: which units rally, and which weapons are recovered or transferred.
    Rally {
        /// Side that is asked.
        side: Side,
        /// Whether no squad or half-squad of this side may try to rally without a leader any more: one has tried to
        /// rally, or the side is the DEFENDER.
        alone: bool,
    },
    /// Asked of the ATTACKER in the Prep Fire Phase: which units fire.
    PrepFire,
    /// Asked of the DEFENDER in the Movement Phase: whether to fire at the moving units.
    FirstFire {
        /// Units that have fired at them at this movement factor.
        fired: PieceSet,
        /// Units that have fired at them since they spent movement factors.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        began: PieceSet,
        /// Movement factors they have spent here, at which more fire may follow.
        #[serde(default, skip_serializing_if = "is_zero")]
        more: u8,
    },
    /// Asked of the DEFENDER in the Defensive Fire Phase: which units fire.
    FinalFire,
    /// Asked of the ATTACKER in the Advancing Fire Phase: which units fire.
    AdvancingFire,
    /// Asked in the Rout Phase: which unit routs.
    ChooseRout {
        /// Side that is asked.
        side: Side,
    },
    /// Asked of the other side when a unit routs before its unseen units: whether one of them shows itself and Interdicts.
    Interdict {
        /// Side that is asked.
        side: Side,
        /// The unit that routs.
        unit: Piece,
    },
    /// Asked of the captor: whether the surrender of a unit is accepted.
    Surrender {
        /// Side that is asked.
        side: Side,
        /// The unit that surrenders.
        unit: Piece,
    },
    /// Asked in the Close Combat Phase: which units attack which.
    CloseCombat {
        /// Side that is asked.
        side: Side,
        /// Location of the Close Combat.
        at: LocationId,
        /// Whether it is an ambush or the reply to one: these blows are resolved before the other side is asked.
        alone: bool,
    },
    /// Asked at once after an action of units under a "?" that only a "?" of this side sees: whether to show a unit, so
    /// that they lose theirs.
    Challenge {
        /// Side that is asked.
        side: Side,
        /// Units that have acted, of those the reader can name.
        units: PieceSet,
        /// Location where they are.
        at: LocationId,
    },
    /// A unit has had enough in the heat of battle: the captor is asked, if both are still there.
    GivesUp {
        /// Side of the captor.
        side: Side,
        /// The unit that surrenders, if it still lives.
        unit: PieceSet,
    },
    /// Units that have gone berserk on their move charge with the movement factors they have left.
    Charges {
        /// Berserk units that charge together.
        units: PieceSet,
        /// Half movement factors they have spent.
        spent: u8,
        /// Whether they have moved along roads only.
        on_road: bool,
    },
    /// Moving units have entered a Location, or were put back: the enemy may fire at them.
    Entered,
    /// Asked in the Close Combat Phase: which units withdraw, and which single men fight alone.
    Withdraw {
        /// Side that is asked.
        side: Side,
        /// Location of the Close Combat.
        at: LocationId,
        /// Whether it has ambushed the other side, and slips away.
        ambush: bool,
    },
    /// Asked after an Original 2 or 12 in Close Combat: which units leave it at once.
    Infiltrate {
        /// Side that is asked.
        side: Side,
        /// Location of the Close Combat.
        at: LocationId,
        /// Units that may leave, of those the reader can name.
        units: PieceSet,
    },
    /// A side is asked in the Rally Phase, if it may have something to do.
    Rallies {
        /// Side that would be asked.
        side: Side,
    },
    /// The Rally Phase is over.
    EndOfRally,
    /// The DEFENDER is asked for fire at the moving units, if any unit can fire.
    Watch {
        /// Units that have fired at them at this movement factor.
        fired: PieceSet,
        /// Units that have fired at them since they spent movement factors.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        began: PieceSet,
        /// Movement factors they have spent here, at which more fire may follow.
        #[serde(default, skip_serializing_if = "is_zero")]
        more: u8,
    },
    /// A unit has spent the movement factors to Place its demolition charge, and Places it if it still can.
    Placing {
        /// The unit, if the reader can name it.
        unit: PieceSet,
        /// Location where it is Placed.
        at: LocationId,
        /// Whether it is Placed on the hexside, to breach it.
        breach: bool,
        /// Whether only a "?" is there.
        halved: bool,
    },
    /// A unit has spent its movement factors to Set its demolition charge, and Sets it if it still can.
    Setting {
        /// The unit, and the leader who helps.
        units: PieceSet,
    },
    /// The routs of a side continue, or end.
    Routs {
        /// Side whose broken units rout.
        side: Side,
    },
    /// A routing unit has entered a Location: its rout continues, or is over.
    Arrives {
        /// Side whose unit routs.
        side: Side,
        /// The unit that routs, if it still lives.
        unit: PieceSet,
    },
    /// Surrenders, and units that fail to rout, after the routs of both sides.
    EndOfRout,
    /// The next Close Combat is looked for.
    CloseCombats {
        /// Number of the first Location to look at.
        from: u16,
    },
    /// A side is asked for its blows in Close Combat, if any unit can attack.
    Blows {
        /// Side that would be asked.
        side: Side,
        /// Location of the Close Combat.
        at: LocationId,
        /// Whether it is an ambush or the reply to one, see `close_combat`.
        alone: bool,
    },
    /// A blow in Close Combat that has been declared.
    Blow {
        /// Units that strike together.
        units: PieceSet,
        /// Units that are attacked.
        against: PieceSet,
        /// Whether it is made to capture them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        capture: bool,
    },
    /// A blow below ground at the "?", by the units of a side that attack.
    BlowBelow {
        /// Side that makes the attack.
        side: Side,
        /// Sewer Location of the Close Combat.
        at: LocationId,
    },
    /// A blow above ground at what is under a "?".
    BlowUnknown {
        /// Side that makes the attack.
        side: Side,
        /// Units that strike together.
        units: PieceSet,
        /// Units under the "?" when the blow was declared, of those the reader can name.
        against: PieceSet,
        /// Location of the Close Combat.
        at: LocationId,
        /// Whether it is made to capture them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        capture: bool,
    },
    /// A side is asked for its Withdrawals from Close Combat, if any unit can withdraw.
    Withdrawals {
        /// Side that would be asked.
        side: Side,
        /// Location of the Close Combat.
        at: LocationId,
        /// Whether it has ambushed the other side, see `withdraw`.
        ambush: bool,
    },
    /// A Withdrawal from Melee that has been declared.
    Withdrawal {
        /// Side that withdraws.
        side: Side,
        /// Units that withdraw together.
        units: PieceSet,
        /// Location of the Close Combat.
        at: LocationId,
        /// Location they withdraw to.
        to: LocationId,
    },
    /// Units beaten by an attack to capture are taken, if a captor is left.
    Capture {
        /// Units that attacked together, of those the reader can name.
        by: PieceSet,
        /// Units captured, of those the reader can name.
        units: PieceSet,
        /// Squads of which one half is captured.
        half: PieceSet,
    },
    /// Units hit in Close Combat are removed or reduced.
    Settle {
        /// Location of the Close Combat.
        at: LocationId,
    },
    /// The units that clear rubble make their DRs.
    Clearances,
    /// A Close Combat is over for this turn.
    EndOfCombat {
        /// Location of the Close Combat.
        at: LocationId,
        /// Side that has ambushed the other, if one has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl From<Fight> for Step {
    fn from(fight: Fight) -> Step {
        Step::Fight(fight)
    }
}

impl Fight {
    /// Returns whether it is a question about fire.
    #[inline]
    #[must_use]
    pub const fn is_fire(self) -> bool {
        matches!(self, Fight::PrepFire | Fight::FirstFire { .. } | Fight::FinalFire | Fight::AdvancingFire)
    }

    /// Returns whether it comes at once after an action, before the side acts again.
    #[inline]
    #[must_use]
    pub const fn is_at_once(self) -> bool {
        matches!(self, Fight::Challenge { .. } | Fight::GivesUp { .. })
    }

    /// Returns whether it is an attack in Close Combat that has been declared.
    #[inline]
    #[must_use]
    pub const fn is_blow(self) -> bool {
        matches!(self, Fight::Blow { .. } | Fight::BlowBelow { .. } | Fight::BlowUnknown { .. })
    }

    /// Returns whether this step is a question.
    #[inline(always)]
    #[must_use]
    pub const fn is_question(&self) -> bool {
        matches!(
            self,
            Fight::Rally { .. }
                | Fight::PrepFire
                | Fight::FirstFire { .. }
                | Fight::FinalFire
                | Fight::AdvancingFire
                | Fight::ChooseRout { .. }
                | Fight::Interdict { .. }
                | Fight::Surrender { .. }
                | Fight::CloseCombat { .. }
                | Fight::Challenge { .. }
                | Fight::Withdraw { .. }
                | Fight::Infiltrate { .. }
        )
    }

    /// Returns the question of this step; `None` if it is not a question.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Fight::Rally { .. } => Question::Rally,
            Fight::PrepFire => Question::PrepFire,
            Fight::FirstFire { .. } => Question::FirstFire,
            Fight::FinalFire => Question::FinalFire,
            Fight::AdvancingFire => Question::AdvancingFire,
            Fight::ChooseRout { .. } => Question::Rout,
            Fight::Interdict { .. } => Question::Interdict,
            Fight::Surrender { .. } => Question::Surrender,
            Fight::CloseCombat { .. } => Question::CloseCombat,
            Fight::Challenge { .. } => Question::Challenge,
            Fight::Withdraw { .. } => Question::Withdraw,
            Fight::Infiltrate { .. } => Question::Infiltrate,
            _ => return None,
        })
    }

    /// Returns this step with its sets of pieces mapped by `group`.
    #[must_use]
    pub fn renamed(self, group: impl Fn(PieceSet) -> PieceSet, piece: impl Fn(Piece) -> Option<Piece>) -> Fight {
        let named = |unit: Piece| piece(unit).unwrap_or(unit);
        match self {
            Fight::Interdict { side, unit } => Fight::Interdict { side, unit: named(unit) },
            Fight::Surrender { side, unit } => Fight::Surrender { side, unit: named(unit) },
            Fight::Arrives { side, unit } => Fight::Arrives { side, unit: group(unit) },
            Fight::GivesUp { side, unit } => Fight::GivesUp { side, unit: group(unit) },
            Fight::FirstFire { fired, began, more } => {
                Fight::FirstFire { fired: group(fired), began: group(began), more }
            }
            Fight::Watch { fired, began, more } => Fight::Watch { fired: group(fired), began: group(began), more },
            Fight::Challenge { side, units, at } => Fight::Challenge { side, units: group(units), at },
            Fight::Placing { unit, at, breach, halved } => Fight::Placing { unit: group(unit), at, breach, halved },
            Fight::Charges { units, spent, on_road } => Fight::Charges { units: group(units), spent, on_road },
            Fight::Setting { units } => Fight::Setting { units: group(units) },
            Fight::Blow { units, against, capture } => {
                Fight::Blow { units: group(units), against: group(against), capture }
            }
            Fight::BlowUnknown { side, units, against, at, capture } => {
                Fight::BlowUnknown { side, units: group(units), against: group(against), at, capture }
            }
            Fight::Infiltrate { side, at, units } => Fight::Infiltrate { side, at, units: group(units) },
            Fight::Withdrawal { side, units, at, to } => Fight::Withdrawal { side, units: group(units), at, to },
            Fight::Capture { by, units, half } => {
                Fight::Capture { by: group(by), units: group(units), half: group(half) }
            }
            plain => plain,
        }
    }
}
