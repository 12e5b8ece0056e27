//! Reach calculator: Locations that a squad can reach in one activation, and the movement points that they cost
//! (TOI-B19, TOI-S12).

use std::collections::BTreeSet;

use board::LocationId;
use rules::speech::{counted, listed};
use rules::tools::{REACH as INFO, ReachAnswer, ReachInput, Reached};
use rules::{Calculate, Calculator, GameText, Piece, Refusal, referee_clauses};

use crate::mechanics::sewer::{empty_cards, in_range};
use crate::mechanics::standing::has_room;
use crate::printed::clause::{B4, B14, B19, B23, S2, S8, S12};
use crate::printed::tables::GO_BELOW;
use crate::printed::words::{Action, SOVIET, State, Token};
use crate::state::Tide;
use crate::state::squad::Squad;
use crate::view::eyes::TideEyes;

pub const REACH: Calculator<Tide> = Calculator {
    info: INFO,
    calculate: Calculate::InGame(|eyes, info, input| {
        reach(eyes, info.read(input)?)?.output(|at| Tide::place_words(eyes.setting(), at))
    }),
};

/// Returns the Locations within reach of a squad in its activation: the one under way, or its next.
///
/// # Errors
/// If the seat doesn't see the squad.
pub fn reach(eyes: TideEyes<'_>, ReachInput { unit }: ReachInput) -> Result<ReachAnswer, Refusal> {
    let Some(squad) = eyes.squad(unit) else {
        return Err(Refusal::new(referee_clauses::NAMES, "unknown squad"));
    };
    let label = |at: LocationId| eyes.setting().board.location(at).label.as_str();
    if squad.state != State::Steady {
        let mut answer = ReachAnswer::new(unit, Some(0));
        answer.say(B23, "A pinned or disrupted squad can't move.");
        return Ok(answer);
    }
    let (budget, starts) = starts(eyes, unit, squad);
    let mut answer = ReachAnswer::new(unit, Some(budget.into()));
    limits(eyes, &mut answer, squad, budget);
    let costs = walk(eyes, squad, &starts, budget);
    let ground = |at: &LocationId| eyes.setting().spot(*at).is_some_and(|spot| spot.sewer && spot.level == 0);
    let mut ways_down = Vec::new();
    for (n, cost) in costs.into_iter().enumerate() {
        let (at, Some(cost)) = (LocationId(n as u16), cost) else { continue };
        if squad.on() != Some(at) {
            let words = counted(cost, "movement point", "movement points");
            answer.places.push(Reached { at, cost: cost.into(), words });
        }
        if ground(&at) && cost + GO_BELOW <= budget {
            ways_down.push(label(at).to_owned());
        }
    }
    // A squad that comes up gives its card back.
    let card = squad.below().is_some() || empty_cards(eyes).next().is_some();
    // An Assault never leads below.
    let assault = eyes.active().is_some_and(|active| active.piece == unit && active.action == Action::Assault);
    if squad.side == SOVIET && !ways_down.is_empty() && card && !assault {
        let points = counted(GO_BELOW, "movement point", "movement points");
        answer.say(S2, format!("For {points} more, the squad can go below in {}.", listed(&ways_down)));
    }
    answer.say(B14, "Op Fire on the way is not considered.");
    Ok(answer)
}

/// Returns the movement points of the squad, and the Locations where its move can start. Below, these are the hexes
/// where it can come up.
fn starts(eyes: TideEyes<'_>, unit: Piece, squad: &Squad) -> (u8, Vec<LocationId>) {
    let whole = squad.figures.movement();
    if let Some(at) = squad.on() {
        // A squad that has come up still takes a normal action.
        let active = eyes.active().filter(|active| active.piece == unit && active.action != Action::Emerge);
        return (active.map_or(whole, |active| active.mp_left), vec![at]);
    }
    let Some(sheet) = squad.below().and_then(|card| eyes.sheet(card)) else { return (whole, Vec::new()) };
    let tokens = eyes.setting().tokens.iter().copied();
    let open = |at: &LocationId| in_range(eyes.setting(), sheet, *at) && has_room(eyes, squad.side, *at).is_ok();
    (whole, tokens.filter(open).collect())
}

/// Adds what limits the move: the points, and an activation that comes only later.
fn limits(eyes: TideEyes<'_>, answer: &mut ReachAnswer, squad: &Squad, budget: u8) {
    let active = eyes.active().filter(|active| active.piece == answer.unit);
    let points = counted(budget, "movement point", "movement points");
    let left = if active.is_some() && squad.on().is_some() { " left" } else { "" };
    answer.say(B19, format!("The squad has {points}{left}."));
    let fatigued = squad.below().and_then(|card| eyes.sheet(card)).is_some_and(|sheet| sheet.fatigued);
    if squad.below().is_some() {
        answer.say(S12, "The squad comes up within its exit range, at no cost, and can move on.");
    }
    if fatigued {
        answer.say(S8, "The squad is fatigued: this is its move in the next round.");
    } else if squad.on().is_some() && squad.token != Token::Fresh && active.is_none() {
        answer.say(B4, "The squad is not fresh: this is its move in the next round.");
    }
    if active.is_some_and(|active| active.action == Action::Assault) {
        answer.remark("An assault on a squad next to it can follow.");
    }
}

/// Returns the lowest cost of each Location from the nearest start. Enemies and full Locations are never entered
/// (TOI-B18).
fn walk(eyes: TideEyes<'_>, squad: &Squad, starts: &[LocationId], budget: u8) -> Vec<Option<u8>> {
    let setting = eyes.setting();
    let mut best: Vec<Option<u8>> = vec![None; setting.spots.len()];
    let mut open = BTreeSet::new();
    for start in starts {
        if let Some(slot) = best.get_mut(start.index()) {
            *slot = Some(0);
            open.insert((0, *start));
        }
    }
    while let Some((cost, here)) = open.pop_first() {
        for edge in setting.spot(here).into_iter().flat_map(|spot| &spot.edges) {
            let next = cost + edge.cost;
            let Some(slot) = best.get_mut(edge.to.index()) else { continue };
            if next <= budget && slot.is_none_or(|known| next < known) && has_room(eyes, squad.side, edge.to).is_ok() {
                *slot = Some(next);
                open.insert((next, edge.to));
            }
        }
    }
    best
}
