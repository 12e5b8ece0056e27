//! What stands on the agenda: questions, and the steps between.

use board::LocationId;
use rules::{PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B3, B4, B6, B7, B14, B19};
use crate::printed::words::Below;

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Begin an impulse or pass.
        Act = "act" by B3,
        /// Continue or end the impulse.
        Impulse = "impulse" by B4,
        /// Next step of the moving units.
        Move = "move" by B6,
        /// Opportunity Fire at the moving units.
        OpFire = "op-fire" by B7,
        /// Which unit routs, and where.
        Rout = "rout" by B14,
        /// Placing of hidden units before the first turn.
        Hide = "hide" by B19,
    }
}

/// An item of the agenda. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked: which impulse to begin.
    Act,
    /// Asked: continue or end the impulse.
    Impulse,
    /// Asked: where the moving units go next.
    Move,
    /// Asked: Opportunity Fire at the moving units.
    OpFire,
    /// Asked: which unit routs, and where.
    ChooseRout {
        /// Whose.
        side: Side,
        /// Who has routed already.
        done: PieceSet,
    },
    /// Asked: where hidden units are, before the first turn.
    Hide {
        /// Whose.
        side: Side,
        /// Which have been placed.
        done: PieceSet,
    },
    /// A turn begins.
    Turn,
    /// Units rally, one after the other.
    Rally {
        /// How many have had their chance.
        from: u16,
    },
    /// The Operations Phase begins.
    Operations,
    /// The impulse continues if a unit can still act in it.
    GoOn,
    /// The next impulse.
    NextImpulse,
    /// The moving units continue if they can.
    CarryOn,
    /// The enemy is asked for Opportunity Fire if a unit of his could fire.
    Watch,
    /// Damage checks.
    Check {
        /// Of whom.
        units: PieceSet,
        /// By how much the attack beat the defence.
        margin: u8,
    },
    /// A melee in a hex.
    Melee {
        /// A Location in it.
        at: LocationId,
    },
    /// Units have come up from below.
    Arrival {
        /// Where.
        at: LocationId,
        /// From what.
        kind: Below,
    },
    /// All melees that are left.
    Melees,
    /// The Rout Phase begins.
    Rout,
    /// The routs of a side.
    Routs {
        /// Whose.
        side: Side,
        /// Who has routed already.
        done: PieceSet,
    },
    /// The Administrative Phase.
    Administrative,
}

impl Step {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Step::Act => Question::Act,
            Step::Impulse => Question::Impulse,
            Step::Move => Question::Move,
            Step::OpFire => Question::OpFire,
            Step::ChooseRout { .. } => Question::Rout,
            Step::Hide { .. } => Question::Hide,
            _ => return None,
        })
    }
}
