//! Hidden units: they are placed in secret, show themselves by what they do, or are found from next to them (HNL-B19).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Resolver, Side};

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B13, B19, SC1};
use crate::printed::counter::{Counter, Weapon};
use crate::printed::tables::Terrain;
use crate::setting::{Setting, Spot};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::view::HeroesEyes;

/// What holds of every place where a unit starts, by its number if it has one already.
///
/// # Errors
/// The refusal with its clause.
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

/// Shows those who have hidden in one hex with the enemy, neither side knowing.
pub fn meet(resolver: &mut impl Resolver<Heroes>) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let met = eyes.units().filter(|(_, unit, at)| unit.hidden && eyes.holds(unit.side.other(), *at));
    let met: PieceSet = met.map(|(piece, _, _)| piece).collect();
    show(resolver, met);
}

/// Shows the hidden ones among these units: they act.
#[inline]
pub fn show(resolver: &mut impl Resolver<Heroes>, units: PieceSet) {
    for unit in units.iter() {
        if resolver.position().unit(unit).is_some_and(|unit| unit.hidden) {
            resolver.change(B19, Change::Shown { unit });
        }
    }
}

/// Units are about to act: those of them who are hidden show themselves, and who is found by that does too. It comes
/// before all else that is told of the act, so that nothing but HNL-B19 gives them away.
#[inline]
pub fn come_out(resolver: &mut impl Resolver<Heroes>, units: PieceSet) {
    show(resolver, units);
    spot(resolver);
}

/// A hidden unit that is found: a shown enemy in Good Order is next to it or in its hex.
fn found(setting: &Setting, position: &Position) -> Option<Piece> {
    let unit_index = &position.unit_index;
    let hex = |piece: Piece| setting.hex(position.unit(piece)?.at?);
    let spotters = unit_index.good - unit_index.hidden;
    unit_index.hidden.iter().find(|hidden| {
        let Some(place) = hex(*hidden) else { return false };
        let side = if unit_index.sides.a.has(*hidden) { Side::A } else { Side::B };
        let mut spotters = (spotters & unit_index.sides[side.other()]).iter().filter_map(hex);
        spotters.any(|spotter| setting.board.grid().distance(place, spotter) <= 1)
    })
}

/// Whether some hidden unit would be found.
#[cfg(test)]
#[must_use]
pub fn is_anyone_found(setting: &Setting, position: &Position) -> bool {
    found(setting, position).is_some()
}

/// Shows every hidden unit that is found; who is shown finds others.
#[inline]
pub fn spot(resolver: &mut impl Resolver<Heroes>) {
    if resolver.position().unit_index.hidden.is_empty() {
        return;
    }
    while let Some(unit) = found(resolver.setting(), resolver.position()).filter(|_| B19.is_in_force()) {
        resolver.change(B19, Change::Shown { unit });
    }
}
