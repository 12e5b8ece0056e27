//! Who can do something in an impulse, and who is on the move.

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::printed::clause::{B4, B11, B16};
use crate::printed::words::Activity;
use crate::state::position::Moving;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// A unit of this side that can do something in an impulse: in Good Order, not in melee, and it has done nothing yet.
///
/// # Errors
/// The refusal with its clause.
// Most often it is asked for a yes or no: inlined, no refusal is built for that.
#[inline(always)]
pub fn ready(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = eyes.own(side, unit)?;
    B16.forbids(!counter.is_good(), "Shaken units can only rally and rout")?;
    B4.forbids(counter.activity != Activity::Fresh, "this unit has already acted this turn")?;
    B11.forbids(eyes.in_melee(side, unit, at), "this unit is in melee and can't act")?;
    Ok((counter, at))
}

/// The units on the move that can still go on, and where they are.
#[inline]
#[must_use]
pub fn on_the_move(eyes: HeroesEyes<'_>) -> Option<(Moving, LocationId)> {
    let moving = eyes.moving()?;
    let at = moving.units.iter().find_map(|piece| eyes.unit(piece)?.at)?;
    Some((moving, at))
}
