//! End of the game, and losses.

use rules::{Outcome, Side};

use crate::printed::clause::B24;
use crate::printed::words::Kind;
use crate::setting::Setting;
use crate::setting::goal::Goal;
use crate::state::position::Position;

/// Returns how the game ended; `None` while it continues.
#[inline]
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    let winner = position.over?;
    // The side that must leave also wins if the other is beaten first. A scenario without a goal can be won in no other
    // way.
    let beaten = match setting.goal {
        Goal::None => true,
        Goal::GetOut { side, men, .. } => winner == Some(side) && position.left[side] < men,
        Goal::Clear { .. } => false,
    };
    let why = match (winner, setting.kind) {
        (None, _) => "neither side met its victory conditions",
        (Some(_), _) if beaten => "the other side has no men left who can fight",
        (Some(Side::A), Kind::Patrol) => "the patrol completed its mission",
        (Some(Side::B), Kind::Patrol) => "the patrol failed its mission",
        (Some(Side::A), Kind::BlockClearing) => "the block is cleared",
        (Some(Side::B), Kind::BlockClearing) => "the block is held",
        (Some(Side::A), Kind::Ambush) => "the column got through",
        (Some(Side::B), Kind::Ambush) => "the column was stopped",
        (Some(Side::A), Kind::Cordon) => "the cordon held",
        (Some(Side::B), Kind::Cordon) => "the men inside broke out",
    };
    Some(Outcome { winner, clause: B24, why })
}

/// Returns the number of a side's men who were hit and are out of the game.
#[must_use]
pub fn losses(position: &Position, side: Side) -> usize {
    let gone = position.men.iter().filter(|man| man.side == side && !man.dummy && man.at.is_none()).count();
    gone.saturating_sub(usize::from(position.left[side]))
}
