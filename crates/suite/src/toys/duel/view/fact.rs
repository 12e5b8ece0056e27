//! What a seat sees, written down.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::view::eyes::DuelEyes;

/// One thing that holds in a seat's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A man.
    Man {
        /// The man.
        piece: Piece,
        /// Whose he is.
        side: Side,
        /// Where he is.
        at: LocationId,
        /// Whether he is out of action.
        down: bool,
    },
    /// The plan of a man of the own side.
    Plan {
        /// The man.
        piece: Piece,
        /// His plan.
        plan: Plan,
    },
    /// The own side is ready.
    Ready {
        /// The side.
        side: Side,
    },
    /// The turn.
    Turn {
        /// Its number, from 1.
        now: u8,
        /// How many there are.
        of: u8,
    },
    /// The game is over.
    Outcome {
        /// Who has won; nobody in a draw.
        winner: Option<Side>,
    },
}

/// Writes down what the eyes see.
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
