//! Changes of the position: results, not causes.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::position::Position;

/// A change of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A man gets a plan.
    Plot {
        /// The man who plans.
        man: Piece,
        /// His plan for this turn.
        plan: Plan,
    },
    /// A side ends its plot, or may plot again.
    Ready {
        /// The side that is plotting.
        side: Side,
        /// Whether its plot is ended.
        ready: bool,
    },
    /// A man is hit and out of action.
    Down {
        /// The man who is hit.
        man: Piece,
    },
    /// A man moves one hex.
    Move {
        /// The man who moves.
        man: Piece,
        /// The hex he moves to.
        to: LocationId,
    },
    /// A turn begins with both sides plotting.
    Turn {
        /// Number of the turn, from 1.
        now: u8,
    },
}

/// Applies a change to the position; checks no rule.
pub fn apply(position: &mut Position, change: &Change) {
    match *change {
        Change::Plot { man, plan } => position.men[man.index()].plan = plan,
        Change::Ready { side, ready } => position.ready[side] = ready,
        Change::Down { man } => position.men[man.index()].down = true,
        Change::Move { man, to } => position.men[man.index()].at = to,
        Change::Turn { now } => position.turn = now,
    }
}
