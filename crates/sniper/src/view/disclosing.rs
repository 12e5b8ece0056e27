//! What could tell the other side something.

use crate::state::change::Change;

/// Whether a change could make something known to the other side. Nothing is taken back in this game: whether one could
/// would tell whether the other side is ready.
#[must_use]
pub const fn could_disclose(_: &Change) -> bool {
    true
}

/// Whether two changes are looked at as one: they have happened at once.
#[must_use]
pub fn simultaneous(one: &Change, next: &Change) -> bool {
    one.is_of_a_sweep() && (next.is_of_a_sweep() || *next == Change::Look)
}
