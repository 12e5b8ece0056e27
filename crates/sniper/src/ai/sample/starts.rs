//! Where those in the list can have begun, and a list in any order.

use board::LocationId;
use rand::Rng;
use rules::{Piece, number_below};

use crate::setting::Setting;

/// Where somebody in the list can have begun: in his area, or where the scenario puts him.
pub(crate) fn starts(setting: &Setting, role: usize) -> &[LocationId] {
    let placed = || setting.roster.get(role).and_then(|man| man.at.as_ref()).map(std::slice::from_ref);
    setting.area(Piece(role as u16)).or_else(placed).unwrap_or_default()
}

/// Puts a list in any order.
pub(crate) fn shuffle(slots: &mut [usize], rng: &mut impl Rng) {
    for n in 1..slots.len() {
        slots.swap(n, number_below(rng, n + 1));
    }
}
