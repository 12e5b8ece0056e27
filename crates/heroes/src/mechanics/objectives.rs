//! Objectives: who holds them, and who wins (HNL-B18).

use rules::{Group, Outcome, Side, Turn};

use crate::printed::clause::B18;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::{Phase, Position};

/// Whoever alone has shown units in the hex of an objective takes it.
pub fn settle(turn: &mut impl Turn<Heroes>) {
    for n in 0..turn.setting().objectives.len() {
        if let Some(side) = taker(turn.setting(), turn.position(), n) {
            turn.change(B18, Change::Holds { objective: n as u8, side });
        }
    }
}

/// Who takes an objective from the other side, or from nobody.
#[inline]
fn taker(setting: &Setting, position: &Position, objective: usize) -> Option<Side> {
    let (at, held) = (setting.objectives.get(objective)?.at, *position.held.get(objective)?);
    let muster = &position.muster;
    let there = |units: Group| muster.in_hex(setting, &position.units, units - muster.hidden, at);
    let sides = muster.sides;
    match held {
        Some(side) => {
            let takes = !there(sides[side.other()]).is_empty() && there(sides[side]).is_empty();
            takes.then_some(side.other())
        }
        None => {
            let all = there(sides.a | sides.b);
            let alone = |side: &Side| !(all & sides[*side]).is_empty() && (all - sides[*side]).is_empty();
            Side::BOTH.into_iter().find(alone)
        }
    }
}

/// Whether a side has a unit left, shown or hidden.
#[inline]
#[must_use]
pub fn has_units(position: &Position, side: Side) -> bool {
    !position.muster.sides[side].is_empty()
}

/// Whether one side is wiped out; then the game is over.
pub fn is_decided(turn: &mut impl Turn<Heroes>) -> bool {
    let decided = Side::BOTH.into_iter().any(|side| !has_units(turn.position(), side)) && B18.is_in_force();
    if decided {
        turn.change(B18, Change::Phase { now: Phase::Over });
    }
    decided
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
