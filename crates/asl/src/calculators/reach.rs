//! Locations that a unit can reach: in its Movement Phase by its movement factors, or in its Advance Phase (ASL-A4,
//! ASL-A16).

use std::collections::BTreeMap;

use board::LocationId;
use rules::tools::{self, ReachInput};
use rules::{CalculatorOutput, Clause, Piece, PieceSet, Refusal, Side, referee_clauses};
use serde::{Serialize, Serializer};

use crate::calculators::inputs::wrong;
use crate::calculators::reach_below;
use crate::mechanics::advancing::March;
use crate::mechanics::movement::{HASTE, ROAD, can_unit_move, factors_of, keeps_no_gun, may_bear, may_unit_move};
use crate::orders;
use crate::orders::moves::advance::{may_advance, may_set_out};
use crate::orders::moves::go::may_hurry;
use crate::orders::moves::step::{Walk, charge, stride};
use crate::printed::clause::{A4, A5, A14, A16, A21, A46, A56};
use crate::printed::flags::Flag;
use crate::printed::terrain::{MF, factors};
use crate::printed::words::{Pace, Phase};
use crate::state::position::Moving;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Movement factors, counted in halves. Written as a number, such as `2` or `1.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Factors(pub u8);

impl Serialize for Factors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(MF) {
            serializer.serialize_u8(self.0 / MF)
        } else {
            serializer.serialize_f64(f64::from(self.0) / f64::from(MF))
        }
    }
}

pub type ReachAnswer = tools::ReachAnswer<Factors>;
pub type Reached = tools::Reached<Factors>;

/// A unit that moves, and the eyes that judge its moves: those of the seat, or for an enemy of it the public ones.
#[derive(Clone, Copy)]
pub struct Mover<'a> {
    pub eyes: AslEyes<'a>,
    pub side: Side,
    pub piece: Piece,
    pub unit: &'a Unit,
    pub at: LocationId,
}

impl Mover<'_> {
    pub fn units(&self) -> PieceSet {
        PieceSet::EMPTY.with(self.piece)
    }
}

/// Returns the Locations that a unit can reach in this phase or, if it can't move in it, in its next Movement Phase.
///
/// # Errors
///
/// - The seat doesn't see the piece.
/// - The piece is not on the board.
pub fn answer(eyes: AslEyes<'_>, input: &ReachInput) -> Result<CalculatorOutput, Refusal> {
    let piece = input.unit;
    let unit = eyes.unit(piece).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown piece"))?;
    let at = unit.at.ok_or_else(|| wrong("unit: expected a piece on the board"))?;
    let side = unit.side;
    // What only this seat knows, the enemy doesn't, and it bars no way of his.
    let eyes = if eyes.seat() == side.seat() { eyes } else { eyes.public() };
    let mover = Mover { eyes, side, piece, unit, at };
    let answer = match eyes.phase() {
        Phase::DefensiveFire | Phase::AdvancingFire | Phase::Rout | Phase::Advance if eyes.attacker() == side => {
            advance(mover)
        }
        Phase::Rally | Phase::PrepFire | Phase::Movement if eyes.attacker() == side => movement(mover, true),
        _ => movement(mover, false),
    };
    answer.output(|at| eyes.setting().words(at))
}

/// Returns a refusal as a sentence.
pub fn sentence(refusal: &Refusal) -> String {
    let mut letters = refusal.why.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// Returns the reach in a Movement Phase: in this one, or in the next as the unit is now.
fn movement(mover: Mover<'_>, now: bool) -> ReachAnswer {
    let Mover { eyes, side, piece, unit, at } = mover;
    if let Some(moving) = eyes.moving().filter(|moving| now && moving.units.has(piece)) {
        return under_way(mover, moving);
    }
    let all = factors_of(eyes, mover.units(), Pace::Normal);
    let mut answer = ReachAnswer::new(piece, Some(Factors(all)));
    let able = if now { may_unit_move(eyes, side, piece) } else { can_unit_move(eyes, side, piece) };
    let able = able.and_then(|_| keeps_no_gun(eyes, piece)).and_then(|()| may_bear(eyes, piece));
    if let Err(refusal) = able {
        answer.budget = Some(Factors(0));
        match refused(unit) {
            Some((clause, words)) => answer.say(clause, words),
            None => answer.say(refusal.clause, sentence(&refusal)),
        }
        return answer;
    }
    if !now {
        answer.remark("In its next Movement Phase, as it is now.");
    }
    allowance(mover, all, &mut answer);
    if !eyes.setting().is_below(at) {
        let moving = Moving { stepped: false, on_road: true, ..Moving::begun(mover.units(), Pace::Normal, all) };
        walk(mover, Walk { moving, from: at, parted: false }, &mut answer);
    }
    // Below, the checks of a move are those of the present one: they know no later phase, in which markers are gone.
    if now || may_unit_move(eyes, side, piece).is_ok() {
        reach_below::movement(mover, all, &mut answer);
    } else {
        answer.remark("Ways below ground are not listed while it has markers of this turn.");
    }
    answer
}

/// Returns how a unit moves that is not in Good Order, with the clause.
fn refused(unit: &Unit) -> Option<(Clause, &'static str)> {
    if unit.is(Flag::Berserk) {
        return Some((
            A46,
            "It is berserk: it charges the nearest enemy that it knows and sees, and goes nowhere else.",
        ));
    }
    unit.is(Flag::Broken).then_some((A14, "It is broken: it moves only by routing, in the Rout Phase."))
}

/// Says how far a unit can move, and what could change that.
fn allowance(mover: Mover<'_>, all: u8, answer: &mut ReachAnswer) {
    let Mover { eyes, piece, unit, .. } = mover;
    answer.say(A4, format!("It has {} MF.", factors(all)));
    if eyes.load(piece) > unit.ipc() {
        answer.say(A5, "What it carries beyond its capacity is taken off, 1 MF for each PP.");
    }
    if unit.kind.is_mmc() {
        answer.say(A4, format!("A leader who moves with it all the way gives it {} MF more.", factors(HASTE)));
    }
    if may_hurry(unit).is_ok() {
        answer.say(A4, format!("Double Time gives it {} MF more, and makes it CX.", factors(HASTE)));
    }
}

/// Returns the reach of units that are moving, all together. Others may not know what they have left.
fn under_way(mover: Mover<'_>, moving: Moving) -> ReachAnswer {
    let Mover { eyes, side, piece, .. } = mover;
    if eyes.seat() != side.seat() {
        let mut answer = ReachAnswer::new(piece, None);
        answer.say(A4, "It is moving, and only its own side knows how many MF it has left.");
        return answer;
    }
    let mut answer = ReachAnswer::new(piece, Some(Factors(moving.mf_left)));
    answer.say(A4, format!("On this move it has {} MF left.", factors(moving.mf_left)));
    if let Some(from) = eyes.moving_at() {
        walk(mover, Walk { moving, from, parted: false }, &mut answer);
    }
    answer
}

/// A way to a Location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// Whether it takes a Minimum Move.
    minimum: bool,
    /// Half movement factors it costs.
    cost: u8,
}

/// Adds the Locations that units can move to, by the check of each step.
fn walk(mover: Mover<'_>, start: Walk, answer: &mut ReachAnswer) {
    let Mover { eyes, side, .. } = mover;
    let setting = eyes.setting();
    let leads = charge(eyes, side).filter(|_| start.moving.pace == Pace::Berserk);
    let mut found: BTreeMap<LocationId, Way> = BTreeMap::new();
    // What the units have left on arrival, and whether the bonus of the road too: more of neither is better.
    let mut arrivals: BTreeMap<LocationId, Vec<(u8, bool)>> = BTreeMap::new();
    let mut open = vec![(start, 0u8)];
    while let Some((walk, spent)) = open.pop() {
        for edge in setting.edges(walk.from) {
            let to = edge.to;
            let charges = || leads.as_ref().is_some_and(|ways| ways.contains(&to));
            let Ok(step) = stride(eyes, side, walk, orders::Step { to, careful: false }, charges) else { continue };
            let way = Way { minimum: step.minimum, cost: spent.saturating_add(step.all) };
            let best = found.entry(to).or_insert(way);
            *best = way.min(*best);
            let (left, on_road) = (step.left, step.on_road);
            let known = arrivals.entry(to).or_default();
            let better = known.iter().any(|(more, road)| *more >= left && (*road || !on_road));
            if better || step.minimum || leads.is_some() || eyes.is_unknown_at(side.other(), to) {
                continue;
            }
            known.push((left, on_road));
            let moving = Moving { mf_left: left, on_road, stepped: true, spent: step.all, ..walk.moving };
            let parted = walk.parted || !setting.are_one(start.from, to);
            open.push((Walk { moving, from: to, parted }, way.cost));
        }
    }
    found.remove(&start.from);
    list(mover, start.moving.mf_left, &found, answer);
}

/// Lists Locations with what the way to each costs.
fn list(mover: Mover<'_>, all: u8, found: &BTreeMap<LocationId, Way>, answer: &mut ReachAnswer) {
    let Mover { eyes, side, .. } = mover;
    let unknown = |at: LocationId| eyes.is_unknown_at(side.other(), at);
    for (&at, &Way { minimum, cost }) in found {
        let cost = if minimum { all } else { cost };
        let mut words = format!("{} MF", factors(cost));
        if minimum {
            words = format!("Minimum Move, all {} MF", factors(all));
        }
        if unknown(at) {
            words.push_str(", into a \"?\"");
        }
        answer.places.push(Reached { at, cost: Factors(cost), words });
    }
    if found.values().any(|way| way.minimum) {
        answer.say(A4, "A Minimum Move takes all its MF, and leaves it pinned and CX.");
    }
    if found.values().any(|way| !way.minimum && way.cost > all) {
        answer.say(A21, format!("Moving along roads only gives it {} MF more.", factors(ROAD)));
    }
    if found.keys().any(|at| unknown(*at)) {
        answer.say(A56, "A unit under a \"?\" bars the way. Dummies don't.");
    }
}

/// Returns the reach in an Advance Phase.
fn advance(mover: Mover<'_>) -> ReachAnswer {
    let Mover { eyes, side, piece, at, .. } = mover;
    let (units, setting) = (mover.units(), eyes.setting());
    let mut answer = ReachAnswer::new(piece, None);
    if setting.is_below(at) {
        reach_below::advance(mover, &mut answer);
        return answer;
    }
    if let Err(refusal) = may_set_out(eyes, side, units) {
        answer.say(refusal.clause, sentence(&refusal));
        return answer;
    }
    answer.say(A16, "In the Advance Phase it can go one hex or one level, also among enemies.");
    let mut tires = false;
    for way in setting.advances(at).iter().filter(|way| may_advance(eyes, side, units, way.to).is_ok()) {
        if answer.places.iter().any(|place| place.at == way.to) {
            continue;
        }
        let march = March { eyes, side, units, way };
        let (cost, hard) = (march.cost(eyes), march.is_difficult(piece));
        tires |= hard;
        let words = format!("{} MF{}", factors(cost), if hard { ", and CX" } else { "" });
        answer.places.push(Reached { at: way.to, cost: Factors(cost), words });
    }
    if tires {
        answer.say(A16, "An advance for 4 MF or all its MF makes it CX.");
    }
    answer
}
