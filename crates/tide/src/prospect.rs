//! How a position looks for a side.

use board::LocationId;
use rules::prospect::{Standing, nearness};
use rules::{BySide, Side};

use crate::position::{Place, Position, Squad, State};
use crate::setting::Setting;
use crate::underground::exit_range;

/// What a squad is worth in a fight.
fn worth(squad: &Squad) -> f64 {
    let figures = f64::from(squad.figures.total());
    match squad.state {
        State::Steady => 0.5 + figures,
        State::Pinned => 0.4 + 0.8 * figures,
        State::Disrupted => 0.3 + 0.5 * figures,
    }
}

/// How many hexes a squad is from a place; below, from the nearest exit that one round more will open to it, or going below
/// would look like standing still.
fn away(setting: &Setting, position: &Position, squad: &Squad, to: LocationId) -> Option<u16> {
    match squad.place {
        Place::On(at) => Some(setting.distance(at, to)),
        Place::Below(card) => {
            let sheet = position.cards[card.index()]?;
            let range = u16::from(exit_range(&setting.options, sheet.covered.saturating_add(1)));
            let open = setting.tokens.iter().filter(|exit| setting.distance(sheet.entrance, **exit) <= range);
            open.map(|exit| setting.distance(*exit, to)).min()
        }
        Place::Gone => None,
    }
}

/// How the position looks.
pub fn standing(setting: &Setting, position: &Position) -> Standing {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    let mut reach = BySide { a: 0.0, b: 0.0 };
    for squad in position.squads.iter().filter(|squad| squad.is_alive()) {
        strength[squad.side] += worth(squad);
    }
    let all: f64 = setting.objectives.iter().map(|objective| f64::from(objective.victory)).sum();
    for objective in &setting.objectives {
        let mut near = BySide { a: 0.0f64, b: 0.0f64 };
        for squad in &position.squads {
            if let Some(hexes) = away(setting, position, squad, objective.at) {
                near[squad.side] = near[squad.side].max(nearness(hexes));
            }
        }
        let share = f64::from(objective.victory) / all.max(1.0);
        reach.a += share * near.a;
        reach.b += share * near.b;
    }
    let left = f64::from(setting.rounds.saturating_sub(position.round)) + 1.0;
    let held = setting.objectives.iter().zip(&position.held);
    // What it has, and what it will have if nothing changes hands any more.
    let points = |side: Side| {
        let held = held.clone().filter(|(_, held)| **held == Some(side));
        let a_round: f64 = held.map(|(objective, _)| f64::from(objective.victory)).sum();
        f64::from(position.victory[side]) + a_round * left
    };
    let goal = f64::from(setting.goal.points);
    let margin = match setting.goal.side {
        Some(Side::A) => points(Side::A) - goal + 0.5,
        Some(Side::B) => goal - points(Side::B) - 0.5,
        None => points(Side::A) - points(Side::B),
    };
    let late = f64::from(position.round) / f64::from(setting.rounds.max(1));
    Standing { margin: margin / (all * f64::from(setting.rounds)).max(1.0), late, strength, reach }
}
