//! A leader or hero, and all who are stacked with him, go through the sewers or tunnels (SEW-11 to SEW-23, TUN-11 to TUN-23).

use board::LocationId;
use rules::{Audience, Group, Piece, Refusal, Side, Turn};

use crate::mechanics::underground::{may_carry, passes, route};
use crate::mechanics::{hidden, stack};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::B6;
use crate::printed::words::{Activity, Below, Pace};
use crate::setting::below;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Who goes with a leader or hero: every unit of his Location in Good Order that has not acted (SEW-20, TUN-20).
#[must_use]
pub fn stack_of(eyes: HeroesEyes<'_>, side: Side, leader: Piece, at: LocationId, catalogue: Catalogue) -> Group {
    if !catalogue.stack().is_in_force() {
        return Group::EMPTY.with(leader);
    }
    let fit = |unit: &Unit| unit.is_good() && unit.activity == Activity::Fresh;
    eyes.at(side, at).filter(|(_, unit)| fit(unit)).map(|(piece, _)| piece).collect()
}

/// Whether a leader or hero can be the head of a move below at all, wherever it leads.
///
/// # Errors
/// The refusal with its clause.
pub fn may_begin(eyes: HeroesEyes<'_>, side: Side, leader: Piece, catalogue: Catalogue) -> Result<Group, Refusal> {
    let (unit, at) = eyes.own(side, leader)?;
    catalogue.squads().forbids(!unit.counter.kind.is_single(), "a squad goes below only with a leader or hero")?;
    catalogue.good_order().forbids(!unit.is_good(), "a Shaken unit does not go below but to rout")?;
    catalogue.good_order().forbids(eyes.in_melee(side, leader, at), "a unit in melee does not go below")?;
    let acted = unit.activity != Activity::Fresh || eyes.impulse().is_some();
    catalogue.impulse().forbids(acted, "going below is a whole impulse")?;
    catalogue.card().forbids(!unit.counter.sewer_rat, "he has no Sewer Rat card")?;
    let units = stack_of(eyes, side, leader, at, catalogue);
    are_granted(eyes, units, catalogue)?;
    for unit in units.iter().filter_map(|piece| eyes.unit(piece)) {
        may_carry(catalogue, unit)?;
    }
    Ok(units)
}

/// Whether all of some units are granted movement in sewers, or in tunnels (SEW-17, TUN-17).
fn are_granted(eyes: HeroesEyes<'_>, units: Group, catalogue: Catalogue) -> Result<(), Refusal> {
    let all = units.iter().filter_map(|piece| eyes.unit(piece)).all(|unit| unit.counter.may_use(catalogue.kind()));
    let (sewers, tunnels) =
        ("a unit of the stack is not granted sewer movement", "a unit of the stack is not granted tunnel movement");
    catalogue.granted().forbids(!all, if catalogue == Catalogue::Sewers { sewers } else { tunnels })
}

/// Whether a leader or hero, with all who are stacked with him, can go below to another entrance; who goes.
///
/// # Errors
/// The refusal with its clause.
pub fn may_go(eyes: HeroesEyes<'_>, side: Side, leader: Piece, to: LocationId) -> Result<Group, Refusal> {
    let (_, from) = eyes.own(side, leader)?;
    eyes.spot(to)?;
    let units = may_begin(eyes, side, leader, below::catalogue(eyes.setting(), from, to))?;
    let route = route(eyes, from, to, Catalogue::led)?;
    passes(eyes, &route, route.catalogue.led())?;
    are_granted(eyes, units, Catalogue::of(route.to.1.kind))?;
    stack::has_room(eyes, side, to, units)?;
    Ok(units)
}

/// Where a leader or hero can go below to.
pub fn goals(eyes: HeroesEyes<'_>, side: Side, leader: Piece, at: LocationId) -> impl Iterator<Item = LocationId> {
    below::exits(eyes.setting(), at).filter(move |to| may_go(eyes, side, leader, *to).is_ok())
}

/// Goes below: the whole impulse of the stack, seen by nobody on the way; then melee with whoever is there.
pub fn go(turn: &mut impl Turn<Heroes>, side: Side, leader: Piece, to: LocationId) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let Some(from) = eyes.unit(leader).and_then(|unit| unit.at) else { return };
    let catalogue = below::catalogue(turn.setting(), from, to);
    let units = stack_of(eyes, side, leader, from, catalogue);
    hidden::come_out(turn, units);
    turn.report(catalogue.destination(), Audience::All, Report::WentBelow { units, from, to });
    for unit in units.iter() {
        turn.change(catalogue.impulse(), Change::Activity { unit, now: Activity::Moved });
        turn.change(catalogue.beneath(), Change::Placed { unit, at: to });
    }
    hidden::spot(turn);
    if catalogue.melee().is_in_force() {
        turn.push(Step::Arrival { at: to, kind: Below::of(catalogue) });
    }
    // Were the move open to Opportunity Fire, it would be answered where it ends.
    if !catalogue.impulse().is_in_force() {
        let pace = Pace::Normal;
        turn.change(B6, Change::Moving { units, pace, mf_left: 0, stepped: true });
        turn.push(Step::CarryOn);
        turn.push(Step::Watch);
    }
}
