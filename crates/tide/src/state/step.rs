//! The steps of the agenda, and the questions among them.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
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
    /// Question: which squad acts, and how.
    Act,
    /// Question: what the activated squad does next.
    Move,
    /// Question: which action the squad that came up takes.
    AfterEmerging,
    /// Question: whether to fire at the moving squad.
    OpFire,
    /// Question: which figure to remove.
    ChooseLoss {
        /// Whose.
        side: Side,
        /// The squads that were hit.
        victims: PieceSet,
        /// How many figures have still to fall.
        figures: u8,
    },
    /// Question: where the only beaten squad retreats.
    ChooseRetreat {
        /// Whose.
        side: Side,
        /// The squad.
        unit: Piece,
    },
    /// Question: which of several beaten squads retreats next, and where.
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
    /// The activated squad continues if it can.
    CarryOn,
    /// The activation ends.
    EndActivation,
    /// Figures are removed.
    Lose {
        /// Whose.
        side: Side,
        /// The squads that were hit.
        victims: PieceSet,
        /// How many figures fall.
        figures: u8,
    },
    /// The result of an assault.
    AssaultOver {
        /// The assaulting squad.
        unit: Piece,
        /// The Location assaulted.
        at: LocationId,
        /// Who defended it.
        defenders: PieceSet,
        /// Whether the attacker has won.
        won: bool,
    },
    /// The only beaten squad retreats. In older games each of several beaten squads had this step.
    Beaten {
        /// Whose.
        side: Side,
        /// The squad.
        unit: Piece,
    },
    /// Several beaten squads retreat from a Location.
    BeatenOut {
        /// Whose.
        side: Side,
        /// The Location.
        at: LocationId,
    },
    /// The winner of an assault takes the Location.
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
