//! Changes of the position, and what leaves no trace in it.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::{Grenade, Phase, Posture};
use crate::state::plot::Plot;

/// A change of the position: a result, not a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A turn begins: nobody has plotted, nobody is ready.
    Turn {
        /// Its number, from 1.
        now: u8,
    },
    /// The game is at something else.
    Phase {
        /// At what.
        now: Phase,
    },
    /// A side is ready, or no more.
    Ready {
        /// Which.
        side: Side,
        /// Whether.
        now: bool,
    },
    /// A man or dummy begins somewhere; only his side hears of it.
    Place {
        /// Who.
        man: Piece,
        /// Where.
        at: LocationId,
        /// How he holds himself there.
        posture: Posture,
    },
    /// What a man will do; only his side hears of it.
    Plot {
        /// Who.
        man: Piece,
        /// His whole plot.
        plot: Plot,
    },
    /// Whether the other side sees him.
    Seen {
        /// Whom.
        man: Piece,
        /// Whether.
        now: bool,
    },
    /// A man holds himself otherwise.
    Posture {
        /// Who.
        man: Piece,
        /// How.
        now: Posture,
    },
    /// A movement point of the turn begins.
    Pulse {
        /// Which, from 1; 0 before movement.
        now: u8,
    },
    /// A man takes a step of his path.
    Moved {
        /// Who.
        man: Piece,
        /// Where to.
        to: LocationId,
    },
    /// A man falls off the ladder.
    Fell {
        /// Who.
        man: Piece,
        /// Where to.
        to: LocationId,
    },
    /// Shots left in a magazine.
    Shots {
        /// Whose.
        man: Piece,
        /// How many.
        left: u8,
    },
    /// Grenades left.
    Grenades {
        /// Whose.
        man: Piece,
        /// Which.
        grenade: Grenade,
        /// How many.
        left: u8,
    },
    /// For how many turns a man is stunned, this one included.
    Stunned {
        /// Who.
        man: Piece,
        /// How many.
        turns: u8,
    },
    /// A man is wounded.
    Wounded {
        /// Who.
        man: Piece,
    },
    /// A man is incapacitated or killed.
    Out {
        /// Who.
        man: Piece,
    },
    /// A dummy has been seen and is gone.
    Vanished {
        /// Which.
        man: Piece,
    },
    /// A man has left by an edge and counts for his side.
    Left {
        /// Who.
        man: Piece,
    },
    /// A man of the patrol has been at the far edge.
    Mission {
        /// Who.
        man: Piece,
    },
    /// A side has seen an enemy: its men are on their routes no more.
    Alerted {
        /// Which.
        side: Side,
    },
    /// Smoke, for so many turns more; 0 when it is gone.
    Smoke {
        /// Where it was thrown.
        at: LocationId,
        /// Turns left.
        turns: u8,
        /// Whose.
        by: Side,
    },
    /// Whether the other side, one of whose men comes upon smoke below, is still to be told of it.
    Unnoticed {
        /// Where the smoke was thrown.
        at: LocationId,
        /// Whose it is.
        by: Side,
        /// Whether.
        now: bool,
    },
    /// Everybody looks: the moves before this have happened at once.
    Look,
    /// The game is over.
    Over {
        /// Who has won; nobody in a draw.
        winner: Option<Side>,
    },
}

impl Change {
    /// Whether it is part of what all men do at once, so that the order in which it is written tells nothing.
    #[inline]
    #[must_use]
    pub const fn is_of_a_sweep(&self) -> bool {
        matches!(
            self,
            Change::Seen { .. }
                | Change::Posture { .. }
                | Change::Moved { .. }
                | Change::Fell { .. }
                | Change::Vanished { .. }
                | Change::Left { .. }
                // Recovery, not a hit.
                | Change::Stunned { turns: 0 | 1, .. }
        )
    }
}
