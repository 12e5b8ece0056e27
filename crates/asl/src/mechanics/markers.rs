//! Markers that are taken off all at once (ASL-A1).

use rules::{Clause, Side, Turn};

use crate::printed::clause::A1;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;

/// Takes markers off all units that bear them.
pub fn clear(turn: &mut impl Turn<Asl>, flags: &[Flag]) {
    for &flag in flags {
        if turn.position().units.bearing(flag).is_empty() {
            continue;
        }
        for side in Side::BOTH {
            clear_side(turn, A1, side, flag);
        }
    }
}

/// Takes a marker off all units of a side that bear it.
pub fn clear_side(turn: &mut impl Turn<Asl>, clause: Clause, side: Side, flag: Flag) {
    let units = &turn.position().units;
    if !(units.bearing(flag) & units.of(side)).is_empty() {
        turn.change(clause, Change::Clear { side, flag });
    }
}
