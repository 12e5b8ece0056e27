//! Reports: events that are logged but don't change the position.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::tables::Band;
use crate::printed::words::{Card, Mode};

/// Effect of fire on a squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The fire has no effect.
    None,
    /// The squad loses figures.
    Losses,
    /// The squad is pinned.
    Pinned,
    /// The squad is disrupted.
    Disrupted,
    /// The squad is routed off the board.
    Routed,
}

/// Reason why a squad left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It lost its last figure.
    Losses,
    /// It was routed by suppressive fire.
    Routed,
    /// It was beaten in an assault and couldn't retreat.
    NowhereToGo,
    /// It was beaten in an assault while disrupted.
    Overrun,
}

/// An event that seats are shown although the position does not record it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A squad fired at another squad.
    Attack {
        /// The firing squad, or the one that led.
        unit: Piece,
        /// The supporting squads, if there are any.
        with: PieceSet,
        /// The squad fired at.
        target: Piece,
        /// Normal or suppressive fire.
        mode: Mode,
        /// Range band of the target.
        range: Band,
        /// Dice of the attack, including supporters.
        strength: u8,
        /// Hits rolled by the attack.
        hits: u8,
        /// Successes of the defence dice; each cancels a hit.
        saves: u8,
        /// Hits that are left after the defence.
        net: u8,
        /// Effect on the target squad.
        effect: Effect,
        /// Those of the firing squads of which only the machine-gun crews fired.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        crews: PieceSet,
    },
    /// A squad assaulted an enemy Location.
    Assault {
        /// The assaulting squad; `None` for the other side if it assaults from a hidden sewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Piece>,
        /// The Location that is assaulted.
        at: LocationId,
        /// The supporting squads, at most two.
        with: PieceSet,
        /// Dice of the attack, including supporters.
        strength: u8,
        /// Hits rolled by the attack.
        hits: u8,
        /// Dice rolled by the defenders.
        against: u8,
        /// Hits rolled by the defenders.
        against_hits: u8,
        /// Successes of the cover dice; each cancels a hit of the attack.
        saves: u8,
        /// Whether the attacker won the assault.
        won: bool,
        /// Whether it came from the sewer.
        from_sewer: bool,
    },
    /// A squad of this side acted in the sewer. It is not shown which.
    ActedBelow {
        /// The side of the squad.
        side: Side,
    },
    /// A squad went below (TOI-S2).
    EnteredBelow {
        /// The squad that went.
        unit: Piece,
        /// The card where it is now.
        card: Card,
        /// The ground where it went down.
        at: LocationId,
    },
    /// A squad leaves the game.
    Destroyed {
        /// The squad that leaves.
        unit: Piece,
        /// Reason, such as `losses`.
        why: End,
    },
    /// A round begins; the value is its number, from 1.
    RoundBegins(u8),
    /// The command points on the initiative card are compared.
    Initiative {
        /// The side with the initiative of the next round.
        side: Side,
        /// Soviet command points on the card.
        soviet: u16,
        /// German command points on the card.
        german: u16,
    },
    /// A side receives points in the Command Phase.
    Command {
        /// The side that receives them.
        side: Side,
        /// Command points of the objectives it holds.
        command: u16,
        /// Victory points of the objectives it holds.
        victory: u16,
    },
}
