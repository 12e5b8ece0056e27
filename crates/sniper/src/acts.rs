//! Plotting: what a man does besides moving (SNP-B8, SNP-B11, SNP-B16, SNP-B17), by the eyes of his side.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::Refusal;

use crate::clause::{B5, B8, B11, B17, B18, S39_61A};
use crate::eyes::SniperEyes;
use crate::lookout::Lookout;
use crate::marks::Marks;
use crate::order::{Grenade, Posture, WatchSide};
use crate::plan::{Planned, place};
use crate::position::MEN;
use crate::setting::{Level, Setting};
use crate::sight::{self, Eye, Stand};
use crate::underground;

/// A dummy only moves (SNP-B18).
#[inline]
fn is_a_man(planned: &Planned<'_>) -> Result<(), Refusal> {
    B18.forbids(planned.man.dummy, "a dummy only moves")
}

/// What takes all movement points: firing and reloading (SNP-B5).
#[inline]
fn all_points(planned: &Planned<'_>) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let busy = !planned.man.plot.path.is_empty() || planned.posture_cost > 0;
    B5.forbids(busy, "that takes all his movement points: clear his plot first")
}

/// What it takes to fire or watch, wherever it is (SNP-B5, SNP-B17).
///
/// # Errors
/// The refusal.
#[inline]
pub fn can_watch(planned: &Planned<'_>) -> Result<(), Refusal> {
    all_points(planned)?;
    B17.forbids(planned.man.shots == 0, "his magazine is empty")
}

/// Whether a man can fire into a Location (SNP-B8, 39.61A). What rule 39 forbids is told before what he is short of.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_fire(eyes: SniperEyes<'_>, planned: &Planned<'_>, at: LocationId) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let target = place(eyes, at)?;
    B8.forbids(at == planned.at, "nobody fires into the place he is in")?;
    if S39_61A.is_in_force() {
        let mut any = false;
        let side = planned.man.side;
        let seen = eyes.enemies_at(side, at).any(|(_, enemy)| {
            any = true;
            sight::sees(eyes.setting(), eyes.smoke(), planned.eye(), Eye { at, posture: enemy.posture }).is_some()
        });
        S39_61A.forbids(!any, "you see no enemy there")?;
        if !seen {
            return Err(underground::unseen(planned.eye(), place(eyes, planned.at)?, target));
        }
    }
    can_watch(planned)?;
    is_in_range(eyes.setting(), planned, at)
}

/// Whether a man's weapon can be brought to bear on a place he sees.
#[inline]
fn is_in_range(setting: &Setting, planned: &Planned<'_>, at: LocationId) -> Result<(), Refusal> {
    let low = is_below_the_sill(setting, planned.eye(), at);
    B8.forbids(low, "lying, he cannot fire through an aperture of his hex")?;
    let range = crate::fire::range(setting, planned.at, at);
    let weapon = setting.tables.weapon(planned.man.weapon);
    let reaches = weapon.is_some_and(|weapon| weapon.attack_at(range).is_some());
    B8.forbids(!reaches, "his weapon does not reach so far")
}

/// Whether a man lies behind an aperture of his own hex, through which he would have to fire. A man who leans out of a
/// manhole is prone as a modifier only (39.61C).
pub(crate) fn is_below_the_sill(setting: &Setting, eye: Eye, at: LocationId) -> bool {
    let (Some(from), Some(to)) = (setting.spot(eye.at), setting.spot(at)) else {
        return false;
    };
    eye.posture == Posture::Prone
        && from.hex != to.hex
        && matches!(from.level, Level::Surface(_))
        && sight::threshold(&setting.board, from.hex, to.hex).is_aperture()
}

/// Everywhere a man can fire, each place once.
#[inline]
#[must_use]
pub fn fires(eyes: SniperEyes<'_>, planned: &Planned<'_>) -> ArrayVec<LocationId, MEN> {
    let mut places = ArrayVec::new();
    if can_watch(planned).is_err() {
        return places;
    }
    let Some(own) = Stand::of(eyes.setting(), planned.eye()) else {
        return places;
    };
    for (_, enemy, at) in eyes.enemies(planned.man.side).filter(|(_, _, at)| *at != planned.at) {
        let there = Stand::of(eyes.setting(), Eye { at, posture: enemy.posture });
        let sees = |there| own.sees(eyes.setting(), eyes.smoke(), &there).is_some();
        let seen = there.is_some_and(sees) || !S39_61A.is_in_force();
        if seen && !places.contains(&at) && is_in_range(eyes.setting(), planned, at).is_ok() {
            places.push(at);
        }
    }
    places
}

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

/// Whether a man can wait to fire at a door or window (SNP-B16): at who shows himself on either side of it.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_watch_side(
    eyes: SniperEyes<'_>,
    planned: &Planned<'_>,
    WatchSide { at, beyond, .. }: WatchSide,
) -> Result<(), Refusal> {
    is_a_man(planned)?;
    place(eyes, at)?;
    place(eyes, beyond)?;
    Lookout::of(eyes.setting(), planned.eye())?.may_watch_side(at, beyond)?;
    can_watch(planned)
}

/// What a man can watch, as far as he can watch at all.
#[inline]
#[must_use]
pub fn watches<'a>(setting: &'a Setting, planned: &Planned<'_>) -> Option<&'a Marks> {
    can_watch(planned).ok()?;
    setting.watches(planned.eye())
}

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
