//! Variation of a set-up that is not over, which no other seat sees.

use rand::RngExt;
use rand::rngs::StdRng;
use rules::Side;

use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::Setting;
use crate::state::position::Position;
use crate::state::unit::{NO_AREA, Unit};
use crate::tests::scramble::counters::{put, somewhere, swap_some};
use crate::tests::scramble::is_armed;
use crate::tests::scramble::kept::Kept;

/// Changes placements: units are elsewhere in their areas, or not placed yet; and two counters of an area that will be
/// out of sight alike exchange their kinds.
pub fn otherwise(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    if position.phase != Phase::SetUp {
        return;
    }
    let own = |unit: &Unit| unit.side == side && unit.area != NO_AREA && unit.holder.is_none();
    let placed = kept.set_up(side);
    for n in (0..position.units.len()).filter(|_| !placed) {
        let unit = position.units[n];
        if own(&unit) && !kept.there(n) && rng.random_ratio(1, 3) {
            let at = somewhere(setting, unit.area, rng).filter(|_| rng.random_ratio(2, 3));
            put(setting, position, n, at);
        }
    }
    // If the rest is placed by dice, units already there limit the room.
    if placed && position.units.iter().any(|unit| own(unit) && unit.fate == Fate::Waiting) {
        return;
    }
    let alike = |position: &Position, one: usize, two: usize| {
        let (a, b) = (&position.units[one], &position.units[two]);
        let loose = !is_armed(position, one) && !is_armed(position, two) && !a.kind.is_weapon() && !b.kind.is_weapon();
        own(a)
            && own(b)
            && a.area == b.area
            && a.cover == b.cover
            && a.cover != Cover::Open
            && (loose || a.kind.is_mmc() && b.kind.is_mmc())
            && !kept.unit(one)
            && !kept.unit(two)
    };
    swap_some(position, alike, rng, |_, _| true);
}
