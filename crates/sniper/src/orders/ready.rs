//! Having plotted, or set up, all one wants (SNP-B2).

use rules::{Side, Turn};

use crate::printed::clause::B2;
use crate::state::Sniper;
use crate::state::change::Change;

/// A side is ready.
#[inline]
pub fn ready(turn: &mut impl Turn<Sniper>, side: Side) {
    turn.change(B2, Change::Ready { side, now: true });
}
