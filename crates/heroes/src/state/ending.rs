//! End of a game and losses of the sides (HNL-B18).

use rules::objectives::{self, Endings};
use rules::{BySide, Outcome, ReasonOf, Side};

use crate::printed::clause::B18;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::position::Position;

const ENDINGS: Endings = Endings {
    clause: B18,
    nobody_left: "neither side has any units left",
    wiped_out: ReasonOf {
        own: "you have no units left",
        open: ["the Soviet side has no units left", "the German side has no units left"],
    },
    reached: ReasonOf {
        own: "you have the points you need",
        open: ["the Soviet side has the points it needs", "the German side has the points it needs"],
    },
    missed: ReasonOf {
        own: "you don't have the points you need",
        open: ["the Soviet side doesn't have the points it needs", "the German side doesn't have the points it needs"],
    },
    ahead: ReasonOf {
        own: "you have more points than the other side, and as many as you need",
        open: [
            "the Soviet side has more points than the other side, and as many as it needs",
            "the German side has more points than the other side, and as many as it needs",
        ],
    },
    level: "neither side is ahead with the points it needs",
};

#[inline]
#[must_use]
pub fn has_units(position: &Position, side: Side) -> bool {
    !position.unit_index.sides[side].is_empty()
}

/// Returns how the game ended; `None` before its end.
#[inline]
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    (position.phase == Phase::Over).then(|| last_word(setting, position))
}

#[cold]
fn last_word(setting: &Setting, position: &Position) -> Outcome {
    let points = BySide::new(|side| objectives::points(&setting.objectives, &position.held, side));
    ENDINGS.outcome(setting.goal, BySide::new(|side| has_units(position, side)), points)
}

/// Number of units of the scenario that a side has lost.
pub fn losses(setting: &Setting, position: &Position, side: Side) -> usize {
    // Heroes that appeared during the game don't count as losses.
    let listed = position.units.iter().filter(|unit| usize::from(unit.name) < setting.listed);
    listed.filter(|unit| unit.side == side && unit.at.is_none()).count()
}
