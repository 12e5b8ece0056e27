//! How a position looks for a side.

use board::LocationId;
use rules::evaluation::{self, EvalTerms, nearness};
use rules::objectives::{self, all_points};
use rules::{BySide, Side};

use crate::printed::words::State;
use crate::setting::{Setting, exit_range};
use crate::state::position::Position;
use crate::state::squad::{Place, Squad};

/// What the nearest squad, the next and the third count in reaching an objective: one alone takes none that is held.
const NEAREST: [f64; 3] = [0.5, 0.3, 0.2];
/// What a movement point that the activated squad has left counts, in hexes: nearly as much as a hex gone, or activating a
/// squad would look like doing nothing.
const GO: f64 = 0.8;

/// What a squad is worth in a fight.
fn strength_of(squad: &Squad) -> f64 {
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

/// How many movement points a squad has left, if it is the activated one and still fit to move.
fn can_go(position: &Position, n: usize, squad: &Squad) -> f64 {
    let active = position.active.filter(|active| active.piece.index() == n && squad.state == State::Steady);
    active.map_or(0.0, |active| f64::from(active.mp_left))
}

/// How the position looks.
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
    // What it has, and what it will have if nothing changes hands any more.
    let points = |side: Side| {
        let a_round = f64::from(objectives::points(&setting.objectives, &position.held, side));
        f64::from(position.victory[side]) + a_round * left
    };
    // As a share of what is still to be had: what is missing weighs more with every round.
    let margin = setting.goal.margin(BySide::new(points)) / (all_points(&setting.objectives) * left).max(1.0);
    let late = f64::from(position.round.saturating_sub(1)) / f64::from(setting.rounds.max(1));
    EvalTerms { margin, late, strength, reach }
}

#[cfg(test)]
mod tests {
    use referee::ledger::ScenarioText;

    use super::*;
    use crate::state::Tide;

    /// A hex nearer to what is to be taken looks better to the last round.
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
