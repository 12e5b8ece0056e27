//! Facts of a seat's view.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::view::eyes::DuelEyes;

/// A fact of a seat's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A man on his ledge.
    Man {
        /// The man in view.
        piece: Piece,
        /// Side he belongs to.
        side: Side,
        /// The hex he is in.
        at: LocationId,
        /// Whether he is out of action.
        down: bool,
    },
    /// The plan of a man of the seat's own side.
    Plan {
        /// The man who planned it.
        piece: Piece,
        /// His plan for this turn.
        plan: Plan,
    },
    /// The seat's own side is ready.
    Ready {
        /// Side of this seat.
        side: Side,
    },
    /// The turn being played.
    Turn {
        /// Number of the turn, from 1.
        now: u8,
        /// Number of the last turn.
        of: u8,
    },
    /// The game is over.
    Outcome {
        /// The winner; `null` for a draw.
        winner: Option<Side>,
    },
}

/// Writes all facts of a seat's view.
pub fn view(eyes: DuelEyes<'_>, sink: &mut impl FnMut(Fact)) {
    for (piece, man) in eyes.men() {
        sink(Fact::Man { piece, side: man.side, at: man.at, down: man.down });
        if let Some(own) = eyes.own(piece) {
            sink(Fact::Plan { piece, plan: own.plan });
        }
    }
    for side in Side::BOTH.into_iter().filter(|side| eyes.ready(*side)) {
        sink(Fact::Ready { side });
    }
    sink(Fact::Turn { now: eyes.turn(), of: eyes.setting().turns });
    if let Some(outcome) = eyes.outcome() {
        sink(Fact::Outcome { winner: outcome.winner });
    }
}
