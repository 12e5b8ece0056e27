//! Staying and doing nothing (SNP-B2).

use rules::Refusal;

use crate::mechanics::planned::Planned;
use crate::printed::clause::B2;
use crate::state::plot::Plot;

/// Whether a man's plot can be cleared (SNP-B2).
///
/// # Errors
/// When there is none to clear.
#[inline]
pub fn may_clear(planned: &Planned<'_>) -> Result<(), Refusal> {
    B2.forbids(planned.man.plot.is_empty(), "he has no plot")
}

/// A plot with nothing in it.
#[inline]
#[must_use]
pub fn plotted() -> Plot {
    Plot::default()
}
