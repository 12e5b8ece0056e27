//! Who sees whom: above ground along lines (SNP-B7), in the sewers along the sewer, and at manholes (39.51, 39.52).

use std::ops::ControlFlow;

use board::{Board, HexId, LocationId, Step};
use rules::Clause;

use crate::clause::{B6, B7, S39_51A, S39_51B, S39_52A, S39_52B, S39_52C, S39_52D};
use crate::lines::Smoke;
use crate::order::Posture;
use crate::position::Cloud;
use crate::setting::{Level, Setting, Spot};
use crate::terrain::Barrier;
use crate::underground;

/// A man's eyes: where they are and how he holds himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    /// Where.
    pub at: LocationId,
    /// How.
    pub posture: Posture,
}

/// What part of the world a man belongs to when he looks beyond his hex.
#[derive(Clone, Copy, Debug)]
enum View<'a> {
    /// The ground and floors, at this Location; with it, a bit for each of them that is in sight, smoke aside.
    Above(LocationId, &'a [u64]),
    /// His stretches of sewer.
    Below,
    /// Nothing: he is below the cover of a manhole.
    Nothing,
}

/// A man's eyes with what the rules look up of the place: made once, to be compared with many.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'a> {
    at: LocationId,
    spot: &'a Spot,
    view: View<'a>,
}

impl<'a> Stand<'a> {
    /// Of a man's eyes; `None` for a place that is none.
    #[inline]
    #[must_use]
    pub fn of(setting: &'a Setting, eye: Eye) -> Option<Stand<'a>> {
        let spot = setting.spot(eye.at)?;
        let above = |at| View::Above(at, setting.outlook().table.words(at));
        let view = match spot.level {
            Level::Surface(_) => above(eye.at),
            // 39.52D: as on the ground, but only with his head out.
            Level::Middle if eye.posture == Posture::Leaning || !S39_52D.is_in_force() => {
                above(setting.board.ground(spot.hex))
            }
            Level::Middle => View::Nothing,
            // 39.52C keeps ground and sewer apart.
            Level::Sewer if !S39_52C.is_in_force() => above(setting.board.ground(spot.hex)),
            Level::Sewer => View::Below,
        };
        Some(Stand { at: eye.at, spot, view })
    }

    /// A bit for each Location above ground that is in sight, smoke aside.
    #[inline]
    #[must_use]
    pub const fn overlooks(&self) -> &'a [u64] {
        match self.view {
            View::Above(_, row) => row,
            View::Below | View::Nothing => &[],
        }
    }

    /// Whether two men see each other, and by which clause. Smoke stops sight but for neighbours (SNP-B12).
    #[inline]
    #[must_use]
    pub fn sees(&self, setting: &Setting, smoke: &Smoke<'_>, other: &Stand<'_>) -> Option<Clause> {
        let (from, to) = (self.spot, other.spot);
        if from.hex == to.hex {
            return in_one_hex(self.at, other.at, from, to);
        }
        match (self.view, other.view) {
            (View::Above(_, row), View::Above(at, _)) => {
                let clear = is_in(row, at) && !smoke.is_between(setting, from.hex, to.hex);
                clear.then(|| clause_above(from, to))
            }
            (View::Below, View::Below) => {
                let seen = along_the_sewer(setting, smoke.clouds(), from, to);
                seen.then(|| if S39_51A.is_in_force() { S39_51A } else { B7 })
            }
            _ => None,
        }
    }
}

#[inline]
fn is_in(row: &[u64], at: LocationId) -> bool {
    row.get(at.index() / 64).is_some_and(|word| word >> (at.index() % 64) & 1 == 1)
}

/// Whether two men see each other, and by which clause.
#[must_use]
pub fn sees(setting: &Setting, clouds: &[Cloud], a: Eye, b: Eye) -> Option<Clause> {
    Stand::of(setting, a)?.sees(setting, &Smoke::of(setting, clouds), &Stand::of(setting, b)?)
}

