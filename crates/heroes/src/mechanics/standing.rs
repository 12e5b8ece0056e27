//! Units that can act in an impulse, and units that are moving.

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::printed::clause::{B4, B11, B16, B34};
use crate::printed::words::{Activity, With};
use crate::state::position::Moving;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Returns a unit of this side in Good Order that can act in an impulse, and its Location.
///
/// # Errors
/// - If the unit is Shaken.
/// - If it has already acted this turn.
/// - If it is in melee.
// Mostly called to get a yes or no: inlined, it then builds no refusal.
#[inline(always)]
pub fn ready(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, _) = eyes.own(side, unit)?;
    B16.forbids(!counter.is_good(), "Shaken units can only move, rally and rout below ground")?;
    fresh(eyes, side, unit)
}

/// Returns a unit of this side that can be activated in an impulse, and its Location. Shaken units can only move in it
/// (HNL-B30).
///
/// # Errors
/// - If the unit has already acted this turn.
/// - If it is in melee.
#[inline(always)]
pub fn fresh(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = eyes.own(side, unit)?;
    B4.forbids(counter.activity != Activity::Fresh, "this unit has already acted this turn")?;
    B11.forbids(eyes.in_melee(side, unit, at), "this unit is in melee and can't act")?;
    Ok((counter, at))
}

/// Returns a unit of this side that can fire in an impulse, wherever it is, and its Location. Besides the units that
/// have not acted, these are units with a part that has not fired in this impulse (HNL-B34), units that have made an
/// assault move (HNL-B31), and a spotter who has found an enemy (HNL-B29).
///
/// # Errors
/// - If the unit is Shaken.
/// - If it, or this part of it, has already acted.
/// - If it is in melee.
#[inline]
pub fn ready_to_fire(
    eyes: HeroesEyes<'_>,
    side: Side,
    piece: Piece,
    with: With,
) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    B16.forbids(!unit.is_good(), "Shaken units can't fire")?;
    if let Some(left) = eyes.impulse().and_then(|impulse| impulse.left(piece)) {
        B34.forbids(with != left, "this part of the unit has already fired in this impulse")?;
    } else {
        let may = matches!(unit.activity, Activity::Fresh | Activity::Assaulted);
        let may = may || eyes.has_found(piece, unit).is_some();
        B4.forbids(!may, "this unit has already acted this turn")?;
    }
    B11.forbids(eyes.in_melee(side, piece, at), "this unit is in melee and can't act")?;
    Ok((unit, at))
}

/// Whether a moving unit can continue: it is in Good Order, or was Shaken already when it began to move.
#[inline]
#[must_use]
pub fn goes_on(moving: Moving, piece: Piece, unit: &Unit) -> bool {
    unit.is_good() || moving.shaken.has(piece)
}

/// Returns the moving units that can still continue, and their Location.
#[inline]
#[must_use]
pub fn on_the_move(eyes: HeroesEyes<'_>) -> Option<(Moving, LocationId)> {
    let moving = eyes.moving()?;
    let at = moving.units.iter().find_map(|piece| eyes.unit(piece)?.at)?;
    Some((moving, at))
}
