//! Rubble that charges make (ASL-A72, B8.5d).

use arrayvec::ArrayVec;
use board::{Direction, LocationId};
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver};

use crate::mechanics::concealment;
use crate::printed::clause::{A23, A72, B8_5D, B8_5E};
use crate::printed::terrain::Terrain;
use crate::printed::words::Fate;
use crate::setting::{Place, STEPS, Spot};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::FightReport;
use crate::view::AslEyes;

/// Makes the rubble dr after an Original KIA, and returns whether the Location falls. A sewer counts as a stone
/// building (B8.5d).
pub fn may_fall(resolver: &mut impl Resolver<Asl>, at: LocationId, kia: u8) -> bool {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(spot) = eyes.setting().spot(at) else { return false };
    let below = spot.place == Place::Sewer;
    let harder = match eyes.terrain(spot) {
        _ if below && B8_5D.is_in_force() => 1,
        _ if below => return false,
        Terrain::Stone if matches!(spot.place, Place::Ground | Place::Floor) => 1,
        Terrain::Wood if matches!(spot.place, Place::Ground | Place::Floor) => 0,
        _ => return false,
    };
    let clause = if below { B8_5D } else { A72 };
    if !clause.is_in_force() {
        return false;
    }
    let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "rubble", clause)).sum() as u8 + harder;
    let falls = dr <= kia;
    resolver.report(clause, Audience::All, FightReport::Rubble { at, dr, kia, falls }.into());
    if falls {
        bring_down(resolver, clause, at);
    }
    falls
}

/// Turns a Location into rubble: all who are in it, and all above it, are eliminated. An upper floor may bring the whole
/// building down (B24.121), and its rubble may fall into a neighbouring hex (B24.12). Nothing happens where there is no
/// building and no sewer.
pub fn bring_down(resolver: &mut impl Resolver<Asl>, clause: Clause, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(spot) = eyes.setting().spot(at).cloned() else { return };
    if spot.place == Place::Sewer {
        bury(resolver, clause, |place| place == at);
        return resolver.change(B8_5E, Change::Buried { at: spot.ground });
    }
    if !eyes.terrain(&spot).is_building() {
        return;
    }
    let upper = floors(resolver, &spot, spot.level.max(1));
    let fallen = match spot.place {
        Place::Floor => {
            bury_all(resolver, clause, |place| upper.contains(&place));
            for at in &upper {
                resolver.change(A72, Change::Ruined { at: *at });
            }
            let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "collapse", A72)).sum() as u8;
            let weight = u8::try_from(upper.len().saturating_sub(1)).unwrap_or(0);
            let falls = dr + weight >= COLLAPSE;
            if falls {
                resolver.report(A72, Audience::All, FightReport::Collapses { at: spot.ground, dr }.into());
            }
            falls
        }
        _ => true,
    };
    if fallen {
        fill(resolver, clause, &spot);
    }
    if !upper.is_empty() {
        fall_over(resolver, &spot, upper.len());
    }
}

/// Lowest dr with which a rubbled floor brings the building down (B24.121), with 1 for each level above it.
const COLLAPSE: u8 = 6;
/// Lowest coloured die with which rubble falls into the next hex (B24.12), with 1 for each upper level.
const FALLS: u16 = 7;

/// Returns the floors of a hex from a level up that stand.
fn floors(resolver: &impl Resolver<Asl>, spot: &Spot, from: i8) -> ArrayVec<LocationId, STEPS> {
    let setting = resolver.setting();
    let all = setting.board.at(spot.hex).iter().copied();
    let floor = |at: &LocationId| {
        setting.spot(*at).is_some_and(|floor| floor.place == Place::Floor && floor.level >= from)
            && !resolver.position().ruined.contains(at)
    };
    all.filter(floor).take(STEPS).collect()
}

/// Fills a hex with rubble: all who are above ground there are eliminated, and what was built there is gone.
fn fill(resolver: &mut impl Resolver<Asl>, clause: Clause, spot: &Spot) {
    let hex = spot.hex;
    let setting = resolver.setting();
    let in_it: ArrayVec<LocationId, STEPS> = setting
        .board
        .at(hex)
        .iter()
        .copied()
        .filter(|at| setting.spot(*at).is_some_and(|there| !there.place.is_below()))
        .take(STEPS)
        .collect();
    bury_all(resolver, clause, |place| in_it.contains(&place));
    resolver.change(A23, Change::Rubble { at: spot.ground });
    for at in in_it {
        let Some(place) = resolver.setting().place(at) else { continue };
        let built = matches!(place, Place::Floor | Place::Pillbox | Place::Entrenchment);
        if built && !resolver.position().ruined.contains(&at) {
            resolver.change(A72, Change::Ruined { at });
        }
    }
}

/// Rolls whether rubble of the upper floors falls into a neighbouring hex, and into which.
fn fall_over(resolver: &mut impl Resolver<Asl>, spot: &Spot, floors: usize) {
    let die = resolver.roll(Pool::open(1, FaceClasses::SUM, "falling rubble", A72)).sum();
    if die + u16::try_from(floors).unwrap_or(0) < FALLS {
        let report = FightReport::NoFall { from: spot.ground, dr: die as u8 };
        return resolver.report(A72, Audience::All, report.into());
    }
    let way = resolver.roll(Pool::open(1, FaceClasses::EACH, "direction", A72)).sum();
    let direction = Direction::nth(usize::from(way).saturating_sub(1));
    let setting = resolver.setting();
    let next = setting.board.grid().neighbour(spot.hex, direction).map(|hex| setting.board.ground(hex));
    let Some(there) = next.and_then(|to| setting.spot(to)).cloned().filter(|spot| spot.terrain != Terrain::Water)
    else {
        let report = FightReport::NoFall { from: spot.ground, dr: die as u8 };
        return resolver.report(A72, Audience::All, report.into());
    };
    resolver.report(A72, Audience::All, FightReport::Falls { from: spot.ground, to: there.ground }.into());
    fill(resolver, A72, &there);
}

/// Eliminates all units and weapons above ground in some Locations; they are shown first.
pub fn bury_all(resolver: &mut impl Resolver<Asl>, clause: Clause, within: impl Fn(LocationId) -> bool) {
    let pieces = resolver.position().units.all().filter(|(_, unit)| unit.at.is_some_and(&within));
    let all: PieceSet = pieces.map(|(piece, _)| piece).collect();
    concealment::show(resolver, all);
    bury(resolver, clause, within);
}

/// Eliminates all units and weapons in some Locations.
fn bury(resolver: &mut impl Resolver<Asl>, clause: Clause, within: impl Fn(LocationId) -> bool) {
    let all = resolver.position().units.all().filter(|(_, unit)| unit.at.is_some_and(&within));
    let buried: ArrayVec<(Piece, Fate), { PieceSet::LIMIT }> = all
        .map(|(piece, unit)| match () {
            // Weapons and dummies below stay secret too: they were under a "?".
            () if unit.below => (piece, Fate::LostUnseen),
            () if unit.is_men() => (piece, Fate::Lost),
            () => (piece, Fate::Removed),
        })
        .collect();
    for (unit, fate) in buried {
        if resolver.position().unit(unit).is_some_and(|unit| unit.at.is_some()) {
            resolver.change(clause, Change::Gone { unit, fate });
        }
    }
}
