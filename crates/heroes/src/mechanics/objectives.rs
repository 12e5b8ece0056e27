//! Objectives: which side holds them, and the end of the game (HNL-B18).

use rules::{Piece, Resolver, Side};

use crate::printed::clause::B18;
use crate::printed::counter::Kind;
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::ending::has_units;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// Gives each objective to the only side with shown units in its hex, if one of them can take it.
#[inline]
pub fn settle(resolver: &mut impl Resolver<Heroes>) {
    // Mostly each side is only where it holds the objective already.
    if is_visited(resolver.setting(), resolver.position()) {
        settle_each(resolver);
    }
}

/// Whether a shown unit is in the hex of an objective that its side doesn't hold.
fn is_visited(setting: &Setting, position: &Position) -> bool {
    let units = position.unit_index.at_objective - position.unit_index.hidden;
    units.iter().filter_map(|piece| position.unit(piece)).any(|unit| {
        let objective = unit.at.and_then(|at| setting.spot(at)).map(|spot| usize::from(spot.objective));
        objective.and_then(|objective| position.held.get(objective)).is_some_and(|held| *held != Some(unit.side))
    })
}

#[inline(never)]
fn settle_each(resolver: &mut impl Resolver<Heroes>) {
    for n in 0..resolver.setting().objectives.len() {
        if let Some(side) = taker(resolver.setting(), resolver.position(), n) {
            resolver.change(B18, Change::Holds { objective: n as u8, side });
        }
    }
}

/// Returns the side that takes an objective now; `None` if its holder stays the same.
fn taker(setting: &Setting, position: &Position, objective: usize) -> Option<Side> {
    let (at, held) = (setting.objectives.get(objective)?.at, *position.held.get(objective)?);
    let unit_index = &position.unit_index;
    let sides = unit_index.sides;
    let others = held.map_or(sides.a | sides.b, |side| sides[side.other()]) - unit_index.hidden;
    let mut there = unit_index.in_hex(setting, &position.units, others, at);
    if there.is_empty() {
        return None;
    }
    if let Some(side) = held {
        there = there | unit_index.in_hex(setting, &position.units, sides[side] - unit_index.hidden, at);
    }
    let side = if (there - sides.a).is_empty() { Side::A } else { Side::B };
    let alone = (there - sides[side]).is_empty() && held != Some(side);
    let takes = |piece: Piece| position.unit(piece).is_some_and(can_take);
    (alone && there.iter().any(takes)).then_some(side)
}

/// Whether a unit can take an objective: a squad, half-squad or hero in Good Order.
pub fn can_take(unit: &Unit) -> bool {
    unit.is_good() && unit.counter.kind != Kind::Leader
}

/// Ends the game if a side has no units left. Returns whether it did.
pub fn is_decided(resolver: &mut impl Resolver<Heroes>) -> bool {
    let decided = Side::BOTH.into_iter().any(|side| !has_units(resolver.position(), side)) && B18.is_in_force();
    if decided {
        resolver.change(B18, Change::Phase { now: Phase::Over });
    }
    decided
}
