//! Objectives and casualties: who holds what, and who wins (ASL-A30).

use rules::{BySide, Outcome, Side, Turn};

use crate::Asl;
use crate::change::Change;
use crate::clause::A30;
use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::kind::{Class, Kind};
use crate::position::{Fate, Phase, Position, Unit};
use crate::setting::Setting;

/// Whoever alone has an unbroken squad or half-squad in sight in an objective takes it. What lies under a "?" takes
/// nothing, but keeps the enemy from it; until the end, when all is shown.
pub fn settle(turn: &mut impl Turn<Asl>) {
    if turn.setting().objectives.is_empty() {
        return;
    }
    let open = AslEyes::open(turn.setting(), turn.position());
    let last = open.turn() == open.setting().turns && open.attacker() != open.setting().first;
    let eyes = if last { open } else { open.public() };
    let mut taken = [None; crate::position::OBJECTIVES];
    for (objective, taken) in eyes.setting().objectives.iter().zip(&mut taken) {
        let strong = |side| eyes.at(side, objective.at).any(|(_, unit)| unit.kind.is_mmc() && !unit.is(Flag::Broken));
        let absent = |side: Side| {
            if last {
                !eyes.at(side, objective.at).any(|(_, unit)| unit.is_men())
            } else {
                !eyes.holds(side, objective.at)
            }
        };
        *taken = Side::BOTH.into_iter().find(|side| strong(*side) && absent(side.other()));
    }
    for (n, side) in (0u8..).zip(taken).take(turn.setting().objectives.len()) {
        let held = turn.position().held.get(usize::from(n)).copied().flatten();
        if let Some(side) = side.filter(|side| held != Some(*side)) {
            turn.change(A30, Change::Holds { objective: n, side });
        }
    }
}

/// Whether a side has men left.
#[inline]
#[must_use]
pub fn has_men(position: &Position, side: Side) -> bool {
    position
        .units
        .iter()
        .any(|unit| unit.side == side && matches!(unit.fate, Fate::InPlay | Fate::Waiting) && unit.is_men())
}

/// Whether one side is wiped out; then the game is over.
pub fn is_decided(turn: &mut impl Turn<Asl>) -> bool {
    let decided = Side::BOTH.into_iter().any(|side| !has_men(turn.position(), side)) && A30.is_in_force();
    if decided {
        turn.change(A30, Change::Phase { now: Phase::Over });
    }
    decided
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
