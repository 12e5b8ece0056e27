//! Kinds of secrets, for counts.

use rules::{PieceSet, Seat, Side};

use crate::printed::words::{Cover, Fate};
use crate::state::position::{Position, Tunnel};
use crate::state::unit::{NO_AREA, NO_TUNNEL, Unit};

/// The kinds of secrets, and the minimum number of moments of a short run in which each differs.
pub const SECRETS: &[(&str, u64)] = &[
    ("what lies under a counter", 300),
    ("how many lie there", 300),
    ("markers under a counter", 200),
    ("where a unit hides", 150),
    ("who holds a weapon", 50),
    ("where a weapon lies", 10),
    ("a tunnel", 100),
    ("a tunnel seen or occupied", 10),
    ("who saw or found a tunnel", 20),
    ("a Fortified Location", 200),
    ("a set-up in progress", 20),
];

/// Lists the kinds in which two positions differ.
pub fn varied(one: &Position, two: &Position, seat: Seat, sink: &mut impl FnMut(&'static str)) {
    let units = |unlike: &dyn Fn(&Unit, &Unit) -> bool| {
        let both = one.units.iter().zip(&two.units).filter(|(one, _)| Seat::Side(one.side) != seat);
        { both }.any(|(one, two)| unlike(one, two))
    };
    let lies = |unit: &Unit| unit.fate == Fate::InPlay && unit.is_under_counter();
    let others = || Side::BOTH.into_iter().filter(|side| side.seat() != seat);
    if units(&|one, two| one.kind != two.kind) {
        sink("what lies under a counter");
    }
    if units(&|one, two| (one.fate == Fate::LostUnseen) != (two.fate == Fate::LostUnseen)) {
        sink("how many lie there");
    }
    if units(&|one, two| lies(one) && lies(two) && one.flags != two.flags) {
        sink("markers under a counter");
    }
    if units(&|one, two| one.cover == Cover::Hidden && one.at != two.at && !one.kind.is_weapon()) {
        sink("where a unit hides");
    }
    if units(&|one, two| one.holder != two.holder) {
        sink("who holds a weapon");
    }
    let left = |unit: &Unit| unit.kind.is_weapon() && unit.holder.is_none() && unit.below;
    if units(&|one, two| (left(one) || left(two)) && one.at != two.at) {
        sink("where a weapon lies");
    }
    let used = |side: Side, n: usize, tunnel: &Tunnel| {
        let inside = |unit: &Unit| unit.side == side && unit.tunnel != NO_TUNNEL && usize::from(unit.tunnel) == n;
        tunnel.saw != [PieceSet::EMPTY; 2] || one.units.iter().any(inside)
    };
    for side in others() {
        let mut tunnels = one.tunnels[side].iter().zip(&two.tunnels[side]).enumerate();
        let ends = |position: &Position| position.tunnels[side].iter().map(|tunnel| tunnel.ends).collect::<Vec<_>>();
        if ends(one) != ends(two) {
            sink("a tunnel");
        }
        if tunnels.any(|(n, (one, two))| one.ends != two.ends && used(side, n, one)) {
            sink("a tunnel seen or occupied");
        }
        let forts =
            |position: &Position| position.forts.iter().filter(|fort| fort.side == side).copied().collect::<Vec<_>>();
        if forts(one) != forts(two) {
            sink("a Fortified Location");
        }
    }
    let both = |side: Side| one.tunnels[side].iter().zip(&two.tunnels[side]);
    let unlike = |(one, two): (&Tunnel, &Tunnel)| (one.saw, one.found) != (two.saw, two.found);
    if Side::BOTH.into_iter().flat_map(both).any(unlike) {
        sink("who saw or found a tunnel");
    }
    if others().filter(|side| !one.placed[*side]).any(|side| {
        units(&|one, two| one.side == side && one.area != NO_AREA && (one.at, one.kind) != (two.at, two.kind))
    }) {
        sink("a set-up in progress");
    }
}
