//! Giving up a Fortified Building Location for a tunnel, and keeping it after all (B8.6a).

use board::LocationId;
use rules::{Refusal, Side};

use crate::printed::clause::B8_6A;
use crate::view::AslEyes;

/// Whether a side may give up a Fortified Building Location, of so many not recorded yet or the one in this place.
///
/// # Errors
/// The refusal with its clause.
pub fn may_forfeit(eyes: AslEyes<'_>, side: Side, forts: u8, at: Option<LocationId>) -> Result<(), Refusal> {
    let Some(at) = at else {
        return B8_6A.forbids(forts == 0, "no Fortified Building Location is left to be given up");
    };
    let Some(fort) = eyes.fort(side, at) else {
        return Err(Refusal::new(B8_6A, "you have no Fortified Building Location there"));
    };
    B8_6A.forbids(fort.fixed, "the scenario names this place, so it is not to be given up")
}

/// Whether a side may keep a Fortified Building Location that it has given up, with so many tunnels left to be recorded.
///
/// # Errors
/// The refusal with its clause.
pub fn may_keep(eyes: AslEyes<'_>, side: Side, tunnels: u8) -> Result<(), Refusal> {
    let have = eyes.tunnels(side).count() + usize::from(tunnels);
    let given_up = have > usize::from(eyes.setting().tunnels[side]);
    B8_6A.forbids(!given_up, "you have given up no Fortified Location")?;
    B8_6A.forbids(tunnels == 0, "the tunnel for it is recorded: strike out one first")
}
