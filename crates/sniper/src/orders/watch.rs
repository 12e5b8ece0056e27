//! Watching a place, or a stretch of a sewer (SNP-B16).

use board::LocationId;
use rules::Refusal;

use crate::mechanics::planned::{Planned, can_watch, is_a_man, place};
use crate::setting::Setting;
use crate::setting::lookout::Lookout;
use crate::setting::marks::Marks;
use crate::state::man::Man;
use crate::state::plot::{Act, Plot};
use crate::view::SniperEyes;

/// Whether a man can wait to fire into a Location or stretch (SNP-B16).
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_watch(eyes: SniperEyes<'_>, planned: &Planned<'_>, at: LocationId) -> Result<(), Refusal> {
    is_a_man(planned)?;
    place(eyes, at)?;
    Lookout::of(eyes.setting(), planned.eye())?.may_watch(at)?;
    can_watch(planned)
}

/// What a man can watch, as far as he can watch at all.
#[inline]
#[must_use]
pub fn watches<'a>(setting: &'a Setting, planned: &Planned<'_>) -> Option<&'a Marks> {
    can_watch(planned).ok()?;
    setting.watches(planned.eye())
}

/// His plot with the act.
#[inline]
#[must_use]
pub const fn plotted(man: &Man, at: LocationId) -> Plot {
    Plot { act: Some(Act::Watch { at }), ..man.plot }
}
