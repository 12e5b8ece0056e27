//! Steps of the agenda, and the questions among them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::clause::{B2, B19};

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Placement of men before the first turn.
        SetUp = "set-up" by B19,
        /// Plots of all men for one turn.
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
    /// A turn begins with both sides plotting.
    Turn,
    /// Panic in the hexes that a die of each side names.
    Panic,
    /// Men at middle level duck and lean out. Then all fire is resolved from one state.
    Fire,
    /// Movement of both sides begins.
    Movement,
    /// One movement point of all men.
    Pulse {
        /// Number of the movement point, from 1.
        now: u8,
    },
    /// Thrown grenades land and burst.
    Grenades,
    /// Hand-to-hand fights are resolved.
    Melee,
    /// Stunned men recover; reloading takes effect.
    Recovery,
    /// Men leave the map, and the turn ends.
    End,
}

impl Step {
    /// Returns the question it asks; `None` for other steps.
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
