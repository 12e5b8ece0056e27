//! Rubble and Blaze over a manhole, and sewers buried by a demolition charge (B8.5).

use board::HexId;

use crate::clause::B8_5B;
use crate::eyes::AslEyes;
use crate::terrain::Terrain;

/// Whether the manhole of a hex is free: neither rubble nor a Blaze covers it, or the rubble lies on a road hex and a
/// trail-break goes all across it (B8.5b). What lies above the ground is public.
#[inline]
#[must_use]
pub fn is_open(eyes: AslEyes<'_>, hex: HexId) -> bool {
    if !B8_5B.is_in_force() {
        return true;
    }
    let printed = Terrain::nth(eyes.setting().board.terrain(hex).0);
    if eyes.burns(hex) || eyes.has_fallen(hex) || printed.is_rubble() {
        return false;
    }
    let passes = |trail_break: bool| trail_break && printed == Terrain::Road;
    eyes.covers(hex).all(|cover| passes(cover.trail_break))
}
