//! Placing a unit, and what else answers for the set-up (ASL-SC1).

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::mechanics::placing::{has_room, placeable, waiting};
use crate::orders::Order;
use crate::orders::when::out_of_time;
use crate::printed::clause::SC1;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Whether a unit may be placed in a Location.
///
/// # Errors
/// The refusal with its clause. Where the enemy is hidden does not count, for nobody is to learn of it.
pub fn may_place(eyes: AslEyes<'_>, side: Side, unit: Piece, at: LocationId) -> Result<(), Refusal> {
    let places = placeable(eyes, side, unit)?;
    if !places.contains(&at) {
        return Err(Refusal::new(SC1, "it is not placed there"));
    }
    let stands = eyes.unit(unit).and_then(|unit| unit.at);
    has_room(eyes, side, eyes.held_by(side.other()), (unit, stands), at)
}

/// Whether a side may answer so.
///
/// # Errors
/// The refusal with its clause.
pub fn check(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    let waits = || waiting(eyes, side).next().is_some();
    match *order {
        Order::Place { unit, at } => may_place(eyes, side, unit, at),
        Order::Deal => SC1.forbids(!waits(), "all units are placed"),
        Order::Ready if waits() => Err(Refusal::new(SC1, "some units have still to be placed")),
        Order::Ready => Ok(()),
        _ => Err(out_of_time(Step::SetUp { side }, order)),
    }
}
