//! Entering a place: cost, posture on arrival, and room (SNP-B5, SNP-B14, 39.41).

use board::LocationId;

use crate::printed::clause::S39_41;
use crate::printed::words::Posture;
use crate::setting::Setting;

/// Returns the posture of a man who enters a place: ducked at middle level, upright when he leaves it.
#[inline]
#[must_use]
pub fn arriving(setting: &Setting, posture: Posture, at: LocationId) -> Posture {
    match (setting.is_middle(at), posture.is_of_a_place()) {
        (true, _) => Posture::Ducked,
        (false, true) => Posture::Standing,
        (false, false) => posture,
    }
}

/// Returns the movement points of a step; `None` if it is not one step, or can't be crawled.
#[inline]
#[must_use]
pub fn cost(setting: &Setting, from: LocationId, to: LocationId, prone: bool) -> Option<u8> {
    let exit = setting.spot(from)?.exit(to)?;
    exit.cost_for(prone)
}

/// Returns the movement points to change posture.
#[inline]
#[must_use]
pub fn posture_cost(setting: &Setting, from: Posture, to: Posture) -> u8 {
    match (from, to) {
        (Posture::Standing | Posture::Leaning, Posture::Prone) => setting.tables.movement.lie_down,
        (Posture::Prone, Posture::Standing | Posture::Leaning) => setting.tables.movement.stand_up,
        _ => 0,
    }
}

/// Returns how many men of a side a place holds (SNP-B14, 39.41).
#[inline]
#[must_use]
pub fn room(setting: &Setting, at: LocationId) -> usize {
    if setting.is_middle(at) && S39_41.is_in_force() { 1 } else { 2 }
}
