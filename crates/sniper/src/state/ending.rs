//! End of the game, and losses.

use rules::{Outcome, Reason, ReasonOf, Side};

use crate::printed::clause::{B24, B29};
use crate::printed::words::Kind;
use crate::setting::Setting;
use crate::setting::goal::Goal;
use crate::state::position::Position;

/// Text about a side that loses by its losses.
const GAVE_UP: ReasonOf = ReasonOf {
    own: "your losses reached your preservation level",
    open: [
        "the attacking side's losses reached its preservation level",
        "the defending side's losses reached its preservation level",
    ],
};

/// Text about a side that loses because it can't fight any more.
const BEATEN: ReasonOf = ReasonOf {
    own: "you have no men left who can fight",
    open: ["the attacking side has no men left who can fight", "the defending side has no men left who can fight"],
};

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
    let gave_up = winner.is_some_and(|winner| has_given_up(setting, position, winner.other()));
    let why = match (winner, setting.kind) {
        (None, _) => Reason::for_all("neither side met its victory conditions"),
        (Some(winner), _) if gave_up => GAVE_UP.side(winner.other()),
        (Some(winner), _) if beaten => BEATEN.side(winner.other()),
        (Some(winner), kind) => Reason::for_all(mission(winner, kind)),
    };
    Some(Outcome { winner, clause: B24, why })
}

/// Returns the result of the mission of a game of this kind.
const fn mission(winner: Side, kind: Kind) -> &'static str {
    match (winner, kind) {
        (Side::A, Kind::Patrol) => "the patrol completed its mission",
        (Side::B, Kind::Patrol) => "the patrol failed its mission",
        (Side::A, Kind::BlockClearing) => "the block is cleared",
        (Side::B, Kind::BlockClearing) => "the block is held",
        (Side::A, Kind::Ambush) => "the column got through",
        (Side::B, Kind::Ambush) => "the column was stopped",
        (Side::A, Kind::Cordon) => "the cordon held",
        (Side::B, Kind::Cordon) => "the men inside broke out",
    }
}

/// Returns whether a side's losses have reached its preservation level (SNP-B29).
#[must_use]
pub fn has_given_up(setting: &Setting, position: &Position, side: Side) -> bool {
    B29.is_in_force() && setting.preservation[side].is_some_and(|level| position.chits[side] >= level)
}

/// Returns the number of a side's men who were hit and are out of the game or incapacitated.
#[must_use]
pub fn losses(position: &Position, side: Side) -> usize {
    let gone =
        position.men.iter().filter(|man| man.side == side && !man.dummy && (man.at.is_none() || man.incapacitated));
    let gone = gone.count();
    gone.saturating_sub(usize::from(position.left[side]))
}
