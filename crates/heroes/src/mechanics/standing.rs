//! Units that can act in an impulse, and units that are moving.

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::printed::clause::{B4, B11, B16};
use crate::printed::words::Activity;
use crate::state::position::Moving;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Returns a unit of this side that can act in an impulse, and its Location.
///
/// # Errors
/// - If the unit is Shaken.
/// - If it has already acted this turn.
/// - If it is in melee.
// Mostly called to get a yes or no: inlined, it then builds no refusal.
#[inline(always)]
pub fn ready(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = eyes.own(side, unit)?;
    B16.forbids(!counter.is_good(), "Shaken units can only rally and rout")?;
    B4.forbids(counter.activity != Activity::Fresh, "this unit has already acted this turn")?;
    B11.forbids(eyes.in_melee(side, unit, at), "this unit is in melee and can't act")?;
    Ok((counter, at))
}

/// Returns the moving units that can still continue, and their Location.
#[inline]
#[must_use]
pub fn on_the_move(eyes: HeroesEyes<'_>) -> Option<(Moving, LocationId)> {
    let moving = eyes.moving()?;
    let at = moving.units.iter().find_map(|piece| eyes.unit(piece)?.at)?;
    Some((moving, at))
}
