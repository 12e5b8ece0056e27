//! What is on the agenda: questions, and what the referee does between them.

use rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{A4, A7, A10, A13, A14, A16, A17, B8_6B, B8_41A, B8_41D, B8_42E, B8_42J, B8_63A, SC1};
use crate::printed::words::Phase;
use crate::state::below::Below;
use crate::state::fight::Fight;

rules::questions! {
    /// The kinds of questions.
    Question {
        /// What is dug and fortified.
        Record = "record" by B8_6B,
        /// Where the units are: answered out of the other's sight.
        SetUp = "set_up" by SC1 unseen,
        /// Who rallies, and what changes hands.
        Rally = "rally" by A13,
        /// Who fires before anybody moves.
        PrepFire = "prep_fire" by A7,
        /// Who moves.
        Move = "move" by A4,
        /// Where those on the move go next.
        Step = "step" by A4,
        /// Where a stack below goes.
        Choose = "choose" by B8_41A,
        /// Where the enemy's lost stack goes.
        Direct = "direct" by B8_41D,
        /// Whether those on the move are fired at.
        FirstFire = "first_fire" by A10,
        /// Whether the ATTACKER shows a friend for an emergence dr.
        Claim = "claim" by B8_42E,
        /// Whom the DEFENDER shows for it.
        Show = "show" by B8_42J,
        /// Who fires when all have moved.
        FinalFire = "final_fire" by A7,
        /// Which of those who moved fires.
        AdvancingFire = "advancing_fire" by A7,
        /// Who routs, and where to.
        Rout = "rout" by A14,
        /// Who advances.
        Advance = "advance" by A16,
        /// Who strikes whom.
        CloseCombat = "close_combat" by A17,
        /// Whether a tunnel is destroyed.
        Destroy = "destroy" by B8_63A,
    }
}

/// An item of the agenda. The questions come first. Steps of fights and of the sewers are written like the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked of both sides at once: tunnels and Fortified Locations to be recorded in secret.
    Record,
    /// Asked: where a side's units are placed.
    SetUp {
        /// Whose.
        side: Side,
    },
    /// Asked of the ATTACKER in the Movement Phase: who moves next.
    Move,
    /// Asked of the ATTACKER: where the units on the move go.
    StepOn,
    /// Asked of the ATTACKER in the Advance Phase: who advances.
    Advance,
    /// The Game Turn begins.
    GameTurn,
    /// A Player Turn begins.
    PlayerTurn {
        /// Whose.
        side: Side,
    },
    /// A phase begins.
    Phase {
        /// Which.
        now: Phase,
    },
    /// The units on the move go on, if they can.
    CarryOn,
    /// The Movement Phase ends.
    EndOfMovement,
    /// The Advance Phase ends.
    EndOfAdvance,
    /// A Player Turn ends.
    EndOfPlayerTurn,
    /// Fights.
    #[serde(untagged)]
    Fight(Fight),
    /// Sewers and tunnels.
    #[serde(untagged)]
    Below(Below),
}

impl Step {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Step::Record => Question::Record,
            Step::SetUp { .. } => Question::SetUp,
            Step::Move => Question::Move,
            Step::StepOn => Question::Step,
            Step::Advance => Question::Advance,
            Step::Fight(step) => return step.question(),
            Step::Below(step) => return step.question(),
            _ => return None,
        })
    }
}
