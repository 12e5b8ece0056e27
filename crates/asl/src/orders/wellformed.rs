//! Pieces, Locations and sets of pieces that an order can name, whether it is legal or not.

use std::collections::BTreeMap;

use board::LocationId;
use rules::{Enumeration, Piece, PieceSet, Side};

use crate::printed::words::Phase;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Number of pieces of a side in a Location up to which all groups are listed; beyond it, only those of one or two.
pub const WHOLE: usize = 6;

/// Returns all Locations, if every order is wanted. Otherwise none, as no kind of order is closed to a Location by
/// itself.
pub fn places(eyes: AslEyes<'_>, which: Enumeration) -> impl Iterator<Item = LocationId> + '_ {
    eyes.setting().board.location_ids().filter(move |_| which == Enumeration::All)
}

/// Lists each piece that an order could name, with the Locations and other pieces that it could name beside it.
///
/// In a sample of each kind of order, one or two for each of a side's own pieces are enough to say why it is not
/// possible now. The sample has only Locations that could matter to the piece, and no groups: any order with other
/// units can begin with one unit.
pub fn each_piece(
    eyes: AslEyes<'_>,
    side: Side,
    which: Enumeration,
    each: &mut impl FnMut(Piece, &[LocationId], &[Piece]),
) {
    if which == Enumeration::All {
        let places: Vec<LocationId> = places(eyes, which).collect();
        let pieces: Vec<Piece> = eyes.all_seen().map(|(piece, _)| piece).collect();
        return pieces.iter().for_each(|unit| each(*unit, &places, &pieces));
    }
    let own: Vec<(Piece, LocationId)> = eyes.pieces_of(side).map(|(piece, _, at)| (piece, at)).collect();
    let mut held: Vec<LocationId> = eyes.unknowns(side.other()).into_iter().collect();
    held.extend(eyes.units_of(side.other()).map(|(_, _, at)| at));
    for (unit, at) in own.iter().copied() {
        let Some(spot) = eyes.setting().spot(at) else { continue };
        let tunnels = eyes.tunnels(side).flat_map(|(_, tunnel)| tunnel.ends);
        let below = spot.sewer.and_then(|sewer| eyes.setting().sewer_edges.get(sewer.index())).into_iter().flatten();
        let near = spot.edges.iter().map(|way| way.to).chain([at]).chain(tunnels).chain(below.copied());
        let mut places: Vec<LocationId> = near.chain(held.iter().copied()).collect();
        places.sort_unstable();
        places.dedup();
        let with = |(_, place): &&(Piece, LocationId)| eyes.setting().are_one(*place, at);
        let enemies = eyes.at(side.other(), at).map(|(piece, _)| piece);
        let mates: Vec<Piece> = own.iter().filter(with).map(|(piece, _)| *piece).chain(enemies).collect();
        each(unit, &places, &mates);
    }
}

/// Lists each set of pieces that an order could name, with the Locations that it could name beside it.
pub fn each_group(eyes: AslEyes<'_>, side: Side, which: Enumeration, each: &mut impl FnMut(PieceSet, &[LocationId])) {
    each_piece(eyes, side, which, &mut |unit, places, _| each(PieceSet::EMPTY.with(unit), places));
    if which != Enumeration::All {
        return;
    }
    let places: Vec<LocationId> = places(eyes, which).collect();
    let mut stacks: BTreeMap<LocationId, Vec<Piece>> = BTreeMap::new();
    for (piece, _, at) in eyes.pieces_of(side) {
        stacks.entry(eyes.setting().location(at)).or_default().push(piece);
    }
    for stack in stacks.values_mut() {
        // A weapon in a group is always refused: where the stack is large, units alone are listed.
        if stack.len() > WHOLE {
            stack.retain(|piece| eyes.unit(*piece).is_some_and(|unit| !unit.kind.is_weapon()));
        }
        let groups = PieceSet::of_some(stack, WHOLE);
        groups.into_iter().filter(|group| group.len() > 1).for_each(|units| each(units, &places));
    }
}

/// Lists pairs of Locations that a tunnel could connect, in hexes up to four apart.
pub fn tunnels(eyes: AslEyes<'_>, which: Enumeration, each: &mut impl FnMut(LocationId, LocationId)) {
    if eyes.phase() != Phase::SetUp {
        return;
    }
    for from in places(eyes, which) {
        places(eyes, which).filter(|to| eyes.setting().distance(from, *to) <= 4).for_each(|to| each(from, to));
    }
}

/// Returns all pieces, friend or enemy, in the Location of the first of these units.
pub fn near(eyes: AslEyes<'_>, units: PieceSet) -> Vec<Piece> {
    let at = units.iter().find_map(|piece| eyes.unit(piece)?.at);
    let here = |unit: &Unit| unit.at.zip(at).is_some_and(|(a, b)| eyes.setting().are_one(a, b));
    eyes.all_seen().filter(|(_, unit)| here(unit)).map(|(piece, _)| piece).collect()
}

/// Returns the pieces that an order could name as the leader of these units.
pub fn leaders(eyes: AslEyes<'_>, units: PieceSet) -> Vec<Option<Piece>> {
    std::iter::once(None).chain(near(eyes, units).into_iter().map(Some)).collect()
}
