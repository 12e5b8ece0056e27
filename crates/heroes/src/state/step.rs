//! Steps of the agenda: questions to the sides, and what the referee does between them.

use board::LocationId;
use rules::{PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B3, B4, B6, B7, B14, B19, B35};
use crate::printed::words::Below;

rules::questions! {
    /// Kind of a question to a side.
    Question {
        /// Begin an impulse or pass.
        Act = "act" by B3,
        /// Continue or end the impulse.
        Impulse = "impulse" by B4,
        /// Next step of the moving units.
        Move = "move" by B6,
        /// Opportunity Fire at the moving units.
        OpFire = "op-fire" by B7 reaction,
        /// Which unit routs, and where to.
        Rout = "rout" by B14,
        /// Placing of hidden units before the first turn.
        Hide = "hide" by B19,
        /// Which enemy units a side attacks in a melee.
        Melee = "melee" by B35,
    }
}

/// An item of the agenda: a question to a side, or a step that the referee resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Question: begin an impulse, or pass.
    Act,
    /// Question: continue or end the impulse.
    Impulse,
    /// Question: where the moving units go next.
    Move,
    /// Question: Opportunity Fire at the moving units.
    OpFire,
    /// Question: which unit routs, and where to.
    ChooseRout {
        /// The side that is asked.
        side: Side,
        /// Units that have already routed or stayed.
        done: PieceSet,
    },
    /// Question: where to place a hidden unit, before the first turn.
    Hide {
        /// The side that is asked.
        side: Side,
        /// Units that have been placed already.
        done: PieceSet,
    },
    /// Question: which enemy units a side attacks in a melee.
    ChooseTargets {
        /// The side that is asked.
        side: Side,
        /// A Location of the melee.
        at: LocationId,
    },
    /// A new turn begins.
    Turn,
    /// The remaining Shaken units try to rally, one after the other.
    Rally {
        /// Number of chances to rally that are used up in this phase.
        from: u16,
    },
    /// The Operations Phase begins.
    Operations,
    /// The impulse continues if a unit can still act in it.
    GoOn,
    /// The next impulse begins, of the side that is due.
    NextImpulse,
    /// The moving units continue if they can.
    CarryOn,
    /// The enemy is asked for Opportunity Fire if a unit of that side could fire.
    Watch,
    /// Units make damage checks, one after the other (HNL-B9).
    Check {
        /// Units that have still to check.
        units: PieceSet,
        /// Difference between the attack and the defence, 1 or more.
        margin: u8,
    },
    /// A melee is fought in a hex.
    Melee {
        /// A Location in the hex.
        at: LocationId,
    },
    /// A round of melee: the sides choose their targets, and then both roll.
    Round {
        /// A Location of the melee.
        at: LocationId,
        /// Kind of network that units came from; left out in a melee above ground.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        below: Option<Below>,
        /// The side that chooses first.
        first: Side,
        /// German units that the Soviet side attacks; empty until it has chosen.
        soviet_targets: PieceSet,
        /// Soviet units that the German side attacks; empty until it has chosen.
        german_targets: PieceSet,
    },
    /// Units have come out of a sewer or tunnel.
    Arrival {
        /// The Location where they are now.
        at: LocationId,
        /// Kind of network that they used.
        kind: Below,
    },
    /// The melees not yet fought this turn are fought.
    Melees,
    /// The routs begin, at the end of the Operations Phase.
    Rout,
    /// A side carries out its routs.
    Routs {
        /// The side that routs.
        side: Side,
        /// Units that have already routed or stayed.
        done: PieceSet,
    },
    /// The Administrative Phase begins.
    Administrative,
}

impl Step {
    /// Returns the question that this step asks; `None` for steps of the referee.
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
            Step::ChooseTargets { .. } => Question::Melee,
            _ => return None,
        })
    }
}
