//! Aiming, and asking for Opportunity Fire (HNL-B8, HNL-B7).

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

/// Whether a unit here can hit a Location, if it is armed.
///
/// # Errors
/// Without line of sight, or out of range.
#[inline]
pub fn may_aim(eyes: HeroesEyes<'_>, unit: &Unit, at: LocationId, target: LocationId) -> Result<(), Refusal> {
    may_reach(eyes, eyes.spot(at)?, reach(unit), eyes.spot(target)?)
}

/// How far a unit has to be from what it takes part in firing at, at most.
#[inline]
pub fn reach(unit: &Unit) -> u8 {
    if unit.counter.is_armed() { unit.counter.reach() } else { u8::MAX }
}

/// Whether a place is seen from another one, within so many hexes.
#[inline]
pub fn may_reach(eyes: HeroesEyes<'_>, from: &Spot, reach: u8, to: &Spot) -> Result<(), Refusal> {
    let Some(distance) = line(eyes, from, to) else {
        return B17.forbids(true, "a firing unit has no line of sight to the target");
    };
    B8.forbids(distance > reach, "the target is out of range")
}

/// Whether to ask for Opportunity Fire, and asks (HNL-B7). Whether anybody is there to fire can be a secret: so it is
/// asked wherever a hidden unit could be that sees the movers.
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
