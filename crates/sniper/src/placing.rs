//! Men placed in secret before the first turn (SNP-B19), and where nobody may begin (39.8).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, Refusal, house};

use crate::clause::{B14, B19, S39_41};
use crate::eyes::SniperEyes;
use crate::position::{MEN, Man};
use crate::setting::Setting;
use crate::underground::{self, BelowAlready};

/// How many men of a side a place holds (SNP-B14, 39.41).
#[inline]
#[must_use]
pub fn room(setting: &Setting, at: LocationId) -> usize {
    if setting.is_middle(at) && S39_41.is_in_force() { 1 } else { 2 }
}

/// Who of these are at sewer level, one left out.
pub fn below<'m>(setting: &Setting, men: impl Iterator<Item = (Piece, &'m Man)>, but: Piece) -> BelowAlready {
    let mut already = BelowAlready::default();
    men.filter(|(piece, _)| *piece != but).for_each(|(_, man)| already.add(setting, man, 1));
    already
}

impl BelowAlready {
    /// Counts a man or dummy who is at sewer level, or takes him off the count with -1.
    fn add(&mut self, setting: &Setting, man: &Man, by: isize) {
        if man.at.is_some_and(|at| setting.is_sewer(at)) {
            let count = if man.dummy { &mut self.dummies } else { &mut self.men };
            *count = count.saturating_add_signed(by);
        }
    }
}

/// A side that places its men: what they take up already.
pub struct Placing<'a> {
    eyes: SniperEyes<'a>,
    own: ArrayVec<(Piece, LocationId), MEN>,
    below: BelowAlready,
}

impl<'a> Placing<'a> {
    /// A side as it stands.
    #[must_use]
    pub fn new(eyes: SniperEyes<'a>) -> Self {
        let mut placing = Placing { eyes, own: ArrayVec::new(), below: BelowAlready::default() };
        for (piece, man, at) in eyes.own() {
            placing.own.push((piece, at));
            placing.below.add(eyes.setting(), man, 1);
        }
        placing
    }

    /// Whether a man or dummy may be placed somewhere.
    ///
    /// # Errors
    /// The refusal.
    pub fn may_place(&self, piece: Piece, at: LocationId) -> Result<(), Refusal> {
        let setting = self.eyes.setting();
        let (man, here) = self.eyes.mine(piece)?;
        let spot = setting.spot(at).ok_or_else(|| Refusal::new(house::NAMES, "there is no such place"))?;
        let Some(area) = setting.area(piece) else {
            return Err(Refusal::new(B19, "the scenario says where he begins"));
        };
        let mut others = self.below;
        others.add(setting, man, -1);
        if let Some((clause, why)) = underground::barred_start(setting.kind, man.side, man.dummy, spot.level, others) {
            return Err(Refusal::new(clause, why));
        }
        B19.forbids(!area.contains(&at), "that is not in his area")?;
        self.has_room(piece, here, at)
    }

    fn has_room(&self, piece: Piece, here: LocationId, at: LocationId) -> Result<(), Refusal> {
        let setting = self.eyes.setting();
        B19.forbids(at == here, "he is there")?;
        let there = self.own.iter().filter(|(other, place)| *place == at && *other != piece).count();
        S39_41.forbids(setting.is_middle(at) && there >= 1, "the middle level holds one man")?;
        B14.forbids(there >= room(setting, at), "that place is full")
    }

    /// Where a man or dummy may be placed.
    pub fn places(&self, piece: Piece) -> impl Iterator<Item = LocationId> {
        let setting = self.eyes.setting();
        let mine = self.eyes.mine(piece).ok();
        let mut others = self.below;
        if let Some((man, _)) = mine {
            others.add(setting, man, -1);
        }
        let area = setting.area(piece).filter(|_| mine.is_some()).unwrap_or_default();
        area.iter().copied().filter(move |at| {
            let (Some((man, here)), Some(spot)) = (mine, setting.spot(*at)) else { return false };
            underground::barred_start(setting.kind, man.side, man.dummy, spot.level, others).is_none()
                && self.has_room(piece, here, *at).is_ok()
        })
    }
}
