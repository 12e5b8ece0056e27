//! Changes that could make something known.

use crate::state::change::Change;

/// Returns whether a change could make something known to the other side, whether or not a unit sees it.
#[must_use]
pub fn could_disclose(change: &Change) -> bool {
    matches!(
        change,
        Change::SetUpOver { .. }
            | Change::Cover { .. }
            | Change::FortKnown { .. }
            | Change::Barred { .. }
            | Change::Rubble { .. }
            | Change::Gone { .. }
            | Change::Created { .. }
            | Change::SawTunnel { .. }
            | Change::TunnelGone { .. }
    )
}
