//! Locations where a side's units can be placed before the first turn (ASL-SC1).

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::stack;
use crate::printed::clause::{A3, SC1, SC4};
use crate::printed::words::Fate;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::view::AslEyes;
use crate::view::counters::Held;

/// Returns a unit of this side that has an area, on the board or not.
pub fn placeable(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<&[LocationId], Refusal> {
    let Some(known) = eyes.own_piece(side, unit) else {
        return Err(Refusal::new(SC1, "this is not one of your units"));
    };
    match eyes.setting().area(known.area) {
        Some(area) if known.holder.is_none() => Ok(&area.places),
        Some(_) => Err(Refusal::new(SC1, "this weapon is placed with the unit that holds it")),
        None => Err(Refusal::new(SC1, "the scenario fixes where this unit starts")),
    }
}

/// Checks that a Location of its area has room for a unit, by the present Locations of units.
#[inline]
pub fn has_room(
    eyes: AslEyes<'_>,
    side: Side,
    enemy: Held<'_>,
    (unit, stands): (Piece, Option<LocationId>),
    at: LocationId,
) -> Result<(), Refusal> {
    if eyes.are_few(at, PieceSet::EMPTY, 0) {
        return Ok(());
    }
    if stands == Some(at) {
        return Err(Refusal::new(SC1, "this unit is already there"));
    }
    SC1.forbids(enemy.has(at), "an enemy is in that Location")?;
    let excess = stack::excess_with(eyes, side, at, PieceSet::EMPTY.with(unit));
    A3.forbids(excess > 0, "that Location would be overstacked")
}

/// Returns the units of a side that have still to be placed, without weapons that are held.
pub fn waiting(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = Piece> + Clone {
    let all = eyes.seen_of(side).filter(|(_, unit)| unit.fate == Fate::Waiting);
    all.filter(|(_, unit)| unit.holder.is_none()).map(|(piece, _)| piece)
}

/// Returns whether there is any Location to place a unit.
pub fn has_place(eyes: AslEyes<'_>, side: Side, unit: Piece) -> bool {
    places(eyes, side, unit).next().is_some()
}

pub fn places(eyes: AslEyes<'_>, side: Side, unit: Piece) -> impl Iterator<Item = LocationId> {
    let places = placeable(eyes, side, unit).unwrap_or_default();
    let (enemy, stands) = (eyes.held_by(side.other()), eyes.unit(unit).and_then(|unit| unit.at));
    places.iter().copied().filter(move |at| has_room(eyes, side, enemy, (unit, stands), *at).is_ok())
}

/// Ends the set-up of a side. Only now the other side sees it.
pub fn ready(resolver: &mut impl Resolver<Asl>, side: Side) {
    resolver.report(SC4, Audience::All, Report::SetUpOver { side });
    resolver.change(SC4, Change::SetUpOver { side });
}
