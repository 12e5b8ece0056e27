//! What is told and leaves no trace in the position.

use rules::Piece;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::duel::printed::words::Plan;

/// What is told to both sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// A man's plan is opened.
    Opened {
        /// The man.
        man: Piece,
        /// His plan.
        plan: Plan,
    },
    /// A man fires.
    Shot {
        /// The man.
        man: Piece,
        /// Who faces him.
        target: Piece,
        /// Whether the shot hits.
        hit: bool,
    },
}
