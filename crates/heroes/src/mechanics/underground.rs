//! The sewers and tunnels: the rules of both lists (SEW-1 to SEW-29, TUN-1 to TUN-29).
//!
//! An entrance hex has two places to be: the ground, and the Location inside. A move below goes from the one or the other
//! to the Location inside another entrance.

use board::LocationId;
use rules::{Audience, Clause, Group, Piece, Refusal, Side, Turn};

use crate::mechanics::{hidden, melee, stack};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B6, T1};
use crate::printed::counter::Weapon;
use crate::printed::words::{Activity, Below, Pace};
use crate::setting::{Entrance, Passage, Spot, below};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Whether Rubble and Blaze leave the entrance of a hex open (SEW-28, TUN-28).
///
/// # Errors
/// When one of them covers it.
#[inline]
pub fn is_open(eyes: HeroesEyes<'_>, catalogue: Catalogue, spot: &Spot) -> Result<(), Refusal> {
    let [first, _] = spot.entrances;
    let rubble = eyes.setting().entrances.get(usize::from(first)).is_some_and(|entrance| entrance.rubble);
    catalogue.closed().forbids(rubble, "Rubble covers the entrance")?;
    catalogue.closed().forbids(eyes.burns(spot), "a Blaze covers the entrance")
}

/// Two entrances, and which list speaks of the way between them.
struct Route<'a> {
    catalogue: Catalogue,
    from: (u8, &'a Entrance),
    to: (u8, &'a Entrance),
}

/// The way below from a Location to another one inside an entrance.
fn route(
    eyes: HeroesEyes<'_>,
    from: LocationId,
    to: LocationId,
    begins: fn(Catalogue) -> Clause,
) -> Result<Route<'_>, Refusal> {
    let setting = eyes.setting();
    let catalogue = below::catalogue(setting, from, to);
    let there = eyes.spot(to)?;
    let closed = [from, to].into_iter().any(|at| setting.is_passed_under(at));
    T1.forbids(closed, "a tunnel is closed between its ends")?;
    let Some(start) = below::start(setting, from, to) else {
        return Err(Refusal::new(begins(catalogue), "the way below begins in a hex with an entrance"));
    };
    catalogue.separate().forbids(setting.same_hex(from, to), "start and destination are two entrances")?;
    let why = "the way below ends in the Location inside an entrance";
    let Some(end) = setting.entrance(to) else {
        return Err(Refusal::new(catalogue.destination(), why));
    };
    catalogue.destination().forbids(there.inside.is_none(), why)?;
    Ok(Route { catalogue, from: start, to: end })
}

/// Whether what lies between the two ends lets anybody through.
fn passes(eyes: HeroesEyes<'_>, route: &Route<'_>, range: Clause) -> Result<(), Refusal> {
    let (catalogue, setting) = (route.catalogue, eyes.setting());
    for entrance in [route.from.1, route.to.1] {
        is_open(eyes, Catalogue::of(entrance.kind), eyes.spot(entrance.ground)?)?;
    }
    if route.from.1.kind != route.to.1.kind && !catalogue.interconnect().is_in_force() {
        return Err(Refusal::new(catalogue.interconnect(), "sewers and tunnels are not connected"));
    }
    match setting.passage(route.from.0, route.to.0) {
        Passage::Open => Ok(()),
        Passage::Same => catalogue.separate().forbids(true, "start and destination are two entrances"),
        Passage::TooFar => range.forbids(true, "this is too far to go below"),
        Passage::Unconnected => catalogue.connected().forbids(true, "nothing connects the two entrances"),
        Passage::UnderWater => catalogue.water().forbids(true, "every way leads beneath a Water Obstacle"),
    }
}

/// Whether a unit can carry its weapon below (SEW-23, TUN-23).
///
/// # Errors
/// When it is too heavy, or a Gun.
pub fn may_carry(catalogue: Catalogue, unit: &Unit) -> Result<(), Refusal> {
    may_bear(catalogue, unit, unit.counter.weapon)
}

/// Whether a unit below can carry a weapon (SEW-23, TUN-23).
///
/// # Errors
/// When it is too heavy, or a Gun.
pub fn may_bear(catalogue: Catalogue, unit: &Unit, weapon: Weapon) -> Result<(), Refusal> {
    let (_, _, portage) = weapon.values();
    catalogue.portage().forbids(weapon == Weapon::Gun, "a Gun cannot be pushed through there")?;
    let over = portage > unit.counter.kind.ipc(unit.wounded);
    catalogue.portage().forbids(over, "a unit carries more than its IPC")
}

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

/// Whether the public facts allow that a Shaken unit routs below: an open entrance is in its hex, and from there a way
/// leads to another that is open. Who stands there may be a secret of either side, so it does not matter here.
#[must_use]
pub fn could_rout(eyes: HeroesEyes<'_>, from: LocationId) -> bool {
    let setting = eyes.setting();
    below::exits(setting, from).any(|to| {
        let route = route(eyes, from, to, Catalogue::rout);
        route.is_ok_and(|route| passes(eyes, &route, route.catalogue.rout()).is_ok())
    })
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

/// Whoever comes up among the enemy fights at once (SEW-21, TUN-21).
pub fn arrive(turn: &mut impl Turn<Heroes>, at: LocationId, kind: Below) {
    melee::fight(turn, Catalogue::of(kind.kind()).melee(), at);
}

/// Whether a Shaken unit can rout below to another entrance (SEW-24, SEW-26 and their like).
///
/// # Errors
/// The refusal with its clause.
pub fn may_rout(eyes: HeroesEyes<'_>, side: Side, unit: Piece, to: LocationId) -> Result<(), Refusal> {
    let (counter, from) = eyes.own(side, unit)?;
    let route = route(eyes, from, to, Catalogue::rout)?;
    let catalogue = route.catalogue;
    let rout = catalogue.rout();
    if !rout.is_in_force() {
        return Err(Refusal::new(rout, "nobody routs through there"));
    }
    passes(eyes, &route, rout)?;
    may_carry(catalogue, counter)?;
    stack::has_room(eyes, side, to, Group::EMPTY.with(unit))?;
    rout.forbids(eyes.holds(side.other(), to), "the enemy holds the way out")?;
    rout.forbids(eyes.barred().contains(&route.to.1.ground), "the way out is barred")?;
    let setting = eyes.setting();
    for (_, enemy, at) in eyes.units_of(side.other()).filter(|(_, enemy, _)| enemy.counter.is_armed()) {
        let (before, after) = (setting.distance(from, at), setting.distance(to, at));
        catalogue.known().forbids(after < before, "it would come up closer to a Known enemy")?;
        catalogue.known().forbids(after <= 1 && enemy.is_good(), "it would come up next to a Known enemy")?;
    }
    Ok(())
}

/// A routing unit comes up elsewhere.
pub fn rout(turn: &mut impl Turn<Heroes>, unit: Piece, to: LocationId) {
    let Some(from) = turn.position().unit(unit).and_then(|unit| unit.at) else { return };
    let catalogue = below::catalogue(turn.setting(), from, to);
    if !catalogue.immune().is_in_force() {
        crate::mechanics::rout::interdict(turn, unit, from);
    }
    turn.report(catalogue.rout(), Audience::All, Report::Routs { unit, to });
    turn.change(catalogue.rout(), Change::Placed { unit, at: to });
}
