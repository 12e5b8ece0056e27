//! Changes of the position.

use board::LocationId;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::{Grenade, Hand, Phase, Posture};
use crate::state::plot::Plot;

/// A change of the position: a result, not its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A turn begins: all plots are cleared, and neither side is ready.
    Turn {
        /// Number of the turn, from 1.
        now: u8,
    },
    /// The game enters another phase.
    Phase {
        /// The phase that begins.
        now: Phase,
    },
    /// A side is ready, or no longer ready.
    Ready {
        /// Side whose readiness changes.
        side: Side,
        /// Whether it is ready now.
        now: bool,
    },
    /// A man or dummy is placed. Known to its side only.
    Place {
        /// The man or dummy placed.
        man: Piece,
        /// His starting place, inside his area.
        at: LocationId,
        /// His posture at the start.
        posture: Posture,
    },
    /// A man's plot changes. Known to his side only.
    Plot {
        /// The man whose plot changes.
        man: Piece,
        /// His whole plot from now on.
        plot: Plot,
    },
    /// The other side begins or ceases to see a man.
    Seen {
        /// The man who is or was seen.
        man: Piece,
        /// Whether the other side sees him now.
        now: bool,
    },
    /// A man changes posture.
    Posture {
        /// The man who changes posture.
        man: Piece,
        /// His posture from now on.
        now: Posture,
    },
    /// A movement point of the turn begins.
    Pulse {
        /// Number of the movement point, from 1; 0 before movement.
        now: u8,
    },
    /// A man takes a step of his path.
    Moved {
        /// The man who takes the step.
        man: Piece,
        /// Location he steps into.
        to: LocationId,
    },
    /// A man falls off the ladder.
    Fell {
        /// The man who falls.
        man: Piece,
        /// Location he falls to.
        to: LocationId,
    },
    /// The number of shots left in a magazine changes.
    Shots {
        /// Owner of the weapon.
        man: Piece,
        /// Shots left until he must reload.
        left: u8,
    },
    /// The number of grenades a man has left changes.
    Grenades {
        /// Owner of the grenades.
        man: Piece,
        /// Kind of grenade counted.
        grenade: Grenade,
        /// Number of this kind left.
        left: u8,
    },
    /// A man takes something else in hand. Known to his side only.
    Hand {
        /// The man who prepares or throws a grenade, or rearms.
        man: Piece,
        /// What he has in hand from now on.
        now: Hand,
    },
    /// A man who was to throw is out of action and lets his grenade fall, or it has gone off.
    Dropped {
        /// The man who was to throw it.
        man: Piece,
        /// Location where it lies; `null` when it has gone off.
        at: Option<LocationId>,
        /// Kind of grenade that lies there.
        grenade: Grenade,
    },
    /// A man is stunned, or the time he stays stunned changes.
    Stunned {
        /// The man who is stunned.
        man: Piece,
        /// 0 when he has recovered, 1 in this turn, 2 in the next turn only, 3 in both. Older ledgers have 2 for both.
        turns: u8,
    },
    /// A man is wounded.
    Wounded {
        /// The man who is wounded.
        man: Piece,
    },
    /// A man is incapacitated and stays where he is.
    Incapacitated {
        /// The man who is incapacitated.
        man: Piece,
    },
    /// A man is killed. In older ledgers also: incapacitated.
    Out {
        /// The man who is out of the game.
        man: Piece,
    },
    /// A dummy was seen and is removed.
    Vanished {
        /// The dummy that is removed.
        man: Piece,
    },
    /// A man left the map by an edge and counts for his side's victory.
    Left {
        /// The man who left.
        man: Piece,
    },
    /// A man of the patrol has reached the far edge.
    Mission {
        /// The man at the far edge.
        man: Piece,
    },
    /// A side has seen an enemy: its men no longer follow their routes.
    Alerted {
        /// The side that has seen an enemy.
        side: Side,
    },
    /// A side's total of chits changes. Known to that side only.
    Chits {
        /// Side that drew the chit.
        side: Side,
        /// Its total from now on.
        total: u8,
    },
    /// Smoke and the turns it still lasts; 0 when it is gone.
    Smoke {
        /// Location where it was thrown.
        at: LocationId,
        /// Turns it still lasts; 0 when it is gone.
        turns: u8,
        /// Side that threw it.
        by: Side,
    },
    /// Smoke below ground that a man of the other side has reached: whether that side doesn't know of it yet.
    Unnoticed {
        /// Location where the smoke was thrown.
        at: LocationId,
        /// Side that threw it.
        by: Side,
        /// Whether the other side is still unaware of it.
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
    /// Returns whether it is part of what all men do at once, where the order of changes means nothing.
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
                // A recovery, not a hit.
                | Change::Stunned { turns: 0 | 1, .. }
        )
    }
}
