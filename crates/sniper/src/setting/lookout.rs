//! What can be watched from a place (SNP-B16), whoever is there now.

use board::LocationId;
use rules::{Refusal, referee_clauses};

use crate::printed::clause::{B8, B16};
use crate::printed::tables::WATCH;
use crate::printed::terrain::Barrier;
use crate::printed::words::Posture;
use crate::setting::sight::{self, Eye, Stand};
use crate::setting::spot::{Level, Spot};
use crate::setting::{Setting, underground};

/// Why a prone man can't fire out of his hex.
pub(crate) const LOW: &str = "a prone man can't fire through a door or window of his own hex";

/// A man's eyes with what is looked up of them once, to be asked of many places.
#[derive(Clone, Copy, Debug)]
pub struct Lookout<'a> {
    setting: &'a Setting,
    eye: Eye,
    from: &'a Spot,
    stand: Stand<'a>,
}

impl<'a> Lookout<'a> {
    /// Of a man's eyes.
    ///
    /// # Errors
    /// For a place that is none.
    #[inline]
    pub fn of(setting: &'a Setting, eye: Eye) -> Result<Lookout<'a>, Refusal> {
        match (setting.spot(eye.at), Stand::of(setting, eye)) {
            (Some(from), Some(stand)) => Ok(Lookout { setting, eye, from, stand }),
            _ => Err(no_such_place()),
        }
    }

    /// Whether a place can be watched.
    ///
    /// # Errors
    /// The refusal.
    #[inline]
    pub fn may_watch(&self, at: LocationId) -> Result<(), Refusal> {
        let target = self.setting.spot(at).ok_or_else(no_such_place)?;
        B16.forbids(at == self.eye.at, "a man can't fire into his own place")?;
        if !self.could_see(at) {
            return Err(underground::unseen(self.eye, self.from, target));
        }
        let low = is_below_the_sill(self.setting, self.eye, at);
        B8.forbids(low, LOW)?;
        B16.forbids(self.is_far(at, target), "a man can't watch a place more than 15 hexes away")
    }

    /// Whether a place is too far away to be watched: in a sewer none is.
    #[inline]
    fn is_far(&self, at: LocationId, target: &Spot) -> bool {
        target.level != Level::Sewer && self.setting.distance(self.eye.at, at) > WATCH
    }

    /// Whether a place is so far away that it need not be looked at more closely.
    #[inline]
    #[must_use]
    pub fn is_out_of_range(&self, at: LocationId) -> bool {
        B16.is_in_force() && self.setting.spot(at).is_none_or(|target| self.is_far(at, target))
    }

    /// Whether a door or window can be watched: one side of it at least.
    ///
    /// # Errors
    /// The refusal.
    pub fn may_watch_side(&self, at: LocationId, beyond: LocationId) -> Result<(), Refusal> {
        let aperture = sight::between(self.setting, at, beyond).is_some_and(Barrier::is_aperture);
        B16.forbids(!aperture, "there is no door or window between these two places")?;
        let [one, other] = if at == self.eye.at { [beyond, at] } else { [at, beyond] };
        self.may_watch(one).or_else(|why| self.may_watch(other).map_err(|_| why))
    }

    /// Whether he would see somebody who shows himself in a place, smoke aside.
    #[inline]
    fn could_see(&self, at: LocationId) -> bool {
        let posture = if self.setting.is_middle(at) { Posture::Leaning } else { Posture::Standing };
        let there = Stand::of(self.setting, Eye { at, posture });
        there.is_some_and(|there| self.stand.sees(self.setting, &[], &there).is_some())
    }
}

fn no_such_place() -> Refusal {
    Refusal::new(referee_clauses::NAMES, "unknown place")
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
