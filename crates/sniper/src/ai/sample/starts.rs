//! Possible starts of the men in the list, and random order.

use board::LocationId;
use rand::Rng;
use rules::{Piece, number_below};

use crate::setting::Setting;

/// Returns where entry `role` of the list can have begun: in its area, or at its starting place.
pub(crate) fn starts(setting: &Setting, role: usize) -> &[LocationId] {
    let placed = || setting.roster.get(role).and_then(|man| man.at.as_ref()).map(std::slice::from_ref);
    setting.area(Piece(role as u16)).or_else(placed).unwrap_or_default()
}

/// Shuffles a list at random.
pub(crate) fn shuffle(slots: &mut [usize], rng: &mut impl Rng) {
    for n in 1..slots.len() {
        slots.swap(n, number_below(rng, n + 1));
    }
}
