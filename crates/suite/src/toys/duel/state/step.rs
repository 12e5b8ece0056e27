//! Steps of the agenda, and the question among them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::duel::printed::clause::PLOT;

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Secret plans of a side's men.
        Plot = "plot" by PLOT,
    }
}

/// A step of the agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Question: both sides plot in secret.
    Plot,
    /// All plans become public.
    Open,
    /// All shots are fired.
    Fire,
    /// All moves are made.
    Move,
    /// The next turn begins.
    NextTurn,
}
