//! Places that can be watched from a place (SNP-B16), independent of the men there now.

use board::LocationId;
use rules::{Refusal, referee_clauses};

use crate::printed::clause::{B16, B31};
use crate::printed::tables::WATCH;
use crate::printed::terrain::Barrier;
use crate::printed::words::Posture;
use crate::setting::sight::{self, Eye, Stand};
use crate::setting::spot::{Level, Spot};
use crate::setting::{Setting, underground};

/// Refusal for a prone man who fires out of his hex.
pub(crate) const LOW: &str = "a prone man can't see or fire through a window of his own hex: plot “Stand up” first";

/// A man's eyes with the data of his place, looked up once for many queries.
#[derive(Clone, Copy, Debug)]
pub struct Lookout<'a> {
    setting: &'a Setting,
    eye: Eye,
    from: &'a Spot,
    stand: Stand<'a>,
}

impl<'a> Lookout<'a> {
    /// Looks up the data for a man's eyes.
    ///
    /// # Errors
    /// Refuses if the place is unknown.
    #[inline]
    pub fn of(setting: &'a Setting, eye: Eye) -> Result<Lookout<'a>, Refusal> {
        match (setting.spot(eye.at), Stand::of(setting, eye)) {
            (Some(from), Some(stand)) => Ok(Lookout { setting, eye, from, stand }),
            _ => Err(no_such_place()),
        }
    }

    /// Checks that a place can be watched.
    ///
    /// # Errors
    /// Refuses if the place is unknown, his own, out of sight, too far away, or behind a sill for a prone man.
    #[inline]
    pub fn may_watch(&self, at: LocationId) -> Result<(), Refusal> {
        let target = self.setting.spot(at).ok_or_else(no_such_place)?;
        B16.forbids(at == self.eye.at, "a man can't fire into his own place")?;
        B31.forbids(is_below_the_sill(self.setting, self.eye, at), LOW)?;
        if !self.could_see(at) {
            return Err(underground::unseen(self.eye, self.from, target));
        }
        B16.forbids(self.is_far(at, target), "a man can't watch a place more than 15 hexes away")
    }

    /// Returns whether a place is too far away to be watched. Distance doesn't count in a sewer.
    #[inline]
    fn is_far(&self, at: LocationId, target: &Spot) -> bool {
        target.level != Level::Sewer && self.setting.distance(self.eye.at, at) > WATCH
    }

    /// Returns whether a place is certainly too far away, for a quick rejection.
    #[inline]
    #[must_use]
    pub fn is_out_of_range(&self, at: LocationId) -> bool {
        B16.is_in_force() && self.setting.spot(at).is_none_or(|target| self.is_far(at, target))
    }

    /// Checks that a door or window can be watched, from at least one of its sides.
    ///
    /// # Errors
    /// Refuses if there is no door or window, or neither side can be watched.
    pub fn may_watch_side(&self, at: LocationId, beyond: LocationId) -> Result<(), Refusal> {
        let aperture = sight::between(self.setting, at, beyond).is_some_and(Barrier::is_aperture);
        B16.forbids(!aperture, "there is no door or window between these two places")?;
        let [one, other] = if at == self.eye.at { [beyond, at] } else { [at, beyond] };
        self.may_watch(one).or_else(|why| self.may_watch(other).map_err(|_| why))
    }

    /// Returns whether he would see an enemy who appears in a place, ignoring smoke.
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

/// Returns whether a man lies in a hex through whose window he would have to see and fire (SNP-B31).
pub(crate) fn is_below_the_sill(setting: &Setting, eye: Eye, at: LocationId) -> bool {
    let (Some(from), Some(to)) = (setting.spot(eye.at), setting.spot(at)) else {
        return false;
    };
    eye.posture == Posture::Prone && from.hex != to.hex && from.windows && sight::is_window(setting, from, to.hex)
}
