//! Taking a posture (SNP-B4, 39.11, 39.31).

use rules::Refusal;

use crate::mechanics::planned::Planned;
use crate::printed::clause::{B4, B5, S39_11, S39_31};
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::entering::posture_cost;
use crate::state::man::Man;
use crate::state::plot::Plot;

/// Whether a man can take a posture first (SNP-B4, 39.11, 39.31).
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_take(setting: &Setting, planned: &Planned<'_>, to: Posture) -> Result<(), Refusal> {
    may_still_take(planned)?;
    let middle = setting.is_middle(planned.at);
    S39_31.forbids(middle && to == Posture::Prone, "nobody lies on a ladder")?;
    S39_11.forbids(middle && to == Posture::Standing, "at middle level he ducks or leans out")?;
    S39_11.forbids(!middle && to.is_on_ladder(), "only at middle level does one duck or lean out")?;
    B4.forbids(to == planned.posture, "that is his posture")?;
    let cost = posture_cost(setting, planned.man.posture, to);
    B5.forbids(cost > planned.points, "he has not movement points enough")
}

/// Whether a man's posture may still be plotted.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_still_take(planned: &Planned<'_>) -> Result<(), Refusal> {
    let plot = &planned.man.plot;
    B4.forbids(!plot.path.is_empty() || plot.act.is_some(), "his posture is plotted first: clear his plot")
}

/// His plot with the posture, if it is not the one he has.
#[inline]
#[must_use]
pub fn plotted(man: &Man, to: Posture) -> Plot {
    Plot { posture: (to != man.posture).then_some(to), ..man.plot }
}
