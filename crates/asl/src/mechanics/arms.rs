//! Units that are armed.

use rules::Piece;

use crate::printed::flags::Flag;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Returns whether a unit is armed: it has firepower of its own, or a weapon that works.
#[must_use]
pub fn is_armed(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let works = |(_, weapon): (Piece, &Unit)| !weapon.is(Flag::Malfunctioned);
    unit.is_men() && (unit.kind.values().fp > 0 || eyes.weapons(piece).any(works))
}
