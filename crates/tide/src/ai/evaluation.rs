//! Inputs of the evaluation function.

use board::LocationId;
use rules::evaluation::{self, EvalTerms, nearness};
use rules::objectives::{self, Held, all_points};
use rules::{BySide, Side};

use crate::mechanics::objectives::holders as objectives_held;
use crate::printed::words::{Phase, State, Token};
use crate::setting::{Setting, exit_range};
use crate::state::position::Position;
use crate::state::squad::{Place, Squad};

/// Weights of the nearest three squads in reaching an objective. A single squad can't take an objective that is held.
const NEAREST: [f64; 3] = [0.5, 0.3, 0.2];
/// Value of a movement point left to the activated squad, in hexes. It is close to the value of a hex moved; otherwise
/// activating a squad would seem useless.
const GO: f64 = 0.8;
/// Value of the initiative, in figures.
const INITIATIVE: f64 = 0.3;
/// Value of a command point that is not spent, in figures. It is less than the initiative, so that points are spent to
/// gain that.
const COMMAND: f64 = 0.05;

/// Value of a squad in Op Fire mode that guards an objective of its side, in figures.
const GUARD: f64 = 0.15;
/// Value that a squad in Op Fire mode loses in the Status Phase because it can't act in the next round, in figures.
const TIED: f64 = 0.1;
/// Value of an officer in a squad of three figures or more, and of a machine-gun crew without other figures. It settles
/// which figures are worth a transfer.
const WELL_MADE: f64 = 0.05;

/// Value of the figures of a squad, in regulars: halfway between their number and their firepower. An officer is worth
/// more, because he rallies and covers the squads of his Location.
fn worth(squad: &Squad) -> f64 {
    let (number, officers) = (f64::from(squad.figures.total()), f64::from(squad.figures.officer));
    (number + f64::from(squad.figures.firepower(squad.side)) + officers) / 2.0
}

/// Fighting value of a squad, in figures.
fn strength_of(squad: &Squad) -> f64 {
    let total = squad.figures.total();
    let figures = worth(squad);
    let led = squad.figures.has_officer() && total >= 3;
    let crew_alone = squad.figures.mg_crew == total;
    let made = if led || crew_alone { WELL_MADE } else { 0.0 };
    match squad.state {
        State::Steady => 0.5 + figures + made,
        State::Pinned => 0.4 + 0.7 * figures,
        State::Disrupted => 0.3 + 0.5 * figures,
    }
}

/// Value of the Op Fire mode of a squad, in figures. Outside the Status Phase it has cost an action already.
fn ready(setting: &Setting, position: &Position, holders: &Held, squad: &Squad) -> f64 {
    if squad.token != Token::OpFire {
        return 0.0;
    }
    let guards = (0..).zip(&setting.objectives).any(|(n, objective): (usize, _)| {
        holders.get(n) == Some(&Some(squad.side))
            && squad.on().is_some_and(|at| setting.distance(at, objective.at) <= 1)
    });
    let guard = if guards { GUARD } else { 0.0 };
    guard - if position.phase == Phase::Status { TIED } else { 0.0 }
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

/// Returns the side that has the initiative next. In the Command Phase this is the side ahead on the initiative card: the
/// initiative is settled only after both sides have spent, so spending would seem useless (TOI-B34).
fn initiative(position: &Position) -> Side {
    let on_card = BySide::new(|side| position.command[side].on_card);
    let ahead = Side::BOTH.into_iter().find(|side| on_card[*side] > on_card[side.other()]);
    ahead.filter(|_| position.phase == Phase::Command).unwrap_or(position.initiative)
}

/// Returns the movement points left to a squad, if it is activated and steady; otherwise 0.
fn can_go(position: &Position, n: usize, squad: &Squad) -> f64 {
    let active = position.active.filter(|active| active.piece.index() == n && squad.state == State::Steady);
    active.map_or(0.0, |active| f64::from(active.mp_left))
}

/// Returns the inputs of the evaluation function for this position.
pub fn terms(setting: &Setting, position: &Position) -> EvalTerms {
    let mut strength = BySide { a: 0.0, b: 0.0 };
    // Control is settled in the Command Phase: until then, squads that stand there count as holding.
    let holders = objectives_held(setting, position);
    for squad in position.squads.iter().filter(|squad| squad.is_alive()) {
        strength[squad.side] += strength_of(squad) + ready(setting, position, &holders, squad);
    }
    let leader = initiative(position);
    for side in Side::BOTH {
        let led = if leader == side { INITIATIVE } else { 0.0 };
        strength[side] += led + COMMAND * f64::from(position.command[side].points);
    }
    let reach = evaluation::reach(&setting.objectives, NEAREST, |n, objective, near| {
        let held = holders.get(n).copied().flatten();
        for (n, squad) in position.squads.iter().enumerate() {
            let Some(hexes) = away(setting, position, squad, objective.at) else { continue };
            let go = if held == Some(squad.side) { 0.0 } else { GO * can_go(position, n, squad) };
            near.add(squad.side, nearness(f64::from(hexes) - go));
        }
    });
    let left = f64::from(setting.rounds.saturating_sub(position.round)) + 1.0;
    // Victory points now, plus those still to come if no objective changes hands.
    let points = |side: Side| {
        let a_round = f64::from(objectives::points(&setting.objectives, &holders, side));
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
    use crate::printed::figures::Figures;
    use crate::printed::words::Figure;
    use crate::state::Tide;
    use crate::state::position::Command;

    /// A squad loses its riflemen before its machine-gun crew, and before its officer. Each step of morale costs something.
    #[test]
    fn crews_and_officers_are_worth_more() {
        let squad = |figures: Figures, state| {
            let (place, token) = (Place::Gone, Token::Fresh);
            strength_of(&Squad { side: Side::B, figures, place, state, token, name: 0 })
        };
        let mixed = Figures { regular: 2, elite: 0, officer: 0, mg_crew: 1 };
        let without = |figure| squad(mixed.without(figure), State::Steady);
        assert!(without(Figure::Regular) > without(Figure::MgCrew));
        let led = Figures { regular: 1, officer: 1, ..Figures::default() };
        assert!(
            squad(led.without(Figure::Regular), State::Steady) > squad(led.without(Figure::Officer), State::Steady)
        );
        let states = [State::Steady, State::Pinned, State::Disrupted].map(|state| squad(mixed, state));
        assert!(states.is_sorted_by(|better, worse| better > worse), "{states:?}");
    }

    /// A side that spends enough for the initiative gets a higher evaluation at once, although the other can still answer.
    #[test]
    fn command_points_are_worth_spending() {
        let text = include_str!("../../../../scenarios/tide/first.toml").to_owned();
        let text = ScenarioText { name: "first.toml".to_owned(), text };
        let (setting, mut position) = referee::set_up::<Tide>(&text).expect("a shipped scenario");
        position.phase = Phase::Command;
        position.initiative = Side::B;
        let mut look = |points, on_card| {
            position.command[Side::A] = Command { points, on_card };
            position.command[Side::B] = Command { points: 1, on_card: 1 };
            terms(&setting, &position).evaluate(Side::A)
        };
        let (kept, level, ahead) = (look(3, 0), look(2, 1), look(1, 2));
        assert!(ahead > kept && kept > level, "{kept} {level} {ahead}");
    }

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
