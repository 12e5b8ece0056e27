//! Inputs of the evaluation function.

use rules::BySide;
use rules::evaluation::{self, EvalTerms, nearness};
use rules::objectives::{self, all_points};

use crate::printed::words::State;
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// Fighting value of a unit, in points of firepower.
fn strength_of(unit: &Unit) -> f64 {
    let counter = &unit.counter;
    let fighting = 1.0 + f64::from(counter.firepower()) + f64::from(counter.leadership) * 1.5;
    let fit = if unit.state == State::Good { 1.0 } else { 0.5 };
    let whole = if unit.wounded { 0.6 } else { 1.0 };
    fighting * fit * whole
}

/// Returns the inputs of the evaluation function for this position.
pub fn terms(setting: &Setting, position: &Position) -> EvalTerms {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    for unit in position.units.iter().filter(|unit| unit.at.is_some()) {
        strength[unit.side] += strength_of(unit);
    }
    let reach = evaluation::reach(&setting.objectives, [1.0], |_, objective, near| {
        for unit in &position.units {
            if let (Some(at), State::Good) = (unit.at, unit.state) {
                near.add(unit.side, nearness(setting.distance(at, objective.at)));
            }
        }
    });
    let points = |side| f64::from(objectives::points(&setting.objectives, &position.held, side));
    let margin = setting.goal.margin(BySide::new(points)) / all_points(&setting.objectives).max(1.0);
    let late = f64::from(position.turn.saturating_sub(1)) / f64::from(setting.turns.max(1));
    EvalTerms { margin, late, strength, reach }
}
