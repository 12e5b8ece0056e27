//! Stacking: three squad-equivalents and four single men of a side in a Location (ASL-A3).

use board::LocationId;
use rules::{PieceSet, Side};

use crate::printed::stacking::{HALVES, Load, SINGLES};
use crate::view::AslEyes;

/// What stands in a Location of a side, but for some units, as these eyes see it.
#[inline]
#[must_use]
pub fn load(eyes: AslEyes<'_>, side: Side, at: LocationId, but: PieceSet) -> Load {
    let there = eyes.at(side, at).filter(|(piece, _)| !but.has(*piece));
    there.fold(Load::default(), |load, (_, unit)| load.with(unit.kind))
}

/// What would stand there with these units.
#[must_use]
pub fn load_with(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> Load {
    let kinds = units.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| unit.kind);
    kinds.fold(load(eyes, side, at, units), Load::with)
}

/// Units that fit into any Location, whatever they are.
const FEW: usize = 3;
const _: () = assert!(2 * FEW <= HALVES as usize && FEW <= SINGLES as usize);

/// Squad-equivalents above what the Location holds, with these units there.
#[inline]
#[must_use]
pub fn excess_with(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> u8 {
    if eyes.are_few(at, units, FEW) { 0 } else { load_with(eyes, side, at, units).excess() }
}

/// Squad-equivalents above what the Location holds, with these units among those that everybody sees there.
#[inline]
#[must_use]
pub fn excess_seen(eyes: AslEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> u8 {
    if eyes.are_few(at, units, FEW) {
        return 0;
    }
    let kinds = units.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| unit.kind);
    kinds.fold(load(eyes.public(), side, at, units), Load::with).excess()
}

/// The group with one more unit of its Location, whichever that is: each of the others once. The first of a group is picked
/// freely, and so is every other.
#[inline]
pub fn with_another(eyes: AslEyes<'_>, side: Side, units: PieceSet, at: LocationId) -> impl Iterator<Item = PieceSet> {
    eyes.at(side, at).filter(move |(piece, _)| !units.has(*piece)).map(move |(piece, _)| units.with(piece))
}
