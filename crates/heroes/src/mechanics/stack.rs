//! Stacking limits, for each side and separately above ground and inside (HNL-B5, SEW-10, TUN-10).

use board::LocationId;
use rules::{Clause, PieceSet, Refusal, Side};

use crate::printed::clause::B5;
use crate::printed::stacking::Load;
use crate::setting::Setting;
use crate::view::HeroesEyes;

/// Returns the clause that limits stacks in a Location.
#[must_use]
pub fn clause(setting: &Setting, at: LocationId) -> Clause {
    let inside = setting.spot(at).is_some_and(|spot| spot.inside.is_some());
    setting.catalogue(at).filter(|_| inside).map_or(B5, |catalogue| catalogue.stacking())
}

/// Returns the load of a side in a Location, without the units `but`, as far as the seat sees.
#[inline]
#[must_use]
pub fn load(eyes: HeroesEyes<'_>, side: Side, at: LocationId, but: PieceSet) -> Load {
    let there = eyes.at(side, at).filter(|(piece, _)| !but.has(*piece));
    there.fold(Load::default(), |load, (_, unit)| load.with(unit.counter.kind))
}

/// Checks that there is room for these units in a Location.
///
/// # Errors
/// If the stacking limit would be exceeded.
#[inline]
pub fn has_room(eyes: HeroesEyes<'_>, side: Side, at: LocationId, units: PieceSet) -> Result<(), Refusal> {
    // Most units move by themselves to a Location without others: there is room for any one of them.
    if units.iter().nth(1).is_none() && (eyes.near(side, at) - units).is_empty() {
        return Ok(());
    }
    let there = load(eyes, side, at, units);
    let kinds = units.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| unit.counter.kind);
    let all = kinds.fold(there, Load::with);
    if all.is_too_much() {
        return clause(eyes.setting(), at).forbids(true, "the units would exceed the stacking limit there");
    }
    Ok(())
}
