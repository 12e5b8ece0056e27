//! Changes that could reveal secrets, and changes that are shown as one event.

use crate::setting::Setting;
use crate::state::change::Change;

/// Whether a change could reveal something to the other side. This is a hidden unit that is shown or bars a way, or a
/// unit that comes next to a possible hideout: it is then known to be empty, or its unit is found.
#[must_use]
pub fn could_disclose(setting: &Setting, change: &Change) -> bool {
    match change {
        Change::Shown { .. } | Change::Barred { .. } => true,
        Change::Placed { at, .. } => setting.is_near_hideout(*at),
        _ => false,
    }
}

/// Whether two changes are shown as one event.
#[must_use]
pub fn simultaneous(one: &Change, next: &Change) -> bool {
    // A unit is shown by a change of its own; what it does comes after it.
    let sweep = |change: &Change| {
        let marks = matches!(change, Change::Fought { .. } | Change::Traded { .. } | Change::Spotted { .. });
        marks || matches!(change, Change::Activity { .. } | Change::Moved { .. })
    };
    let shown = |change: &Change| matches!(change, Change::Shown { .. });
    let stack = |change: &Change| matches!(change, Change::Placed { .. });
    (sweep(one) && sweep(next)) || (shown(one) && shown(next)) || (stack(one) && stack(next))
}
