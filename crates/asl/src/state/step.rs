//! Items of the agenda: questions, and the work of the referee between them.

use rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{
    A4, A7, A10, A13, A14, A16, A17, A51, A52, A55, A63, A64, B8_6B, B8_41A, B8_41D, B8_42E, B8_42J, B8_63A, SC1,
};
use crate::printed::words::Phase;
use crate::state::below::Below;
use crate::state::fight::Fight;

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Tunnels and Fortified Locations to be recorded.
        Record = "record" by B8_6B,
        /// Placement of units, asked out of the other side's sight.
        SetUp = "set_up" by SC1 unseen,
        /// Rally, recovery and transfer of weapons.
        Rally = "rally" by A13,
        /// Fire of the ATTACKER in the Prep Fire Phase.
        PrepFire = "prep_fire" by A7,
        /// Units that move next.
        Move = "move" by A4,
        /// The next Location of the moving units.
        Step = "step" by A4,
        /// The destination of a stack in the sewers.
        Choose = "choose" by B8_41A,
        /// The destination of the enemy's lost stack.
        Direct = "direct" by B8_41D,
        /// Fire of the DEFENDER at moving units.
        FirstFire = "first_fire" by A10 reaction,
        /// Whether the ATTACKER claims a friendly unit for an emergence dr.
        Claim = "claim" by B8_42E,
        /// Units that the DEFENDER shows for an emergence dr.
        Show = "show" by B8_42J reaction,
        /// Fire of the DEFENDER in the Defensive Fire Phase.
        FinalFire = "final_fire" by A7,
        /// Fire of the ATTACKER in the Advancing Fire Phase.
        AdvancingFire = "advancing_fire" by A7,
        /// The broken unit that routs, and its destination.
        Rout = "rout" by A14,
        /// Whether an unseen unit shows itself and Interdicts a routing unit.
        Interdict = "interdict" by A51 reaction,
        /// Whether a surrender is accepted, and by which Guard.
        Surrender = "surrender" by A52,
        /// Units that advance, and their destination.
        Advance = "advance" by A16,
        /// Whether a unit under a "?" is shown, so that an enemy loses his.
        Challenge = "challenge" by A55 reaction,
        /// Attackers and targets in Close Combat.
        CloseCombat = "close_combat" by A17,
        /// Units that withdraw from Close Combat, and single men who fight alone.
        Withdraw = "withdraw" by A63,
        /// Units that leave Close Combat after an Original 2 or 12.
        Infiltrate = "infiltrate" by A64,
        /// Whether a unit destroys a tunnel.
        Destroy = "destroy" by B8_63A,
    }
}

/// An item of the agenda. The questions come first. Steps of fights and of sewers have the same format as the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked of both sides at once: tunnels and Fortified Locations to be recorded in secret.
    Record,
    /// Asked of a side: where its units are placed.
    SetUp {
        /// Side that is asked.
        side: Side,
    },
    /// Asked of the ATTACKER in the Movement Phase: which units move next.
    Move,
    /// Asked of the ATTACKER: where the moving units go.
    StepOn,
    /// Asked of the ATTACKER in the Advance Phase: which units advance.
    Advance,
    /// The referee begins a Game Turn.
    GameTurn,
    /// The referee begins a Player Turn.
    PlayerTurn {
        /// The ATTACKER of this Player Turn.
        side: Side,
    },
    /// The referee begins a phase.
    Phase {
        /// The phase that begins.
        now: Phase,
    },
    /// The moving units continue, if they can.
    CarryOn,
    /// The referee ends the Movement Phase.
    EndOfMovement,
    /// The referee ends the Advance Phase.
    EndOfAdvance,
    /// The referee ends a Player Turn.
    EndOfPlayerTurn,
    /// A step of fire, morale, rally, rout or Close Combat.
    #[serde(untagged)]
    Fight(Fight),
    /// A step of sewers and tunnels.
    #[serde(untagged)]
    Below(Below),
}

impl Step {
    /// Returns whether this step is a question.
    // Asked before and after every step. In this form it is a look at a few bits, and no jump by the kind of step.
    #[inline(always)]
    #[must_use]
    pub const fn is_question(&self) -> bool {
        matches!(self, Step::Fight(step) if step.is_question())
            || matches!(self, Step::Record | Step::SetUp { .. } | Step::Move | Step::StepOn | Step::Advance)
            || matches!(self, Step::Below(step) if step.is_question())
    }

    /// Returns the question of this step; `None` if it is not a question.
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
