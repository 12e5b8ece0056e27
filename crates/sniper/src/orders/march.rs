//! Going somewhere by the cheapest way (SNP-B5).

use board::LocationId;
use rules::{Piece, Refusal, house};

use crate::mechanics::planned::{Planned, TAKEN, is_taken, may_still_move, place};
use crate::printed::clause::{B5, S39_41};
use crate::setting::Setting;
use crate::setting::reach::Reach;
use crate::state::man::Man;
use crate::state::plot::Plot;
use crate::view::SniperEyes;

/// A man who may march, by the cheapest way and in place of the steps plotted so far (SNP-B5).
#[derive(Clone, Copy)]
pub struct Marching<'a> {
    eyes: SniperEyes<'a>,
    piece: Piece,
    reach: &'a Reach,
    points: u8,
}

impl<'a> Marching<'a> {
    fn is_closed(&self, at: LocationId) -> bool {
        is_taken(self.eyes, self.piece, at)
    }

    /// The places within reach, if the way to all of them is free.
    #[inline]
    #[must_use]
    pub fn all(self) -> Option<&'a [LocationId]> {
        let closed = self.reach.any_closed(self.points, |at| self.is_closed(at));
        (!closed).then(|| self.reach.places(self.points))
    }

    /// The places to which the way is free.
    pub fn free(self) -> impl Iterator<Item = LocationId> + use<'a> {
        let places = self.reach.places(self.points).iter().copied().enumerate();
        places.filter(move |(n, _)| !self.reach.is_barred(*n, |at| self.is_closed(at))).map(|(_, at)| at)
    }
}

/// A man who may march.
///
/// # Errors
/// Why he may not.
#[inline]
pub fn marching<'a>(eyes: SniperEyes<'a>, planned: &Planned<'a>) -> Result<Marching<'a>, Refusal> {
    may_still_move(planned)?;
    let reach = planned.reach(eyes.setting());
    let (reach, points) = reach.ok_or_else(|| Refusal::new(house::NAMES, "he is nowhere"))?;
    Ok(Marching { eyes, piece: planned.piece, reach, points })
}

/// Whether a man can march somewhere (SNP-B5).
///
/// # Errors
/// The refusal.
pub fn may_march(eyes: SniperEyes<'_>, planned: &Planned<'_>, to: LocationId) -> Result<(), Refusal> {
    place(eyes, to)?;
    let marching = marching(eyes, planned)?;
    let Some(n) = marching.reach.find(to, marching.points) else {
        return Err(Refusal::new(B5, "he knows no way there that his movement points allow"));
    };
    S39_41.forbids(marching.reach.is_barred(n, |at| marching.is_closed(at)), TAKEN)
}

/// His plot with the way there; `None` if there is none.
#[inline]
#[must_use]
pub fn plotted(setting: &Setting, piece: Piece, man: &Man, to: LocationId) -> Option<Plot> {
    let (reach, points) = Planned::of(setting, piece, man, man.at?).reach(setting)?;
    Some(Plot { path: reach.path(reach.find(to, points)?), ..man.plot })
}
