//! Casualty points, and how a game ends (ASL-A30).

use rules::objectives::{self, Endings};
use rules::{BySide, Outcome, ReasonOf, Side};

use crate::printed::clause::A30;
use crate::printed::kind::{Class, Kind};
use crate::printed::words::{Fate, Phase};
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::unit::Unit;

const ENDINGS: Endings = Endings {
    clause: A30,
    nobody_left: "neither side has men left",
    wiped_out: ReasonOf {
        own: "you have no men left",
        open: ["the German side has no men left", "the Russian side has no men left"],
    },
    reached: ReasonOf {
        own: "you have the points that the scenario requires",
        open: [
            "the German side has the points that the scenario requires",
            "the Russian side has the points that the scenario requires",
        ],
    },
    missed: ReasonOf {
        own: "you lack the points that the scenario requires",
        open: [
            "the German side lacks the points that the scenario requires",
            "the Russian side lacks the points that the scenario requires",
        ],
    },
    ahead: ReasonOf {
        own: "you have more points, and at least as many as the scenario requires",
        open: [
            "the German side has more points, and at least as many as the scenario requires",
            "the Russian side has more points, and at least as many as the scenario requires",
        ],
    },
    level: "neither side leads with the points that the scenario requires",
};

/// Returns whether a side has men left.
#[inline]
#[must_use]
pub fn has_men(position: &Position, side: Side) -> bool {
    position
        .units
        .iter()
        .any(|unit| unit.side == side && matches!(unit.fate, Fate::InPlay | Fate::Waiting) && unit.is_men())
}

/// Returns the casualty points for a counter.
#[must_use]
pub fn worth(kind: Kind) -> u16 {
    let leadership = if kind.class() == Class::Leader { kind.values().leadership } else { 0 };
    worth_of(kind.class()) + u16::from(leadership.min(0).unsigned_abs())
}

/// Returns the casualty points for a counter of `class`, without those for the leadership of a leader: one for each
/// point below 0.
#[inline]
#[must_use]
pub fn worth_of(class: Class) -> u16 {
    match class {
        Class::Squad => 2,
        Class::HalfSquad | Class::Leader => 1,
        _ => 0,
    }
}

/// Returns the casualty points for `losses`; 0 if the scenario counts none.
#[must_use]
pub fn casualties(setting: &Setting, losses: impl Iterator<Item = Kind>) -> u16 {
    if setting.casualties { losses.map(worth).sum() } else { 0 }
}

/// Returns the outcome of the game; `None` while it is not over.
#[inline]
#[must_use]
pub fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
    (position.phase == Phase::Over).then(|| last_word(setting, position))
}

#[cold]
fn last_word(setting: &Setting, position: &Position) -> Outcome {
    let gone = |unit: &&Unit| matches!(unit.fate, Fate::Lost | Fate::LostUnseen | Fate::Captured);
    // A prisoner counts twice (ASL-A53).
    let times = |unit: &Unit| if unit.fate == Fate::Captured && unit.holder.is_some() { 2 } else { 1 };
    let lost = |side| {
        let lost = position.units.iter().filter(move |unit| unit.side == side).filter(gone);
        lost.flat_map(move |unit| std::iter::repeat_n(unit.kind, times(unit)))
    };
    let points = BySide::new(|side| {
        let objectives = objectives::points(&setting.objectives, &position.held, side);
        objectives.saturating_add(casualties(setting, lost(side.other())))
    });
    ENDINGS.outcome(setting.goal, BySide::new(|side| has_men(position, side)), points)
}

/// Returns the number of squads, half-squads and single men that a side has lost, eliminated or captured.
#[must_use]
pub fn losses(position: &Position, side: Side) -> usize {
    let lost = |unit: &&Unit| {
        let gone = matches!(unit.fate, Fate::Lost | Fate::LostUnseen | Fate::Captured);
        unit.side == side && unit.is_men() && gone
    };
    position.units.iter().filter(lost).count()
}
