//! Casualty points, and how a game ends (ASL-A30).

use rules::{BySide, Outcome, Side};

use crate::printed::clause::A30;
use crate::printed::kind::{Class, Kind};
use crate::printed::words::{Fate, Phase};
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// Whether a side has men left.
#[inline]
#[must_use]
pub fn has_men(position: &Position, side: Side) -> bool {
    position
        .units
        .iter()
        .any(|unit| unit.side == side && matches!(unit.fate, Fate::InPlay | Fate::Waiting) && unit.is_men())
}

/// Casualty points for a counter.
#[must_use]
pub fn worth(kind: Kind) -> u16 {
    match kind.class() {
        Class::Squad => 2,
        Class::HalfSquad | Class::Leader | Class::Hero => 1,
        _ => 0,
    }
}

/// Points of a side: the objectives it holds and, where the scenario says so, the enemies eliminated, as far as they
/// are known.
#[must_use]
pub fn points(
    setting: &Setting,
    held: impl Fn(usize) -> Option<Side>,
    losses: impl Iterator<Item = Kind>,
    side: Side,
) -> u16 {
    let own = setting.objectives.iter().enumerate().filter(|(n, _)| held(*n) == Some(side));
    let objectives: u16 = own.fold(0, |sum, (_, objective)| sum.saturating_add(objective.points));
    let casualties: u16 = if setting.goal.casualties { losses.map(worth).sum() } else { 0 };
    objectives.saturating_add(casualties)
}

/// How the game ended, if it has.
#[inline]
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    (position.phase == Phase::Over).then(|| last_word(setting, position))
}

#[cold]
fn last_word(setting: &Setting, position: &Position) -> Outcome {
    let end = |winner, why| Outcome { winner, clause: A30, why };
    match Side::BOTH.map(|side| has_men(position, side)) {
        [false, false] => return end(None, "neither side has anybody left"),
        [false, true] => return end(Some(Side::B), "the German side has nobody left"),
        [true, false] => return end(Some(Side::A), "the Russian side has nobody left"),
        [true, true] => {}
    }
    let held = |n: usize| position.held.get(n).copied().flatten();
    let gone = |unit: &&Unit| matches!(unit.fate, Fate::Lost | Fate::LostUnseen | Fate::Captured);
    let lost = |side| position.units.iter().filter(move |unit| unit.side == side).filter(gone).map(|unit| unit.kind);
    let points = BySide::new(|side| points(setting, held, lost(side.other()), side));
    let goal = setting.goal;
    match goal.side {
        Some(side) if points[side] >= goal.points => end(Some(side), "it has the points that the scenario asks for"),
        Some(side) => end(Some(side.other()), "the other side has not the points that the scenario asks for"),
        None => {
            let ahead = Side::BOTH.into_iter().find(|side| points[*side] > points[side.other()]);
            match ahead.filter(|side| points[*side] >= goal.points) {
                Some(side) => end(Some(side), "it has more points, and as many as the scenario asks for"),
                None => end(None, "neither side is ahead with the points that the scenario asks for"),
            }
        }
    }
}

/// How many men of a side are lost to it, eliminated or captured.
#[must_use]
pub fn losses(position: &Position, side: Side) -> usize {
    let lost = |unit: &&Unit| {
        let gone = matches!(unit.fate, Fate::Lost | Fate::LostUnseen | Fate::Captured);
        unit.side == side && unit.is_men() && gone
    };
    position.units.iter().filter(lost).count()
}
