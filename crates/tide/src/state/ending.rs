//! How a game ends (TOI-B27).

use rules::{Outcome, Side};

use crate::printed::clause::B27;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::position::{Position, has_squads};

/// How the game ended, if it has (TOI-B27).
#[inline]
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    if position.phase != Phase::Over {
        return None;
    }
    Some(last_word(setting, position))
}

#[cold]
fn last_word(setting: &Setting, position: &Position) -> Outcome {
    let end = |winner, why| Outcome { winner, clause: B27, why };
    let left = |side| has_squads(position, side);
    let points = |side| position.victory[side];
    match (left(Side::A), left(Side::B)) {
        (false, false) => return end(None, "neither side has a squad left"),
        (false, true) => return end(Some(Side::B), "the Soviet side has no squad left"),
        (true, false) => return end(Some(Side::A), "the German side has no squad left"),
        (true, true) => {}
    }
    let goal = setting.goal;
    match goal.side {
        Some(side) if points(side) >= goal.points => end(Some(side), "it reached the victory points of the scenario"),
        Some(side) => end(Some(side.other()), "the other side missed the victory points of the scenario"),
        None => {
            let ahead = Side::BOTH.into_iter().find(|side| points(*side) > points(side.other()));
            match ahead.filter(|side| points(*side) >= goal.points) {
                Some(side) => end(Some(side), "it has more victory points, and as many as the scenario asks for"),
                None => end(None, "neither side is ahead with the victory points of the scenario"),
            }
        }
    }
}
