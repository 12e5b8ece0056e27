//! What is still to do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B2, B19};

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Placement of men.
        SetUp = "set-up" by B19,
        /// Plots of men.
        Plot = "plot" by B2,
    }
}

/// A step of the agenda. The two questions come first; each is put to both sides at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Question: where men and dummies begin.
    SetUp,
    /// Question: what men and dummies do this turn.
    Plot,
    /// The first turn begins.
    Begin,
    /// A turn begins.
    Turn,
    /// Panic checks for men with plots.
    Panic,
    /// Men at middle level duck and lean out. Then all fire is resolved from one state.
    Fire,
    /// Movement begins.
    Movement,
    /// One movement point of all men.
    Pulse {
        /// Which, from 1.
        now: u8,
    },
    /// Grenades burst.
    Grenades,
    /// Hand-to-hand fights.
    Melee,
    /// Stunned men recover; reloading takes effect.
    Recovery,
    /// Men leave the map, and the turn ends.
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
