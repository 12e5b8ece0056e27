//! How a game ends (TOI-B27).

use rules::objectives::Endings;
use rules::{BySide, Outcome};

use crate::printed::clause::B27;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::position::{Position, has_squads};

const ENDINGS: Endings = Endings {
    clause: B27,
    nobody_left: "neither side has a squad left",
    wiped_out: ["the Soviet side has no squad left", "the German side has no squad left"],
    reached: "it reached the victory points of the scenario",
    missed: "the other side missed the victory points of the scenario",
    ahead: "it has more victory points, and as many as the scenario asks for",
    level: "neither side is ahead with the victory points of the scenario",
};

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
    ENDINGS.outcome(setting.goal, BySide::new(|side| has_squads(position, side)), position.victory)
}
