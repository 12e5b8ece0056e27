//! Men placed in secret before the first turn (SNP-B19), and where nobody may begin (39.8).

use board::LocationId;
use rules::{Piece, Refusal, house};

use crate::clause::{B14, B19, S39_41};
use crate::eyes::SniperEyes;
use crate::position::Man;
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
    for (piece, man) in men {
        if piece != but && man.at.is_some_and(|at| setting.is_sewer(at)) {
            *if man.dummy { &mut already.dummies } else { &mut already.men } += 1;
        }
    }
    already
}

/// Whether a man or dummy may be placed somewhere.
///
/// # Errors
/// The refusal.
pub fn may_place(eyes: SniperEyes<'_>, piece: Piece, at: LocationId) -> Result<(), Refusal> {
    let (man, here) = eyes.mine(piece)?;
    let setting = eyes.setting();
    let spot = setting.spot(at).ok_or_else(|| Refusal::new(house::NAMES, "there is no such place"))?;
    let area = setting.area_of.get(piece.index()).copied().flatten().and_then(|area| setting.areas.get(area));
    let Some(area) = area else { return Err(Refusal::new(B19, "the scenario says where he begins")) };
    let already = below(setting, eyes.own().map(|(piece, man, _)| (piece, man)), piece);
    if let Some((clause, why)) = underground::barred_start(setting.kind, man.side, man.dummy, spot.level, already) {
        return Err(Refusal::new(clause, why));
    }
    B19.forbids(!area.contains(&at), "that is not in his area")?;
    B19.forbids(at == here, "he is there")?;
    let there = eyes.own().filter(|(other, _, place)| *other != piece && *place == at).count();
    S39_41.forbids(setting.is_middle(at) && there >= 1, "the middle level holds one man")?;
    B14.forbids(there >= room(setting, at), "that place is full")
}

/// Where a man or dummy may be placed.
pub fn places<'a>(eyes: SniperEyes<'a>, piece: Piece) -> impl Iterator<Item = LocationId> + use<'a> {
    let area = eyes.setting().area_of.get(piece.index()).copied().flatten();
    let area = area.and_then(|area| eyes.setting().areas.get(area));
    area.into_iter().flatten().copied().filter(move |at| may_place(eyes, piece, *at).is_ok())
}
