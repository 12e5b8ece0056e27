//! What a change could make known, and which changes are told as one.

use crate::setting::Setting;
use crate::state::change::Change;

/// Whether a change could make something known to the other side: whatever shows a hidden unit, or that one is there, and
/// coming next to a place where one could be, for whoever is not found there is known not to be.
#[must_use]
pub fn could_disclose(setting: &Setting, change: &Change) -> bool {
    match change {
        Change::Shown { .. } | Change::Barred { .. } => true,
        Change::Placed { at, .. } => setting.is_near_hideout(*at),
        _ => false,
    }
}

/// Whether two changes are told together.
#[must_use]
pub fn simultaneous(one: &Change, next: &Change) -> bool {
    // Who is shown is shown by a clause of its own: what he does is told after it.
    let sweep =
        |change: &Change| matches!(change, Change::Activity { .. } | Change::Fought { .. } | Change::Traded { .. });
    let shown = |change: &Change| matches!(change, Change::Shown { .. });
    let stack = |change: &Change| matches!(change, Change::Placed { .. });
    (sweep(one) && sweep(next)) || (shown(one) && shown(next)) || (stack(one) && stack(next))
}
