//! Hidden units: their places, and how they are shown or found (HNL-B19).

use board::LocationId;
use rules::{Audience, Clause, Piece, PieceSet, Refusal, Resolver, Side, referee_clauses};

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B13, B19, SC1};
use crate::printed::counter::{Counter, Weapon};
use crate::printed::tables::Terrain;
use crate::setting::{Setting, Spot};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::view::HeroesEyes;

/// Checks that a unit may start in a Location. `unit` is its piece, if it has one already.
///
/// # Errors
/// - If the Location is in a Water Obstacle.
/// - If the unit has a Gun or more than its IPC, inside an entrance.
/// - If a bunker would hold a second Gun.
pub fn may_stand(
    eyes: HeroesEyes<'_>,
    side: Side,
    unit: Option<Piece>,
    counter: Counter,
    at: LocationId,
    spot: &Spot,
) -> Result<(), Refusal> {
    let water = spot.inside.is_none() && spot.terrain == Terrain::Water;
    SC1.forbids(water, "units can't start in a Water Obstacle")?;
    let is_gun = |counter: Counter| counter.weapon == Weapon::Gun;
    let (_, _, portage) = counter.weapon.values();
    if let Some(kind) = spot.inside {
        let over = portage > counter.kind.ipc(false);
        let portage = Catalogue::of(kind).portage();
        portage.forbids(is_gun(counter), "a Gun can't start in a sewer or tunnel")?;
        return portage.forbids(over, "a unit can't start in a sewer or tunnel with more than its IPC");
    }
    if !is_gun(counter) {
        return Ok(());
    }
    let guns = eyes.in_hex(side, at).any(|(other, there)| Some(other) != unit && is_gun(there.counter));
    B13.forbids(spot.terrain == Terrain::Bunker && guns, "a bunker can hold only one Gun")
}

/// Shows units of both sides that have hidden in one hex.
pub fn meet(resolver: &mut impl Resolver<Heroes>) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let met = eyes.units().filter(|(_, unit, at)| unit.hidden && eyes.holds(unit.side.other(), *at));
    let met: PieceSet = met.map(|(piece, _, _)| piece).collect();
    show(resolver, met);
}

/// Shows the hidden units of a group, because they act.
#[inline]
pub fn show(resolver: &mut impl Resolver<Heroes>, units: PieceSet) {
    for unit in units.iter() {
        if resolver.position().unit(unit).is_some_and(|unit| unit.hidden) {
            resolver.change(B19, Change::Shown { unit });
        }
    }
}

/// Shows the hidden units of a group that is about to act, and the units that they find. This comes before all other
/// events of the action, so that only HNL-B19 reveals them.
#[inline]
pub fn come_out(resolver: &mut impl Resolver<Heroes>, units: PieceSet) {
    show(resolver, units);
    spot(resolver);
}

/// Returns a hidden unit that is found: a shown enemy in Good Order is adjacent or in its hex.
fn found(setting: &Setting, position: &Position) -> Option<Piece> {
    let unit_index = &position.unit_index;
    let hex = |piece: Piece| setting.hex(position.unit(piece)?.at?);
    let spotters = unit_index.good - unit_index.hidden;
    unit_index.hidden.iter().find(|hidden| {
        let Some(place) = hex(*hidden) else { return false };
        // Adjacent hexes always see each other, so the table of sight has their distance.
        let row = setting.sight_from(place);
        let side = if unit_index.sides.a.has(*hidden) { Side::A } else { Side::B };
        !unit_index.hexes.within(spotters & unit_index.sides[side.other()], row, 1).is_empty()
    })
}

/// Whether a hidden unit would be found.
#[cfg(test)]
#[must_use]
pub fn is_anyone_found(setting: &Setting, position: &Position) -> bool {
    found(setting, position).is_some()
}

/// Shows all hidden units that are found; units that are shown can find others.
#[inline]
pub fn spot(resolver: &mut impl Resolver<Heroes>) {
    if resolver.position().unit_index.hidden.is_empty() {
        return;
    }
    while let Some(unit) = found(resolver.setting(), resolver.position()).filter(|_| B19.is_in_force()) {
        resolver.change(B19, Change::Shown { unit });
    }
}

/// Bars a unit from the hex of a Location because of a hidden enemy there. Only its side is told, and not why.
pub fn bar(resolver: &mut impl Resolver<Heroes>, side: Side, unit: Piece, at: LocationId, clause: Clause) {
    let ground = resolver.setting().hex(at).map_or(at, |hex| resolver.setting().board.ground(hex));
    resolver.report(referee_clauses::BARRED, Audience::Only(side), Report::Barred { unit, at });
    resolver.change(clause, Change::Barred { at: ground });
}
