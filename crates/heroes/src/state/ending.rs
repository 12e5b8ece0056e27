//! How a game ends, and what it has cost (HNL-B18).

use rules::{Outcome, Side};

use crate::printed::clause::B18;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::position::Position;

/// Whether a side has a unit left, shown or hidden.
#[inline]
#[must_use]
pub fn has_units(position: &Position, side: Side) -> bool {
    !position.muster.sides[side].is_empty()
}

/// Points of the objectives a side holds.
#[must_use]
pub fn points(setting: &Setting, held: impl Fn(usize) -> Option<Side>, side: Side) -> u16 {
    let own = setting.objectives.iter().enumerate().filter(|(n, _)| held(*n) == Some(side));
    own.fold(0, |sum, (_, objective)| sum.saturating_add(objective.points))
}

/// How the game ended, if it has.
#[inline]
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    (position.phase == Phase::Over).then(|| last_word(setting, position))
}

#[cold]
fn last_word(setting: &Setting, position: &Position) -> Outcome {
    let end = |winner, why| Outcome { winner, clause: B18, why };
    match Side::BOTH.map(|side| has_units(position, side)) {
        [false, false] => return end(None, "neither side has a unit left"),
        [false, true] => return end(Some(Side::B), "the Soviet side has no unit left"),
        [true, false] => return end(Some(Side::A), "the German side has no unit left"),
        [true, true] => {}
    }
    let points = |side| points(setting, |n| position.held.get(n).copied().flatten(), side);
    let goal = setting.goal;
    match goal.side {
        Some(side) if points(side) >= goal.points => end(Some(side), "it holds what the scenario asks for"),
        Some(side) => end(Some(side.other()), "the other side does not hold what the scenario asks for"),
        None => {
            let ahead = Side::BOTH.into_iter().find(|side| points(*side) > points(side.other()));
            match ahead.filter(|side| points(*side) >= goal.points) {
                Some(side) => end(Some(side), "it holds more, and as much as the scenario asks for"),
                None => end(None, "neither side is ahead with what the scenario asks for"),
            }
        }
    }
}

/// How many units a side has lost.
pub fn losses(setting: &Setting, position: &Position, side: Side) -> usize {
    // Heroes who came up later are not among those a side set out with.
    let listed = position.units.iter().filter(|unit| usize::from(unit.name) < setting.listed);
    listed.filter(|unit| unit.side == side && unit.at.is_none()).count()
}
