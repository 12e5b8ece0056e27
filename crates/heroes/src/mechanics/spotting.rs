//! Spotting attempts (HNL-B29).

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::attack::{DIE, small};
use crate::mechanics::fire::may_see;
use crate::mechanics::hidden;
use crate::mechanics::standing::ready;
use crate::printed::clause::{B11, B12, B29};
use crate::printed::tables::{ALWAYS_SPOTS, NEVER_SPOTS, SPOTS};
use crate::printed::words::Activity;
use crate::setting::UNSEEN;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::view::HeroesEyes;

/// Returns the Location of a unit that can try to spot.
///
/// # Errors
/// - If the side has made its attempt for this impulse.
/// - If the unit is Shaken, in melee or has acted.
#[inline]
fn may_try(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<LocationId, Refusal> {
    B29.forbids(eyes.attempt().is_some(), "your side has already tried to spot in this impulse")?;
    let in_melee = eyes.own(side, unit).is_ok_and(|(_, at)| eyes.in_melee(side, unit, at));
    B11.forbids(in_melee, "this unit is in melee and can't spot")?;
    ready(eyes, side, unit).map(|(_, at)| at)
}

/// Checks that a unit can try to spot the enemies in a Location.
///
/// # Errors
/// - If the unit can't try at all ([`may_try`]).
/// - If the seat sees no enemy there, or the enemies there are spotted.
/// - If the unit has no line of sight.
pub fn may_spot(eyes: HeroesEyes<'_>, side: Side, unit: Piece, target: LocationId) -> Result<(), Refusal> {
    let there = eyes.spot(target)?;
    let at = may_try(eyes, side, unit)?;
    let enemy = eyes.at(side.other(), target).any(|(_, enemy)| !enemy.hidden);
    B29.forbids(!enemy, "you see no enemy in that Location")?;
    B29.forbids(eyes.spots_at(side.other(), target), "the enemies in that Location are already spotted")?;
    may_see(eyes, eyes.spot(at)?, there).map(drop)
}

/// Lists the Locations where a unit can try to spot enemies. A Location with several enemies comes up several times.
#[inline]
pub fn sights(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> impl Iterator<Item = LocationId> {
    let from = may_try(eyes, side, unit).ok().and_then(|at| eyes.setting().spot(at));
    from.into_iter().flat_map(move |from| {
        // Most enemies are out of sight, so this is checked first.
        eyes.unspotted(side.other(), eyes.in_line(from, eyes.seen(side.other()), UNSEEN))
    })
}

/// Resolves a spotting attempt: the spotter shows himself, rolls, and is Ops Complete.
pub fn attempt(resolver: &mut impl Resolver<Heroes>, side: Side, unit: Piece, target: LocationId) {
    hidden::come_out(resolver, PieceSet::EMPTY.with(unit));
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let (Some(spotter), Ok(spot)) = (eyes.unit(unit), eyes.spot(target)) else { return };
    let modifier = if B12.is_in_force() { i16::from(spot.modifier) } else { 0 };
    let needed = (SPOTS - modifier + i16::from(spotter.counter.leadership)).clamp(ALWAYS_SPOTS, NEVER_SPOTS - 1);
    let found: PieceSet =
        eyes.at(side.other(), target).filter(|(_, enemy)| !enemy.hidden).map(|(enemy, _)| enemy).collect();
    let roll = resolver.roll(DIE("spot", B29)).sum() as i16;
    let spotted = roll <= needed;
    let roll = u8::try_from(roll).unwrap_or(0);
    resolver.report(B29, Audience::All, Report::Spotting { unit, at: target, roll, needed: small(needed), spotted });
    resolver.change(B29, Change::Activity { unit, now: Activity::Complete });
    resolver.change(B29, Change::Attempt { unit, found: spotted.then_some(target) });
    for enemy in found.iter().filter(|_| spotted) {
        resolver.change(B29, Change::Spotted { unit: enemy, now: true });
    }
}

/// Ends the attempt of a side that has ended its impulse or passed.
pub fn over(resolver: &mut impl Resolver<Heroes>) {
    if resolver.position().attempt.is_some() {
        resolver.change(B29, Change::AttemptOver);
    }
}
