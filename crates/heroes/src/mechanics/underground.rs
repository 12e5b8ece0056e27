//! Moves and routs through sewers and tunnels (SEW-1 to SEW-29, TUN-1 to TUN-29).
//!
//! An entrance hex has two places for units: the ground, and the Location inside. A move below ground leads from either
//! of them to the Location inside another entrance.

use board::LocationId;
use rules::{Clause, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::entrances::is_open;
use crate::mechanics::{melee, stack};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::T1;
use crate::printed::counter::Weapon;
use crate::printed::words::Below;
use crate::setting::{Entrance, Passage, below};
use crate::state::Heroes;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

const ONE_HEX: &str = "units can't come out in the hex where they go in";

/// A pair of entrances with the clauses that apply between them.
pub struct Route<'a> {
    pub catalogue: Catalogue,
    /// The entrance where it starts, with its index.
    pub from: (u8, &'a Entrance),
    /// The entrance where it ends, with its index.
    pub to: (u8, &'a Entrance),
}

/// Returns the route from a Location to a Location inside another entrance. `begins` selects the clause to cite if
/// there is no entrance at the start.
pub fn route(
    eyes: HeroesEyes<'_>,
    from: LocationId,
    to: LocationId,
    begins: fn(Catalogue) -> Clause,
) -> Result<Route<'_>, Refusal> {
    let setting = eyes.setting();
    let start = below::start(setting, from, to);
    let catalogue = below::catalogue_from(setting, start, to);
    let there = eyes.spot(to)?;
    let closed = [from, to].into_iter().any(|at| setting.is_passed_under(at));
    T1.forbids(closed, "units can't enter or leave a tunnel between its ends")?;
    let Some(start) = start else {
        return Err(Refusal::new(begins(catalogue), "units can go below ground only from an entrance hex"));
    };
    catalogue.separate().forbids(setting.same_hex(from, to), ONE_HEX)?;
    let why = "units below ground can go only to a Sewer or Tunnel Location";
    let Some(end) = setting.entrance(to) else {
        return Err(Refusal::new(catalogue.destination(), why));
    };
    catalogue.destination().forbids(there.inside.is_none(), why)?;
    Ok(Route { catalogue, from: start, to: end })
}

/// Checks that units can pass between the two entrances of a route.
pub fn passes(eyes: HeroesEyes<'_>, route: &Route<'_>, range: Clause) -> Result<(), Refusal> {
    let (catalogue, setting) = (route.catalogue, eyes.setting());
    for entrance in [route.from.1, route.to.1] {
        is_open(eyes, Catalogue::of(entrance.kind), eyes.spot(entrance.ground)?)?;
    }
    if route.from.1.kind != route.to.1.kind && !catalogue.interconnect().is_in_force() {
        return Err(Refusal::new(catalogue.interconnect(), "sewers and tunnels are not connected"));
    }
    match setting.passage(route.from.0, route.to.0) {
        Passage::Open => Ok(()),
        Passage::Same => catalogue.separate().forbids(true, ONE_HEX),
        Passage::TooFar => range.forbids(true, "that entrance is too far away"),
        Passage::Unconnected => catalogue.connected().forbids(true, "no network connects the two entrances"),
        Passage::UnderWater => {
            catalogue.water().forbids(true, "the way below ground would pass under a Water Obstacle")
        }
    }
}

/// Checks that a unit can carry its weapon below ground (SEW-23, TUN-23).
///
/// # Errors
/// - If the weapon is a Gun.
/// - If it exceeds the IPC of the unit.
pub fn may_carry(catalogue: Catalogue, unit: &Unit) -> Result<(), Refusal> {
    may_bear(catalogue, unit, unit.counter.weapon)
}

/// Checks that a unit below ground can carry a given weapon (SEW-23, TUN-23).
///
/// # Errors
/// - If the weapon is a Gun.
/// - If it exceeds the IPC of the unit.
pub fn may_bear(catalogue: Catalogue, unit: &Unit, weapon: Weapon) -> Result<(), Refusal> {
    let (_, _, portage) = weapon.values();
    catalogue.portage().forbids(weapon == Weapon::Gun, "units can't take a Gun into a sewer or tunnel")?;
    let over = portage > unit.counter.kind.ipc(unit.wounded);
    catalogue.portage().forbids(over, "a unit can't carry more than its IPC in a sewer or tunnel")
}

/// Whether a Shaken unit could rout below ground by public facts: its hex has an open entrance with a way to another
/// open entrance. Units at the exit are ignored, as they may be secret.
#[must_use]
pub fn could_rout(eyes: HeroesEyes<'_>, from: LocationId) -> bool {
    let setting = eyes.setting();
    below::exits(setting, from).any(|to| {
        let route = route(eyes, from, to, Catalogue::rout);
        route.is_ok_and(|route| passes(eyes, &route, route.catalogue.rout()).is_ok())
    })
}

/// Starts a melee if units come up in a hex with enemies (SEW-21, TUN-21).
#[inline(never)]
pub fn arrive(resolver: &mut impl Resolver<Heroes>, at: LocationId, kind: Below) {
    melee::lock(resolver, at);
    let first = resolver.position().to_act;
    melee::fight(resolver, Some(kind), at, first);
}

/// Checks that a Shaken unit can rout below ground to another entrance (SEW-24, SEW-26, TUN-24, TUN-26).
///
/// # Errors
/// - If no open route leads there, or the unit can't carry its weapon below ground.
/// - If the exit is full, barred or in a hex with an enemy.
/// - If the exit is adjacent to a Known enemy in Good Order, or closer to a Known enemy than the start.
pub fn may_rout(eyes: HeroesEyes<'_>, side: Side, unit: Piece, to: LocationId) -> Result<(), Refusal> {
    let (counter, from) = eyes.own(side, unit)?;
    let route = route(eyes, from, to, Catalogue::rout)?;
    let catalogue = route.catalogue;
    let rout = catalogue.rout();
    if !rout.is_in_force() {
        return Err(Refusal::new(rout, "units can't rout below ground there"));
    }
    passes(eyes, &route, rout)?;
    may_carry(catalogue, counter)?;
    stack::has_room(eyes, side, to, PieceSet::EMPTY.with(unit))?;
    rout.forbids(eyes.holds(side.other(), to), "an enemy unit is in the hex of the exit")?;
    rout.forbids(eyes.barred().contains(&route.to.1.ground), "the exit is barred")?;
    let setting = eyes.setting();
    let known = |enemy: &Unit, at| enemy.counter.is_armed() && eyes.is_known(enemy, at);
    for (_, enemy, at) in eyes.units_of(side.other()).filter(|(_, enemy, at)| known(enemy, *at)) {
        let (before, after) = (setting.distance(from, at), setting.distance(to, at));
        catalogue.known().forbids(after < before, "this unit would come out closer to a Known enemy")?;
        catalogue
            .known()
            .forbids(after <= 1 && enemy.is_good(), "this unit would come out adjacent to a Known enemy")?;
    }
    Ok(())
}
