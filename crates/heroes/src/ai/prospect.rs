//! How a position looks for a side.

use rules::prospect::{Standing, nearness};
use rules::{BySide, Side};

use crate::printed::words::State;
use crate::setting::Setting;
use crate::state::ending::points;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// What a unit is worth in a fight.
fn worth(unit: &Unit) -> f64 {
    let counter = &unit.counter;
    let fighting = 1.0 + f64::from(counter.firepower()) + f64::from(counter.leadership) * 1.5;
    let fit = if unit.state == State::Good { 1.0 } else { 0.5 };
    let whole = if unit.wounded { 0.6 } else { 1.0 };
    fighting * fit * whole
}

/// How the position looks.
pub fn standing(setting: &Setting, position: &Position) -> Standing {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    let mut reach = BySide { a: 0.0, b: 0.0 };
    for unit in position.units.iter().filter(|unit| unit.at.is_some()) {
        strength[unit.side] += worth(unit);
    }
    let all: f64 = setting.objectives.iter().map(|objective| f64::from(objective.points)).sum();
    for objective in &setting.objectives {
        let mut near = BySide { a: 0.0f64, b: 0.0f64 };
        for unit in &position.units {
            if let (Some(at), State::Good) = (unit.at, unit.state) {
                near[unit.side] = near[unit.side].max(nearness(setting.distance(at, objective.at)));
            }
        }
        let share = f64::from(objective.points) / all.max(1.0);
        reach.a += share * near.a;
        reach.b += share * near.b;
    }
    let held = |side| f64::from(points(setting, |n| position.held.get(n).copied().flatten(), side));
    let goal = f64::from(setting.goal.points);
    let [a, b] = Side::BOTH.map(held);
    let margin = match setting.goal.side {
        Some(Side::A) => a - goal + 0.5,
        Some(Side::B) => goal - b - 0.5,
        None => a - b,
    };
    let late = f64::from(position.turn.saturating_sub(1)) / f64::from(setting.turns.max(1));
    Standing { margin: margin / all.max(1.0), late, strength, reach }
}
