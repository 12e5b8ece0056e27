//! The steps of the agenda, and the question among them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::duel::printed::clause::PLOT;

rules::questions! {
    /// What a side is asked.
    Question {
        /// What its men do, in secret.
        Plot = "plot" by PLOT,
    }
}

/// An item of the agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Both sides are asked for their plans.
    Plot,
    /// All plans are opened.
    Open,
    /// All shots are fired.
    Fire,
    /// All moves are made.
    Move,
    /// The next turn begins.
    NextTurn,
}
