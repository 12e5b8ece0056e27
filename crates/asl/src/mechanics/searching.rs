//! What a Search or a Mopping Up finds, and what it costs the searchers (ASL-A57, ASL-A58).
//!
//! It looks the same wherever nothing is found: below ground nothing is looked for.

use arrayvec::ArrayVec;
use board::{HexId, LocationId};
use rules::{Audience, FaceClasses, PieceSet, Pool, Resolver, Side};

use crate::mechanics::gaining::{lax, stealthy};
use crate::mechanics::{concealment, morale};
use crate::printed::clause::A57;
use crate::printed::flags::Flag;
use crate::printed::tables::SEARCH_CASUALTY;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns the modifier by the men who search, or who are found: one less for each half-squad beyond the first, the best
/// leader, those who are Lax or Stealthy.
#[must_use]
pub fn modifier(men: Seen<'_>) -> i16 {
    let all = || men.iter().map(|(_, unit, _)| unit);
    let halves: i16 = all().map(|unit| i16::from(unit.kind.half_squads())).sum();
    let led = all().filter(|unit| morale::leads(unit)).map(|leader| i16::from(morale::leadership(leader))).min();
    let lax = all().map(|unit| lax(unit.kind)).max().unwrap_or(0);
    let stealthy = all().map(|unit| stealthy(unit.kind)).min().unwrap_or(0);
    led.unwrap_or(0) + lax + stealthy - (halves - 1).max(0)
}

/// Returns whether a Location is above ground in one of some hexes.
fn is_in(eyes: AslEyes<'_>, hexes: &[HexId], at: LocationId) -> bool {
    let setting = eyes.setting();
    !setting.is_below(at) && setting.hex(at).is_some_and(|hex| hexes.contains(&hex))
}

/// Returns those of some pieces that are above ground in some hexes.
fn inside<'a>(eyes: AslEyes<'a>, pieces: Seen<'a>, hexes: &[HexId]) -> Seen<'a> {
    pieces.only(pieces.iter().filter(|(_, _, at)| is_in(eyes, hexes, *at)).map(|(piece, _, _)| piece).collect())
}

/// Finds all that the enemy of a side has above ground in some hexes: units under a "?" are shown, hidden ones come under
/// a "?", and Fortified Locations become known.
pub fn find(resolver: &mut impl Resolver<Asl>, side: Side, hexes: &[HexId]) {
    let enemy = side.other();
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let units = eyes.of(enemy).units();
    let there = inside(eyes, units.but(units.lying(Cover::Open).group()), hexes);
    let (under, hidden) = (there.lying(Cover::Concealed).group(), there.lying(Cover::Hidden).group());
    let forts: ArrayVec<LocationId, 16> =
        eyes.forts_of(enemy).filter(|fort| !fort.known && is_in(eyes, hexes, fort.at)).map(|fort| fort.at).collect();
    concealment::show(resolver, under);
    concealment::come_under(resolver, hidden);
    for at in forts {
        resolver.change(A57, Change::FortKnown { side: enemy, at });
    }
}

/// Makes the casualty dr, if enemies in Good Order are above ground in some hexes. It may reduce one of the searchers.
pub fn casualties(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet, hexes: &[HexId]) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let found = inside(eyes, eyes.of(side.other()).men().good(), hexes);
    if found.is_empty() {
        return;
    }
    let drm = modifier(found);
    let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "search casualties", A57).credited_to(side.other())).sum();
    let (dr, drm) = (dr as u8, drm as i8);
    resolver.report(A57, Audience::All, Report::SearchCasualties { side, dr, drm });
    if dr as i8 + drm > SEARCH_CASUALTY {
        return;
    }
    for unit in morale::select(resolver, units, 1).iter() {
        concealment::lose(resolver, unit);
        morale::reduce(resolver, unit);
    }
}

/// Marks units that have searched: they are TI.
pub fn tire(resolver: &mut impl Resolver<Asl>, units: PieceSet, flags: &[Flag]) {
    for unit in units.iter() {
        if resolver.position().unit(unit).is_some_and(|unit| unit.at.is_some()) {
            for &flag in flags {
                resolver.change(A57, Change::Flag { unit, flag, on: true });
            }
        }
    }
}
