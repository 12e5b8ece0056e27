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
    /// A turn begins: all plots are cleared, and neither side is ready.
    Turn {
        /// Its number, from 1.
        now: u8,
    },
    /// The phase changes.
    Phase {
        /// The new phase.
        now: Phase,
    },
    /// A side is ready, or no longer ready.
    Ready {
        /// Which.
        side: Side,
        /// Whether.
        now: bool,
    },
    /// A man or dummy is placed. Known to its side only.
    Place {
        /// Who.
        man: Piece,
        /// Where.
        at: LocationId,
        /// His posture there.
        posture: Posture,
    },
    /// A man's plot changes. Known to his side only.
    Plot {
        /// Who.
        man: Piece,
        /// His whole plot.
        plot: Plot,
    },
    /// The other side begins or ceases to see a man.
    Seen {
        /// Whom.
        man: Piece,
        /// Whether.
        now: bool,
    },
    /// A man changes posture.
    Posture {
        /// Who.
        man: Piece,
        /// The new posture.
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
    /// A dummy was seen and is removed.
    Vanished {
        /// Which.
        man: Piece,
    },
    /// A man left the map by an edge and counts for his side's victory.
    Left {
        /// Who.
        man: Piece,
    },
    /// A man of the patrol has reached the far edge.
    Mission {
        /// Who.
        man: Piece,
    },
    /// A side has seen an enemy: its men no longer follow their routes.
    Alerted {
        /// Which.
        side: Side,
    },
    /// Smoke and the turns it still lasts; 0 when it is gone.
    Smoke {
        /// Where it was thrown.
        at: LocationId,
        /// Turns left.
        turns: u8,
        /// Whose.
        by: Side,
    },
    /// Smoke below ground that a man of the other side has reached: whether that side doesn't know of it yet.
    Unnoticed {
        /// Where the smoke was thrown.
        at: LocationId,
        /// Whose it is.
        by: Side,
        /// Whether.
        now: bool,
    },
    /// All men look: the moves before this happened at once.
    Look,
    /// The game is over.
    Over {
        /// The winner; `null` for a draw.
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
