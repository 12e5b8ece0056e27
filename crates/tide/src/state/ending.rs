//! End of a game (TOI-B27).

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
    reached: "the winner reached the victory points required",
    missed: "the other side did not reach the victory points required",
    ahead: "the winner has more victory points, and at least the number required",
    level: "neither side has both the lead and the victory points required",
};

/// Returns how the game ended (TOI-B27); `None` before its end.
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
