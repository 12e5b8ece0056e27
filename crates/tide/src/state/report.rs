//! What a seat is told that leaves no trace in the position.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::tables::Band;
use crate::printed::words::{Card, Mode};

/// What fire did to a squad, beyond lost figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Nothing.
    None,
    /// It loses figures.
    Losses,
    /// It is pinned.
    Pinned,
    /// It is disrupted.
    Disrupted,
    /// It is routed off the board.
    Routed,
}

/// Why a squad left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// No figure is left.
    Losses,
    /// It was routed.
    Routed,
    /// Beaten in an assault, it had nowhere to go.
    NowhereToGo,
    /// Beaten in an assault while disrupted.
    Overrun,
}

/// An event that seats are shown although the position does not record it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A squad fired.
    Attack {
        /// The firing squad, or the one that led.
        unit: Piece,
        /// The supporting squads.
        with: PieceSet,
        /// The target.
        target: Piece,
        /// Normal or suppressive fire.
        mode: Mode,
        /// The range band.
        range: Band,
        /// Dice of the attack.
        strength: u8,
        /// Hits.
        hits: u8,
        /// Hits cancelled at most.
        saves: u8,
        /// Hits that count.
        net: u8,
        /// What they do.
        effect: Effect,
    },
    /// A squad assaulted.
    Assault {
        /// The assaulting squad; `None` for the other side if it assaults from a hidden sewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Piece>,
        /// The Location assaulted.
        at: LocationId,
        /// The supporting squads.
        with: PieceSet,
        /// Dice of the attack.
        strength: u8,
        /// Hits of the attack.
        hits: u8,
        /// Dice of the defenders.
        against: u8,
        /// Hits of the defenders.
        against_hits: u8,
        /// Hits on the defenders cancelled at most.
        saves: u8,
        /// Whether the attacker has won.
        won: bool,
        /// Whether it came out of the sewer.
        from_sewer: bool,
    },
    /// A squad of this side acted in the sewer.
    ActedBelow {
        /// Whose.
        side: Side,
    },
    /// A squad went below.
    EnteredBelow {
        /// The squad.
        unit: Piece,
        /// Its card.
        card: Card,
        /// Where.
        at: LocationId,
    },
    /// A squad leaves the game.
    Destroyed {
        /// The squad.
        unit: Piece,
        /// Why.
        why: End,
    },
    /// A round begins.
    RoundBegins(u8),
    /// The points that a side receives in the Command Phase.
    Command {
        /// Whose.
        side: Side,
        /// Command points of the objectives it holds.
        command: u16,
        /// Victory points of the objectives it holds.
        victory: u16,
    },
}
