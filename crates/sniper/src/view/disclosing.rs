//! Changes that could disclose something to the other side.

use crate::state::change::Change;

/// Returns whether a change could disclose something to the other side. Always true, since undo is not offered in this
/// game: whether undo is possible would show whether the other side is ready.
#[must_use]
pub const fn could_disclose(_: &Change) -> bool {
    true
}

/// Returns whether two changes are shown as one because they happened at once.
#[must_use]
pub fn simultaneous(one: &Change, next: &Change) -> bool {
    one.is_of_a_sweep() && (next.is_of_a_sweep() || *next == Change::Look)
}
