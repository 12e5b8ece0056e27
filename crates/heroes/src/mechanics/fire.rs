//! Targets in range, and the question for Opportunity Fire (HNL-B8, HNL-B7).

use board::LocationId;
use rules::{Piece, Refusal, Resolver};

use crate::mechanics::attack::line;
use crate::mechanics::standing::on_the_move;
use crate::printed::clause::{B7, B8, B17};
use crate::setting::Spot;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Checks that a unit in `at` can hit a Location, provided that it is armed.
///
/// # Errors
/// - If the unit has no line of sight.
/// - If the target is out of range.
#[inline]
pub fn may_aim(eyes: HeroesEyes<'_>, unit: &Unit, at: LocationId, target: LocationId) -> Result<(), Refusal> {
    may_reach(eyes, eyes.spot(at)?, reach(unit), eyes.spot(target)?)
}

/// Returns the longest distance of a target at which the unit can take part in fire. Unarmed units, which can only
/// lead, have no limit.
#[inline]
pub fn reach(unit: &Unit) -> u8 {
    if unit.counter.is_armed() { unit.counter.reach() } else { u8::MAX }
}

/// Checks that a place is in line of sight and at most `reach` hexes away.
#[inline]
pub fn may_reach(eyes: HeroesEyes<'_>, from: &Spot, reach: u8, to: &Spot) -> Result<(), Refusal> {
    let Some(distance) = line(eyes, from, to) else {
        return B17.forbids(true, "a firing unit has no line of sight to the target");
    };
    B8.forbids(distance > reach, "the target is out of range")
}

/// Asks for Opportunity Fire if a unit could fire (HNL-B7). Hidden units may be secret, so it also asks if a hideout
/// with a view of the moving units could hold one.
pub fn watch(resolver: &mut impl Resolver<Heroes>) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let Some((moving, at)) = on_the_move(eyes) else { return };
    let Ok(spot) = eyes.spot(at) else { return };
    let some = |piece: Piece| eyes.unit(piece).filter(|unit| unit.is_good());
    let Some(mover) = moving.units.iter().find_map(some) else { return };
    let side = mover.side.other();
    let able = |(_, unit, from): (Piece, &Unit, LocationId)| !unit.hidden && may_aim(eyes, unit, from, at).is_ok();
    let hidden = || {
        let watched = &eyes.setting().watched[side];
        eyes.has_hidden(side) && watched.get(spot.hex.index()).copied().unwrap_or(false)
    };
    let asked = hidden() || eyes.each(eyes.watching(side)).any(able);
    if asked && B7.is_in_force() {
        resolver.push(Step::OpFire);
    }
}
