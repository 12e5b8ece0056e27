//! Reloading (SNP-B17).

use rules::Refusal;

use crate::mechanics::planned::{Planned, all_points};
use crate::printed::clause::B17;
use crate::setting::Setting;
use crate::state::man::Man;
use crate::state::plot::{Act, Plot};

/// Whether a man can reload (SNP-B17).
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_reload(setting: &Setting, planned: &Planned<'_>) -> Result<(), Refusal> {
    all_points(planned)?;
    let full = setting.tables.weapon(planned.man.weapon).is_none_or(|weapon| planned.man.shots >= weapon.magazine);
    B17.forbids(full, "his magazine is full")
}

/// His plot with the act.
#[inline]
#[must_use]
pub const fn plotted(man: &Man) -> Plot {
    Plot { act: Some(Act::Reload), ..man.plot }
}
