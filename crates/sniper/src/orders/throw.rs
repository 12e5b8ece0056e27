//! Throwing a grenade (SNP-B11, 39.62).

use board::LocationId;
use rules::Refusal;

use crate::mechanics::planned::{Planned, is_a_man};
use crate::printed::clause::{B5, B11};
use crate::printed::words::Grenade;
use crate::setting::marks::Marks;
use crate::setting::{Setting, underground};
use crate::state::man::Man;
use crate::state::plot::{Act, Plot};
use crate::view::SniperEyes;

/// Whether a man can throw a grenade (SNP-B11, 39.62), from where his path ends.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_throw(eyes: SniperEyes<'_>, planned: &Planned<'_>, at: LocationId, grenade: Grenade) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let flies = underground::may_throw(eyes.setting(), planned.end(eyes.setting()), at);
    // What rule 39 forbids is told before what he is short of, and that before what the base game forbids.
    if flies.as_ref().is_err_and(|refusal| refusal.clause != B11) {
        return flies;
    }
    can_throw(eyes.setting(), planned, planned.spent(eyes.setting()), grenade)?;
    flies
}

/// Whether a man can throw at all, who has spent so many movement points.
///
/// # Errors
/// The refusal.
#[inline]
pub fn can_throw(setting: &Setting, planned: &Planned<'_>, spent: u8, grenade: Grenade) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let left = match grenade {
        Grenade::Frag => planned.man.frag,
        Grenade::Smoke => planned.man.smoke,
    };
    B11.forbids(left == 0, "he has no such grenade")?;
    let spent = spent.saturating_add(setting.tables.movement.throw);
    B5.forbids(spent > planned.points, "he has not movement points enough to throw")
}

/// Where a man can throw, as far as he can throw at all.
#[inline]
#[must_use]
pub fn throws<'a>(setting: &'a Setting, planned: &Planned<'_>, grenade: Grenade) -> Option<&'a Marks> {
    can_throw(setting, planned, planned.spent(setting), grenade).ok()?;
    setting.throws(planned.end(setting))
}

/// His plot with the act.
#[inline]
#[must_use]
pub const fn plotted(man: &Man, at: LocationId, grenade: Grenade) -> Plot {
    Plot { act: Some(Act::Throw { at, grenade }), ..man.plot }
}
