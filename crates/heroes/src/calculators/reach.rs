//! Reach calculator: Locations that a unit can reach in one impulse, and the movement points that they cost (HNL-B6,
//! SEW-12, TUN-12).

use std::collections::BTreeSet;

use board::LocationId;
use rules::speech::counted;
use rules::tools::{REACH as INFO, ReachAnswer, ReachInput, Reached};
use rules::{Calculate, Calculator, Clause, GameText, Piece, PieceSet, Refusal, Side, referee_clauses};

use crate::orders::moving::may_unit_move;
use crate::orders::step::may_step;
use crate::orders::underground::{may_go, stack_of};
use crate::printed::clause::{B4, B6, B7, B11, B22, B23, B25, B30};
use crate::printed::tables::DOUBLE_TIME;
use crate::printed::words::{Activity, Pace};
use crate::setting::below;
use crate::state::Heroes;
use crate::state::position::Moving;
use crate::view::HeroesEyes;

pub const REACH: Calculator<Heroes> = Calculator {
    info: INFO,
    calculate: Calculate::InGame(|eyes, info, input| {
        reach(eyes, info.read(input)?)?.output(|at| Heroes::place_words(eyes.setting(), at))
    }),
};

/// Returns the Locations within reach of a unit: in the movement under way, or in its next at the normal pace.
///
/// # Errors
/// If the seat doesn't see the unit.
pub fn reach(eyes: HeroesEyes<'_>, ReachInput { unit: piece }: ReachInput) -> Result<ReachAnswer, Refusal> {
    let found = eyes.unit(piece).and_then(|unit| Some((unit, unit.at?)));
    let Some((unit, from)) = found else {
        return Err(Refusal::new(referee_clauses::NAMES, "unknown unit"));
    };
    let side = unit.side;
    let alone = PieceSet::EMPTY.with(piece);
    let under_way = eyes.moving().filter(|moving| moving.units.has(piece));
    let begin = || {
        let shaken = if unit.is_good() { PieceSet::EMPTY } else { alone };
        Moving { units: alone, pace: Pace::Normal, mf_left: unit.points(), stepped: false, shaken }
    };
    let moving = under_way.unwrap_or_else(begin);
    let mut answer = ReachAnswer::new(piece, Some(moving.mf_left.into()));
    let left = if under_way.is_some() { " left" } else { "" };
    let points = counted(moving.mf_left, "movement point", "movement points");
    let refusal = if under_way.is_some() { None } else { may_unit_move(eyes, side, piece).err() };
    if let Some(Refusal { clause, why }) = refusal {
        answer.say(clause, format!("The unit can't move now: {why}."));
        if clause != B4 && clause != B23 {
            answer.budget = Some(0);
            return Ok(answer);
        }
        answer.say(B6, format!("In its next move, it has {points}."));
    } else {
        answer.say(B6, format!("The unit has {points}{left}."));
    }
    if !moving.shaken.is_empty() {
        answer.say(B30, "Shaken units never come closer to an enemy in their line of sight.");
    } else if under_way.is_none() {
        answer.say(B25, format!("At double time, with a leader, units have {DOUBLE_TIME} more."));
    }
    let walk = walk(eyes, side, moving, from);
    for (n, spent) in walk.spent.iter().enumerate() {
        let (at, Some(spent)) = (LocationId(n as u16), spent) else { continue };
        if at != from {
            // The first step, and one into an entrance, may cost more than the unit has.
            let cost = u16::from(*spent.min(&moving.mf_left));
            answer.places.push(Reached { at, cost, words: counted(cost, "movement point", "movement points") });
        }
    }
    for (clause, words) in walk.ends {
        answer.say(clause, words);
    }
    if under_way.is_none() {
        go_below(eyes, &mut answer, side, from);
    }
    answer.say(B7, "Opportunity Fire on the way is not considered.");
    Ok(answer)
}

