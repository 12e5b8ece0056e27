//! The steps of the agenda, and the questions among them.

use board::LocationId;
use rules::{Group, Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B3, B14, B17, B24, S12};

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Which squad acts, and how.
        Act = "act" by B3,
        /// What the activated squad does next.
        Move = "move" by B3,
        /// Which action a squad takes that has come up.
        AfterEmerging = "after-emerging" by S12,
        /// Whether a squad that has entered a hex is fired at.
        OpFire = "op-fire" by B14,
        /// Which figure falls.
        Lose = "lose" by B24,
        /// Which beaten squad goes where.
        Retreat = "retreat" by B17,
    }
}

/// An item of the agenda. The questions come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked: which squad acts, and how.
    Act,
    /// Asked: where the activated squad goes next.
    Move,
    /// Asked: what the squad does that has come up.
    AfterEmerging,
    /// Asked: whether to answer the mover with Op Fire.
    OpFire,
    /// Asked: which figure falls.
    ChooseLoss {
        /// Whose.
        side: Side,
        /// The squads that were hit.
        victims: Group,
        /// How many figures have still to fall.
        figures: u8,
    },
    /// Asked: where the only beaten squad goes.
    ChooseRetreat {
        /// Whose.
        side: Side,
        /// The squad.
        unit: Piece,
    },
    /// Asked: which of the beaten squads goes next, and where.
    ChooseRetreats {
        /// Whose.
        side: Side,
        /// The Location they are beaten out of.
        at: LocationId,
    },
    /// A round begins.
    Round,
    /// The next action, turn or phase.
    Next,
    /// The activated squad goes on if it can.
    CarryOn,
    /// The activated squad is done.
    EndActivation,
    /// Figures fall.
    Lose {
        /// Whose.
        side: Side,
        /// The squads that were hit.
        victims: Group,
        /// How many figures fall.
        figures: u8,
    },
    /// An assault has been fought.
    AssaultOver {
        /// The assaulting squad.
        unit: Piece,
        /// The Location assaulted.
        at: LocationId,
        /// Who defended it.
        defenders: Group,
        /// Whether the attacker has won.
        won: bool,
    },
    /// The only beaten squad retreats. In games begun earlier each of several did so for itself.
    Beaten {
        /// Whose.
        side: Side,
        /// The squad.
        unit: Piece,
    },
    /// Several squads that are beaten out of a Location retreat.
    BeatenOut {
        /// Whose.
        side: Side,
        /// The Location.
        at: LocationId,
    },
    /// The winner of an assault takes the place.
    Occupy {
        /// The squad.
        unit: Piece,
        /// The place.
        at: LocationId,
    },
    /// The Command Phase.
    Command,
    /// The Status Phase.
    Status,
}

impl Step {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Step::Act => Question::Act,
            Step::Move => Question::Move,
            Step::AfterEmerging => Question::AfterEmerging,
            Step::OpFire => Question::OpFire,
            Step::ChooseLoss { .. } => Question::Lose,
            Step::ChooseRetreat { .. } | Step::ChooseRetreats { .. } => Question::Retreat,
            _ => return None,
        })
    }
}
