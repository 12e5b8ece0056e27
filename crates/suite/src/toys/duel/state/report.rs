//! Reports to seats about events that leave no trace in the position.

use rules::Piece;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::duel::printed::words::Plan;

/// A report to both sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// The plan of a man becomes public.
    Opened {
        /// The man who planned it.
        man: Piece,
        /// His plan for this turn.
        plan: Plan,
    },
    /// A man fires a shot.
    Shot {
        /// The man who fires.
        man: Piece,
        /// The enemy who faces him.
        target: Piece,
        /// Whether the shot hits.
        hit: bool,
    },
}
