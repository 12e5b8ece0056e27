//! Targets in range, firepower and its modifiers, and the question for Opportunity Fire (HNL-B8, HNL-B7).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::standing::{goes_on, on_the_move};
use crate::printed::clause::{B7, B8, B17, B31, B32, B33, B34};
use crate::printed::tables::{ADJACENT, ASSAULT_FIRE, DEGRADED, MOST_DEGRADED, MOVING_TARGET, OPS_COMPLETE};
use crate::printed::words::{Activity, Occasion, With};
use crate::setting::{Spot, UNSEEN};
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
pub fn may_aim(
    eyes: HeroesEyes<'_>,
    unit: &Unit,
    with: With,
    at: LocationId,
    target: LocationId,
) -> Result<(), Refusal> {
    may_reach(eyes, eyes.spot(at)?, reach(unit, with), eyes.spot(target)?)
}

/// Returns the longest distance of a target at which the unit can take part in fire. Unarmed units, which can only
/// lead, have no limit.
#[inline]
pub fn reach(unit: &Unit, with: With) -> u8 {
    match with {
        _ if !unit.counter.is_armed() => u8::MAX,
        With::All => unit.counter.reach(),
        With::Men => unit.counter.range,
        With::Weapons => unit.counter.weapon.values().1,
    }
}

/// Checks that a place is in line of sight, and returns its distance.
///
/// # Errors
/// - If an obstacle or a blaze is between them.
/// - If too many hexes of degrading terrain are between them.
#[inline]
pub fn may_see(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Result<u8, Refusal> {
    let Some(distance) = eyes.line(from, to) else {
        let brush = eyes.degraded(from.hex, to.hex) > MOST_DEGRADED;
        B32.forbids(brush, "too many hexes of degrading terrain are on the line to the target")?;
        return Err(Refusal::new(B17, "the unit has no line of sight to the target"));
    };
    Ok(distance)
}

/// Checks that a place is in line of sight and at most `reach` hexes away.
#[inline]
pub fn may_reach(eyes: HeroesEyes<'_>, from: &Spot, reach: u8, to: &Spot) -> Result<(), Refusal> {
    let distance = may_see(eyes, from, to)?;
    B8.forbids(distance > reach, "the target is out of range")
}

/// Whether [`may_reach`] allows it, without a reason: most places that are asked for are out of sight.
#[inline]
#[must_use]
pub fn reaches(eyes: HeroesEyes<'_>, from: &Spot, reach: u8, to: &Spot) -> bool {
    eyes.line(from, to).is_some_and(|distance| distance <= reach || !B8.is_in_force())
}

/// Returns the firepower of a group: of the men, the strongest in full and half of each other, rounded up; all weapons
/// in full (HNL-B8, HNL-B34). Ops Complete units have less in Opportunity Fire (HNL-B7), and units that have made an
/// assault move have less in every fire (HNL-B31).
#[must_use]
pub fn firepower(eyes: HeroesEyes<'_>, units: PieceSet, occasion: Occasion, with: With) -> i16 {
    let (mut most, mut halves, mut weapons) = (0, 0, 0);
    let halved = eyes.setting().options.halved_fire;
    let mut assault = false;
    for unit in units.iter().filter_map(|piece| eyes.unit(piece)) {
        let (mut men, mut weapon) = (i16::from(unit.counter.fp), i16::from(unit.counter.weapon.values().0));
        let late = occasion == Occasion::Opportunity && unit.activity == Activity::Complete && B7.is_in_force();
        let assaulted = unit.activity == Activity::Assaulted && B31.is_in_force();
        assault |= assaulted;
        if late || (assaulted && halved) {
            men = if halved { half(men) } else { (men + OPS_COMPLETE).max(0) };
            weapon = half(weapon);
        }
        men = if with.men() { men } else { 0 };
        weapon = if with.weapons() { weapon } else { 0 };
        if !B34.is_in_force() {
            (men, weapon) = (men + weapon, 0);
        }
        let less = men.min(most);
        most = men.max(most);
        halves += half(less);
        weapons += weapon;
    }
    let less = if assault && !halved { ASSAULT_FIRE } else { 0 };
    (most + halves + weapons + less).max(0)
}

const fn half(power: i16) -> i16 {
    (power + 1) / 2
}

/// Returns the modifiers of a shot on its firepower: adjacent target, degrading terrain, moved target (HNL-B32,
/// HNL-B33).
#[must_use]
pub fn modifiers(eyes: HeroesEyes<'_>, side: Side, from: &Spot, target: LocationId) -> i16 {
    let Ok(to) = eyes.spot(target) else { return 0 };
    let adjacent = eyes.setting().board.grid().distance(from.hex, to.hex) <= 1;
    let moved = eyes.at(side.other(), target).any(|(_, unit)| unit.moved && !unit.hidden);
    let mut sum = DEGRADED * i16::from(eyes.degraded(from.hex, to.hex));
    if B33.is_in_force() {
        sum += if adjacent { ADJACENT } else { 0 };
        sum += if moved { MOVING_TARGET } else { 0 };
    }
    sum
}

/// Asks for Opportunity Fire if a unit could fire (HNL-B7). Hidden units may be secret, so it also asks if a hideout
/// with a view of the moving units could hold one.
#[inline(never)]
pub fn watch(resolver: &mut impl Resolver<Heroes>) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let Some((moving, at)) = on_the_move(eyes) else { return };
    let Ok(spot) = eyes.spot(at) else { return };
    let some = |piece: Piece| eyes.unit(piece).filter(|unit| goes_on(moving, piece, unit));
    let Some(mover) = moving.units.iter().find_map(some) else { return };
    let side = mover.side.other();
    let able = |(_, unit, from): (Piece, &Unit, LocationId)| {
        let from = eyes.setting().spot(from);
        !unit.hidden && from.is_some_and(|from| reaches(eyes, from, reach(unit, With::All), spot))
    };
    // Most enemies are out of sight, so this is checked first.
    let in_line = || eyes.list(eyes.in_line(spot, eyes.watching(side), UNSEEN));
    let hidden = || {
        let watched = &eyes.setting().watched[side];
        eyes.has_hidden(side) && watched.get(spot.hex.index()).copied().unwrap_or(false)
    };
    let asked = hidden() || in_line().any(able);
    if asked && B7.is_in_force() {
        resolver.push(Step::OpFire);
    }
}
