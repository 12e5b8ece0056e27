//! Placing a unit before the first turn (ASL-SC1).

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::mechanics::placing::{has_room, placeable};
use crate::printed::clause::SC1;
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