/// The result of a search for ways.
struct Walked {
    /// By Location: the fewest movement points spent on the way; `None` if it is out of reach.
    spent: Vec<Option<u8>>,
    /// What ends a movement early, with its clause.
    ends: BTreeSet<(Clause, &'static str)>,
}

/// Finds the cheapest ways of moving units, as far as the seat sees (HNL-B6). Wire and enemies end a movement.
fn walk(eyes: HeroesEyes<'_>, side: Side, moving: Moving, from: LocationId) -> Walked {
    let mut walked = Walked { spent: vec![None; eyes.setting().spots.len()], ends: BTreeSet::new() };
    let mut open = BTreeSet::from([(0, from)]);
    if let Some(slot) = walked.spent.get_mut(from.index()) {
        *slot = Some(0);
    }
    while let Some((spent, here)) = open.pop_first() {
        let Some(spot) = eyes.setting().spot(here) else { continue };
        let (mf_left, stepped) = (moving.mf_left.saturating_sub(spent), moving.stepped || here != from);
        let ended = here != from && ends(eyes, side, here, &mut walked.ends);
        if ended || (mf_left == 0 && stepped) {
            continue;
        }
        for edge in &spot.edges {
            let step = Moving { mf_left, stepped, ..moving };
            let Ok(cost) = may_step(eyes, side, step, here, edge.to) else { continue };
            let next = spent.saturating_add(cost);
            if let Some(slot) = walked.spent.get_mut(edge.to.index())
                && slot.is_none_or(|known| next < known)
            {
                *slot = Some(next);
                open.insert((next, edge.to));
            }
        }
    }
    walked
}

/// Whether a movement ends in a Location, and why: wire, or an enemy that the seat sees there (HNL-B11, HNL-B22).
fn ends(eyes: HeroesEyes<'_>, side: Side, at: LocationId, reasons: &mut BTreeSet<(Clause, &'static str)>) -> bool {
    let wire = eyes.setting().spot(at).is_some_and(|spot| spot.wire) && B22.is_in_force();
    let enemy = eyes.fighters(side.other(), at).next().is_some();
    if wire {
        reasons.insert((B22, "Wire ends the movement."));
    }
    if enemy {
        reasons.insert((B11, "A step into a Location with an enemy ends in melee there."));
    }
    wire || enemy
}

/// Adds the Locations where the unit could go below ground in one impulse, with a leader or hero in its Location.
fn go_below(eyes: HeroesEyes<'_>, answer: &mut ReachAnswer, side: Side, from: LocationId) {
    let setting = eyes.setting();
    let acted = eyes.impulse().is_some() || eyes.unit(answer.unit).is_some_and(|unit| unit.activity != Activity::Fresh);
    if acted {
        if let Some(to) = below::exits(setting, from).next() {
            let clause = below::catalogue(setting, from, to).impulse();
            answer.say(clause, "Ways below ground are counted only before a unit acts, between impulses.");
        }
        return;
    }
    let leads = |leader: Piece, to: LocationId| {
        let stack = stack_of(eyes, side, leader, from, below::catalogue(setting, from, to));
        stack.has(answer.unit) && may_go(eyes, side, leader, to).is_ok()
    };
    let reached = |to: &LocationId| eyes.at(side, from).any(|(leader, _)| leads(leader, *to));
    let exits: Vec<LocationId> = below::exits(setting, from).filter(reached).collect();
    let Some(first) = exits.first() else { return };
    let clause = below::catalogue(setting, from, *first).led();
    let places: Vec<String> = exits.iter().map(|at| Heroes::place_words(setting, *at)).collect();
    answer.say(clause, format!("In a whole impulse below ground, its stack can go to {}.", places.join("; ")));
    let cost = answer.budget.unwrap_or(0);
    for at in exits.into_iter().filter(|at| answer.places.iter().all(|place| place.at != *at)).collect::<Vec<_>>() {
        answer.places.push(Reached { at, cost, words: "a whole impulse below ground".to_owned() });
    }
}
