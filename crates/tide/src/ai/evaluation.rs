//! Inputs of the evaluation function.

use board::LocationId;
use rules::evaluation::{self, EvalTerms, nearness};
use rules::objectives::{self, all_points};
use rules::{BySide, Side};

use crate::printed::words::State;
use crate::setting::{Setting, exit_range};
use crate::state::position::Position;
use crate::state::squad::{Place, Squad};

/// Weights of the nearest three squads in reaching an objective. A single squad can't take an objective that is held.
const NEAREST: [f64; 3] = [0.5, 0.3, 0.2];
/// Value of a movement point left to the activated squad, in hexes. It is close to the value of a hex moved; otherwise
/// activating a squad would seem useless.
const GO: f64 = 0.8;

/// Fighting value of a squad, in figures.
fn strength_of(squad: &Squad) -> f64 {
    let figures = f64::from(squad.figures.total());
    match squad.state {
        State::Steady => 0.5 + figures,
        State::Pinned => 0.4 + 0.8 * figures,
        State::Disrupted => 0.3 + 0.5 * figures,
    }
}

/// Returns the distance of a squad to a place in hexes. Below, it is counted from the nearest exit that one more square
/// opens; otherwise going below would seem useless.
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

/// Returns the movement points left to a squad, if it is activated and steady; otherwise 0.
fn can_go(position: &Position, n: usize, squad: &Squad) -> f64 {
    let active = position.active.filter(|active| active.piece.index() == n && squad.state == State::Steady);
    active.map_or(0.0, |active| f64::from(active.mp_left))
}

/// Returns the inputs of the evaluation function for this position.
pub fn terms(setting: &Setting, position: &Position) -> EvalTerms {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    for squad in position.squads.iter().filter(|squad| squad.is_alive()) {
        strength[squad.side] += strength_of(squad);
    }
    let reach = evaluation::reach(&setting.objectives, NEAREST, |n, objective, near| {
        let held = position.held.get(n).copied().flatten();
        for (n, squad) in position.squads.iter().enumerate() {
            let Some(hexes) = away(setting, position, squad, objective.at) else { continue };
            let go = if held == Some(squad.side) { 0.0 } else { GO * can_go(position, n, squad) };
            near.add(squad.side, nearness(f64::from(hexes) - go));
        }
    });
    let left = f64::from(setting.rounds.saturating_sub(position.round)) + 1.0;
    // Victory points now, plus those still to come if no objective changes hands.
    let points = |side: Side| {
        let a_round = f64::from(objectives::points(&setting.objectives, &position.held, side));
        f64::from(position.victory[side]) + a_round * left
    };
    // As a share of the points still to be had, so missing points weigh more with every round.
    let margin = setting.goal.margin(BySide::new(points)) / (all_points(&setting.objectives) * left).max(1.0);
    let late = f64::from(position.round.saturating_sub(1)) / f64::from(setting.rounds.max(1));
    EvalTerms { margin, late, strength, reach }
}

#[cfg(test)]
mod tests {
    use referee::ledger::ScenarioText;

    use super::*;
    use crate::state::Tide;

    /// Up to the last round, a hex closer to an objective gets a higher evaluation.
    #[test]
    fn the_last_round_is_not_over() {
        let text = include_str!("../../../../scenarios/tide/first.toml").to_owned();
        let text = ScenarioText { name: "first.toml".to_owned(), text };
        let (setting, mut position) = referee::set_up::<Tide>(&text).expect("a shipped scenario");
        position.round = setting.rounds;
        let goal = setting.objectives[0].at;
        let alone = position.squads.iter().position(|squad| squad.side == Side::A).expect("a squad");
        for (_, squad) in position.squads.iter_mut().enumerate().filter(|(n, _)| *n != alone) {
            squad.place = Place::Gone;
        }
        let mut looks = Vec::new();
        for hexes in (0..6).rev() {
            let there = setting.board.location_ids().find(|at| setting.distance(*at, goal) == hexes);
            position.squads[alone].place = Place::On(there.expect("a hex so far away"));
            looks.push(terms(&setting, &position).evaluate(Side::A));
        }
        assert!(looks.is_sorted_by(|far, near| far < near), "{looks:?}");
    }
}
