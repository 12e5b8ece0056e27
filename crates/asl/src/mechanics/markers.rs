//! Removal of markers from many units at once (ASL-A1).

use std::ops::BitOr;

use rules::{Clause, Resolver, Side};

use crate::printed::clause::A1;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;

/// Removes markers from all units that have them; `flags` are at most 64.
pub fn clear(resolver: &mut impl Resolver<Asl>, flags: &[Flag]) {
    // Which of them any unit has can't be foretold. As bits they are found all at once.
    let units = &resolver.position().units;
    let bit = |(n, flag): (usize, &Flag)| u64::from(!units.bearing(*flag).is_empty()) << n;
    let mut borne = flags.iter().enumerate().map(bit).fold(0, u64::bitor);
    while let Some(&flag) = flags.get(borne.trailing_zeros() as usize) {
        borne &= borne - 1;
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
