//! Recording a building Location as fortified, and striking it out (ASL-A22).

use board::LocationId;
use rules::{Refusal, Side};

use crate::printed::clause::{A22, B8_5A};
use crate::state::position::FORTS;
use crate::view::AslEyes;

/// Whether a side may record a Location as fortified, with so many left to be recorded.
///
/// # Errors
/// The refusal with its clause.
pub fn may_fortify(eyes: AslEyes<'_>, side: Side, forts: u8, at: LocationId) -> Result<(), Refusal> {
    B8_5A.forbids(eyes.setting().is_below(at), "nothing is fortified below ground")?;
    A22.forbids(forts == 0, "no Fortified Location is left to be recorded")?;
    A22.forbids(eyes.fort(side, at).is_some(), "it is fortified already")?;
    let own = eyes.forts_of(side).count();
    A22.forbids(own >= FORTS / 2, "these are too many Fortified Locations")?;
    A22.forbids(!eyes.setting().fortifiable[side].contains(&at), "it is no building Location that you set up in")
}

/// Whether a side may strike out a Location recorded as fortified.
///
/// # Errors
/// The refusal with its clause.
pub fn may_unfortify(eyes: AslEyes<'_>, side: Side, at: LocationId) -> Result<(), Refusal> {
    let Some(fort) = eyes.fort(side, at) else {
        return Err(Refusal::new(A22, "you have recorded no Fortified Location there"));
    };
    A22.forbids(fort.fixed, "the scenario names this place, so it is not to be struck out")
}
