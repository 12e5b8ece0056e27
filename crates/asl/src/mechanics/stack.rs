//! Stacking: three squad-equivalents and four single men of a side in a Location (ASL-A3).

use board::LocationId;
use rules::{PieceSet, Side};

use crate::printed::clause::A69;
use crate::printed::stacking::{HALVES, Load, SINGLES};
use crate::view::AslEyes;

/// Returns the load of a side in a Location without some units, as these eyes see it.
#[inline]
#[must_use]
pub fn load(eyes: AslEyes<'_>, side: Side, at: LocationId, but: PieceSet) -> Load {
    let there = eyes.at(side, at).filter(|(piece, _)| !but.has(*piece));
    there.fold(Load::default(), |load, (_, unit)| load.with(unit.kind))
}

/// Returns the load of a Location with these units.
#[must_use]
pub fn load_with(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> Load {
    let kinds = units.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| unit.kind);
    kinds.fold(load(eyes, side, at, units), Load::with)
}

/// Number of units that fit into any Location, of all kinds.
const FEW: usize = 3;
const _: () = assert!(2 * FEW <= HALVES as usize && FEW <= SINGLES as usize);

/// Returns the squad-equivalents above the limit of the Location, with these units there.
#[inline]
#[must_use]
pub fn excess_with(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> u8 {
    let room = room(eyes, at);
    if room == HALVES && eyes.are_few(at, units, FEW) { 0 } else { load_with(eyes, side, at, units).excess_over(room) }
}

/// Returns the half-squads of a side that a Location holds.
#[inline]
fn room(eyes: AslEyes<'_>, at: LocationId) -> u8 {
    if eyes.setting().pillboxes.is_empty() || !A69.is_in_force() {
        return HALVES;
    }
    let capacity = eyes.setting().pillbox(at).and_then(|pillbox| pillbox.capacity);
    capacity.map_or(HALVES, |squads| 2 * squads)
}

/// Returns the squad-equivalents above the limit of the Location, with these units among the public ones there.
#[inline]
#[must_use]
pub fn excess_seen(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> u8 {
    let room = room(eyes, at);
    if room == HALVES && eyes.are_few(at, units, FEW) {
        return 0;
    }
    let kinds = units.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| unit.kind);
    kinds.fold(load(eyes.public(), side, at, units), Load::with).excess_over(room)
}

/// Returns whether a side may overstack a Location by public facts: by all its counters that are unseen, wherever they
/// are.
#[must_use]
pub fn may_exceed(public: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    let seen = load(public, side, at, PieceSet::EMPTY);
    public.unseen_kinds(side).fold(seen, Load::with).excess_over(room(public, at)) > 0
}

/// Returns the group with each one more unit of its Location. The first of a group can be any unit, and so can every
/// other.
#[inline]
pub fn with_another(eyes: AslEyes<'_>, side: Side, units: PieceSet, at: LocationId) -> impl Iterator<Item = PieceSet> {
    eyes.at(side, at).filter(move |(piece, _)| !units.has(*piece)).map(move |(piece, _)| units.with(piece))
}
