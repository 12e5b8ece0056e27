//! How a position looks for a side.

use rules::prospect::{Standing, nearness};
use rules::{BySide, Side};

use crate::position::{Place, Position, Squad, State};
use crate::setting::Setting;

/// What a squad is worth in a fight.
fn worth(squad: &Squad) -> f64 {
    let figures = f64::from(squad.figures.total());
    match squad.state {
        State::Steady => 0.5 + figures,
        State::Pinned => 0.4 + 0.8 * figures,
        State::Disrupted => 0.3 + 0.5 * figures,
    }
}

/// How the position looks.
pub fn standing(setting: &Setting, position: &Position) -> Standing {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    let mut reach = BySide { a: 0.0, b: 0.0 };
    for squad in position.squads.iter().filter(|squad| squad.is_alive()) {
        strength[squad.side] += worth(squad);
    }
    let place = |squad: &Squad| match squad.place {
        Place::On(at) => Some(at),
        Place::Below(card) => position.cards[card.index()].map(|sheet| sheet.entrance),
        Place::Gone => None,
    };
    let all: f64 = setting.objectives.iter().map(|objective| f64::from(objective.victory)).sum();
    for objective in &setting.objectives {
        let mut near = BySide { a: 0.0f64, b: 0.0f64 };
        for squad in &position.squads {
            if let Some(at) = place(squad) {
                near[squad.side] = near[squad.side].max(nearness(setting.distance(at, objective.at)));
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
