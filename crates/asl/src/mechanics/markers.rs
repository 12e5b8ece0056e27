//! Removal of markers from many units at once (ASL-A1).

use rules::{Clause, Resolver, Side};

use crate::printed::clause::A1;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;

/// Removes markers from all units that have them.
pub fn clear(resolver: &mut impl Resolver<Asl>, flags: &[Flag]) {
    for &flag in flags {
        if resolver.position().units.bearing(flag).is_empty() {
            continue;
        }
        for side in Side::BOTH {
            clear_side(resolver, A1, side, flag);
        }
    }
}

/// Removes a marker from all units of a side that have it.
pub fn clear_side(resolver: &mut impl Resolver<Asl>, clause: Clause, side: Side, flag: Flag) {
    let units = &resolver.position().units;
    if !(units.bearing(flag) & units.of(side)).is_empty() {
        resolver.change(clause, Change::Clear { side, flag });
    }
}
