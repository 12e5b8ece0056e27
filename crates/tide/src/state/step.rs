//! Steps of the agenda: questions to the sides, and what the referee does between them.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B3, B14, B17, B24, B32, B33, B34, S12};

rules::questions! {
    /// Kind of a question to a side.
    Question {
        /// Which squad acts, and how.
        Act = "act" by B3,
        /// How the activated squad continues.
        Move = "move" by B3,
        /// Which action the emerged squad takes.
        AfterEmerging = "after-emerging" by S12,
        /// Whether to fire at a squad that has entered a hex.
        OpFire = "op-fire" by B14 reaction,
        /// Which figure to remove.
        Lose = "lose" by B24,
        /// Which beaten squad retreats, and where to.
        Retreat = "retreat" by B17,
        /// How many command points to put on the initiative card.
        Spend = "spend" by B34,
        /// Which squads to place in Op Fire mode before the next round.
        Ready = "ready" by B32,
        /// Which figures to transfer between squads.
        Transfer = "transfer" by B33,
    }
}

/// An item of the agenda: a question to a side, or a step that the referee resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Question: which squad acts, and how.
    Act,
    /// Question: how the activated squad continues.
    Move,
    /// Question: which action the squad that came up takes.
    AfterEmerging,
    /// Question: whether to fire at the moving squad.
    OpFire,
    /// Question: which figure to remove.
    ChooseLoss {
        /// The side that is asked.
        side: Side,
        /// The squads that were hit.
        victims: PieceSet,
        /// Number of figures still to remove.
        figures: u8,
    },
    /// Question: where the only beaten squad retreats.
    ChooseRetreat {
        /// The side that is asked.
        side: Side,
        /// The squad that retreats.
        unit: Piece,
    },
    /// Question: which of several beaten squads retreats next, and where.
    ChooseRetreats {
        /// The side that is asked.
        side: Side,
        /// The Location where they were beaten.
        at: LocationId,
    },
    /// Question: how many command points to put on the initiative card.
    Spend {
        /// The side that is asked.
        side: Side,
    },
    /// Question: which squads to place in Op Fire mode.
    Ready {
        /// The side that is asked.
        side: Side,
    },
    /// Question: which figures to transfer between squads.
    Transfer {
        /// The side that is asked.
        side: Side,
        /// Squads that have transferred figures in this phase.
        done: PieceSet,
    },
    /// A new round begins.
    Round,
    /// The next action, turn or phase begins.
    Next,
    /// The activated squad continues if it can.
    CarryOn,
    /// The activation ends; the squad is fatigued if it has no token.
    EndActivation,
    /// Figures of hit squads are removed.
    Lose {
        /// The side of the squads.
        side: Side,
        /// The squads that were hit.
        victims: PieceSet,
        /// Number of figures to remove.
        figures: u8,
    },
    /// The result of an assault is carried out.
    AssaultOver {
        /// The squad that assaulted.
        unit: Piece,
        /// The Location that was assaulted.
        at: LocationId,
        /// The squads that defended it.
        defenders: PieceSet,
        /// Whether the attacker won the assault.
        won: bool,
    },
    /// A single beaten squad retreats. In old ledgers, each of several beaten squads had this step.
    Beaten {
        /// The side of the squad.
        side: Side,
        /// The squad that retreats.
        unit: Piece,
    },
    /// Several beaten squads retreat from a Location.
    BeatenOut {
        /// The side of the squads.
        side: Side,
        /// The Location where they were beaten.
        at: LocationId,
    },
    /// The winner of an assault takes the Location.
    Occupy {
        /// The squad that won.
        unit: Piece,
        /// The Location that it takes.
        at: LocationId,
    },
    /// The Command Phase begins.
    Command,
    /// The command points on the initiative card are compared.
    Initiative,
    /// The Status Phase begins.
    Status,
    /// The next round follows, or the end of the game.
    EndRound,
}

impl Step {
    /// Returns the question that this step asks; `None` for steps of the referee.
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
            Step::Spend { .. } => Question::Spend,
            Step::Ready { .. } => Question::Ready,
            Step::Transfer { .. } => Question::Transfer,
            _ => return None,
        })
    }
}