fn in_one_hex(a: LocationId, b: LocationId, from: &Spot, to: &Spot) -> Option<Clause> {
    if from.manhole && S39_52A.is_in_force() {
        return Some(S39_52A);
    }
    if a == b {
        return Some(if from.level == Level::Sewer && S39_51A.is_in_force() { S39_51A } else { B7 });
    }
    let floors = matches!((from.level, to.level), (Level::Surface(_), Level::Surface(_)));
    (floors && from.stairs).then_some(B6)
}

/// What sight above ground rests on.
fn clause_above(from: &Spot, to: &Spot) -> Clause {
    let either = |holds: fn(&Spot) -> bool| holds(from) || holds(to);
    if either(|spot| spot.level == Level::Middle) && S39_52D.is_in_force() {
        S39_52D
    } else if either(|spot| spot.manhole) {
        S39_52B
    } else if either(|spot| !spot.lines.is_empty()) {
        S39_51B
    } else {
        B7
    }
}

/// Whether two Locations above ground see each other, smoke aside.
#[inline]
#[must_use]
pub fn above(setting: &Setting, a: LocationId, b: LocationId) -> bool {
    setting.outlook().table.sees(a, b)
}

/// All Locations above ground that one sees, smoke aside.
pub fn all_above(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    setting.outlook().table.seen_from(from)
}

/// Whether two men in sewers are in one straight stretch (39.51A) with no smoke between.
fn along_the_sewer(setting: &Setting, clouds: &[Cloud], from: &Spot, to: &Spot) -> bool {
    if !S39_51A.is_in_force() {
        return true;
    }
    from.lines.iter().any(|&(line, a)| {
        to.lines
            .iter()
            .any(|&(other, b)| line == other && (a.abs_diff(b) <= 1 || !is_smoke_in(setting, clouds, line, a, b)))
    })
}

/// Whether two Locations in sewers lie in one straight stretch, smoke aside (39.51A).
#[must_use]
pub fn one_stretch(a: &Spot, b: &Spot) -> Option<(u8, u8)> {
    let both = a.level == Level::Sewer && b.level == Level::Sewer;
    let shared = |&(line, place): &(u8, u8)| {
        b.lines.iter().find(|(other, _)| *other == line).map(|(_, other)| (line, place.abs_diff(*other)))
    };
    a.lines.iter().filter_map(shared).min_by_key(|(_, apart)| *apart).filter(|_| both)
}

/// Whether smoke lies on a sewer from one place to another, ends included (39.71).
fn is_smoke_in(setting: &Setting, clouds: &[Cloud], line: u8, a: u8, b: u8) -> bool {
    let (first, last) = (a.min(b), a.max(b));
    clouds.iter().any(|cloud| underground::is_smoke_on(setting, cloud.at, line, first, last))
}

/// What stands between two hexes.
#[must_use]
pub fn barrier(board: &Board, a: HexId, b: HexId) -> Barrier {
    Barrier::of(board.features_between(a, b))
}

/// What stands between two Locations on one floor that are next to each other; `None` for others.
#[must_use]
pub fn between(setting: &Setting, a: LocationId, b: LocationId) -> Option<Barrier> {
    let (from, to) = (setting.spot(a)?, setting.spot(b)?);
    let floor = matches!(from.level, Level::Surface(_)) && from.level == to.level;
    (floor && setting.board.grid().distance(from.hex, to.hex) == 1).then(|| barrier(&setting.board, from.hex, to.hex))
}

/// The first hex that a line from the centre of `from` enters, and what stands between; for a line along a hexside
/// nothing does.
#[must_use]
pub fn threshold(board: &Board, from: HexId, to: HexId) -> (Option<HexId>, Barrier) {
    let entered = board.walk_until(from, to, |step| match step {
        Step::Hex(hex) if hex != from => ControlFlow::Break(hex),
        _ => ControlFlow::Continue(()),
    });
    match entered {
        ControlFlow::Break(hex) => (Some(hex), barrier(board, from, hex)),
        ControlFlow::Continue(()) => (None, Barrier::None),
    }
}
