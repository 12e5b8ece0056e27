//! Inputs of the evaluation function.

use rules::evaluation::{self, EvalTerms, nearness};
use rules::objectives::{self, all_points};
use rules::{BySide, Piece};

use crate::mechanics::objectives::can_take;
use crate::mechanics::rally;
use crate::printed::words::State;
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Factor on the value of a unit that the enemy can't fire at (HNL-B29).
const UNSPOTTED: f64 = 1.1;
/// Share of its fighting value that a Shaken unit keeps if it can't rally.
const SHAKEN: f64 = 0.4;
/// Additional share of a Shaken unit that is sure to rally.
const RALLIES: f64 = 0.3;

/// Share of the nearness of leaders, who can't take an objective themselves (HNL-B18).
const LEADS: f64 = 0.5;

/// Returns the chance that two dice show at most `needed`.
fn at_most(needed: i16) -> f64 {
    let throws = (1..=6i16).flat_map(|one| (1..=6i16).map(move |other| one + other));
    throws.filter(|sum| *sum <= needed).count() as f64 / 36.0
}

/// Fighting value of a unit, in points of firepower.
fn strength_of(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> f64 {
    let counter = &unit.counter;
    let fighting = 1.0 + f64::from(counter.firepower()) + f64::from(counter.leadership) * 1.5;
    let fit = match unit.state {
        State::Good => 1.0,
        // A Shaken unit is worth more in cover and with a leader: it moves there.
        State::Shaken => SHAKEN + RALLIES * rally::needed(eyes, piece, unit).map_or(0.0, at_most),
    };
    let whole = if unit.wounded { 0.6 } else { 1.0 };
    fighting * fit * whole
}

/// Returns the inputs of the evaluation function for this position.
pub fn terms(setting: &Setting, position: &Position) -> EvalTerms {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    let eyes = HeroesEyes::open(setting, position);
    for (piece, unit, _) in eyes.units() {
        let safe = if eyes.is_spotted(unit) { 1.0 } else { UNSPOTTED };
        strength[unit.side] += strength_of(eyes, piece, unit) * safe;
    }
    let reach = evaluation::reach(&setting.objectives, [1.0], |_, objective, near| {
        for (_, unit, at) in eyes.units().filter(|(_, unit, _)| unit.is_good()) {
            let share = if can_take(unit) { 1.0 } else { LEADS };
            near.add(unit.side, share * nearness(setting.distance(at, objective.at)));
        }
    });
    let points = |side| f64::from(objectives::points(&setting.objectives, &position.held, side));
    let margin = setting.goal.margin(BySide::new(points)) / all_points(&setting.objectives).max(1.0);
    let late = f64::from(position.turn.saturating_sub(1)) / f64::from(setting.turns.max(1));
    EvalTerms { margin, late, strength, reach }
}
