//! What is still to do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B2, B19};

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Where the men are.
        SetUp = "set-up" by B19,
        /// What the men will do.
        Plot = "plot" by B2,
    }
}

/// An item of the agenda. The questions come first; both are put to both sides at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked: where men begin.
    SetUp,
    /// Asked: what men do.
    Plot,
    /// The first turn begins.
    Begin,
    /// A turn begins.
    Turn,
    /// Men with plots may panic.
    Panic,
    /// Men at middle level duck and lean out, then comes all fire, from one state.
    Fire,
    /// Movement begins.
    Movement,
    /// One movement point of all men.
    Pulse {
        /// Which, from 1.
        now: u8,
    },
    /// Grenades.
    Grenades,
    /// Hand-to-hand.
    Melee,
    /// Stunned men recover; reloading is done.
    Recovery,
    /// Men leave, the turn ends.
    End,
}

impl Step {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Step::SetUp => Question::SetUp,
            Step::Plot => Question::Plot,
            _ => return None,
        })
    }
}
