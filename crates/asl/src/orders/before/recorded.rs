//! Ending the recording (B8.6b).

use rules::{Side, Turn};

use crate::printed::clause::B8_6B;
use crate::state::Asl;
use crate::state::change::Change;

/// A side has recorded all it will. The question goes when both have.
pub fn end(turn: &mut impl Turn<Asl>, side: Side) {
    turn.change(B8_6B, Change::Recorded { side });
    let recorded = turn.position().recorded;
    if recorded.a && recorded.b {
        turn.pop();
    }
}
