//! Sight: above ground along lines (SNP-B7), in sewers along the sewer, and at manholes (39.51, 39.52).

use board::{Board, Direction, HexId, LocationId, Point, legs};
use rules::Clause;

use crate::printed::clause::{B6, B7, B31, S39_51A, S39_51B, S39_52A, S39_52B, S39_52C, S39_52D};
use crate::printed::terrain::Barrier;
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::passages::LegId;
use crate::setting::smoke::{self, Cloud};
use crate::setting::spot::{Level, Spot};

/// A man's eyes: his place and posture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    pub at: LocationId,
    pub posture: Posture,
}

impl Eye {
    /// Returns the eyes of an upright man; on a ladder he leans out.
    #[must_use]
    pub fn upright(setting: &Setting, at: LocationId) -> Eye {
        let posture = if setting.is_middle(at) { Posture::Leaning } else { Posture::Standing };
        Eye { at, posture }
    }
}

/// A man's eyes with the data of his place, prepared for comparison with many others.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'a> {
    at: LocationId,
    hex: HexId,
    spot: &'a Spot,
    /// Location above ground whose lines apply to him; `None` below ground.
    above: Option<LocationId>,
    /// A bit for each Location above ground in sight, ignoring smoke.
    row: &'a [u64],
    /// Whether he sees along his stretches of sewer.
    below: bool,
    /// Whether he lies in a hex with windows, which bar his sight (SNP-B31).
    low: bool,
}

impl<'a> Stand<'a> {
    /// Prepares a man's eyes; `None` for an unknown place.
    #[inline]
    #[must_use]
    pub fn of(setting: &'a Setting, eye: Eye) -> Option<Stand<'a>> {
        let spot = setting.spot(eye.at)?;
        let above = match spot.level {
            Level::Surface(_) => Some(eye.at),
            // 39.52D: as on the ground, but only while leaning out; ducked he is below the cover.
            Level::Middle if eye.posture == Posture::Leaning || !S39_52D.is_in_force() => {
                Some(setting.board.ground(spot.hex))
            }
            // 39.52C separates ground and sewer.
            Level::Sewer if !S39_52C.is_in_force() => Some(setting.board.ground(spot.hex)),
            Level::Middle | Level::Sewer => None,
        };
        let row = above.map_or(&[][..], |at| setting.sight_index().table.words(at));
        let below = spot.level == Level::Sewer && above.is_none();
        let low = eye.posture == Posture::Prone && spot.windows && B31.is_in_force();
        Some(Stand { at: eye.at, hex: spot.hex, spot, above, row, below, low })
    }

    /// Returns whether windows of his own hex may bar his sight, because he lies (SNP-B31).
    #[inline]
    #[must_use]
    pub const fn is_low(&self) -> bool {
        self.low
    }

    /// Returns whether he lies behind a window through which a line to another hex would pass (SNP-B31).
    #[inline]
    fn is_below_a_sill(&self, setting: &Setting, to: HexId) -> bool {
        self.low && is_window(setting, self.spot, to)
    }

    /// A bit for each Location above ground in sight, ignoring smoke.
    #[inline]
    #[must_use]
    pub const fn overlooks(&self) -> &'a [u64] {
        self.row
    }

    /// Returns the clause by which two men see each other; `None` if they don't. Smoke stops sight except between
    /// neighbours (SNP-B12).
    #[inline]
    #[must_use]
    pub fn sees(&self, setting: &Setting, clouds: &[Cloud], other: &Stand<'_>) -> Option<Clause> {
        if self.hex == other.hex {
            return in_one_hex(self.at, other.at, self.spot, other.spot);
        }
        if other.above.is_some_and(|at| is_in(self.row, at)) {
            let low = self.is_below_a_sill(setting, other.hex) || other.is_below_a_sill(setting, self.hex);
            let clear = !low && !smoke::is_smoke_between(setting, clouds, self.hex, other.hex);
            return clear.then(|| clause_above(self.spot, other.spot));
        }
        if self.below && other.below && along_the_sewer(setting, clouds, self.spot, other.spot) {
            return Some(if S39_51A.is_in_force() { S39_51A } else { B7 });
        }
        None
    }
}

/// Returns whether a row of sight bits contains a Location.
#[inline]
pub(crate) fn is_in(row: &[u64], at: LocationId) -> bool {
    row.get(at.index() / 64).is_some_and(|word| word >> (at.index() % 64) & 1 == 1)
}

/// Returns the clause by which two men see each other; `None` if they don't.
#[must_use]
pub fn sees(setting: &Setting, clouds: &[Cloud], a: Eye, b: Eye) -> Option<Clause> {
    Stand::of(setting, a)?.sees(setting, clouds, &Stand::of(setting, b)?)
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

/// Returns the clause for sight above ground.
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

/// Returns whether two Locations above ground see each other, ignoring smoke.
#[inline]
#[must_use]
pub fn above(setting: &Setting, a: LocationId, b: LocationId) -> bool {
    setting.sight_index().table.sees(a, b)
}

/// Lists all Locations above ground in sight of one, ignoring smoke.
pub fn all_above(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    setting.sight_index().table.seen_from(from)
}

/// Returns whether two men in sewers are in one straight stretch (39.51A) without smoke between.
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

/// Returns the sewer index and distance if two Locations are in one straight stretch of sewer, ignoring smoke (39.51A).
#[must_use]
pub fn one_stretch(a: &Spot, b: &Spot) -> Option<(u8, u8)> {
    let both = a.level == Level::Sewer && b.level == Level::Sewer;
    let shared = |&(line, place): &(u8, u8)| {
        b.lines.iter().find(|(other, _)| *other == line).map(|(_, other)| (line, place.abs_diff(*other)))
    };
    a.lines.iter().filter_map(shared).min_by_key(|(_, apart)| *apart).filter(|_| both)
}

/// Returns whether smoke is on a sewer between two places, ends included (39.71).
fn is_smoke_in(setting: &Setting, clouds: &[Cloud], line: u8, a: u8, b: u8) -> bool {
    let (first, last) = (a.min(b), a.max(b));
    clouds.iter().any(|cloud| smoke::is_smoke_on(setting, cloud.at, line, first, last))
}

/// Returns the barrier between two neighbouring hexes.
#[must_use]
pub fn barrier(board: &Board, a: HexId, b: HexId) -> Barrier {
    Barrier::of(board.features_between(a, b))
}

/// Returns the barrier between two neighbouring Locations above ground: on one floor, or an upper floor and the street
/// outside its windows (SNP-B7). `None` for others.
#[must_use]
pub fn between(setting: &Setting, a: LocationId, b: LocationId) -> Option<Barrier> {
    let (from, to) = (setting.spot(a)?, setting.spot(b)?);
    let outside = |spot: &Spot| setting.board.floors(spot.hex) == 0;
    let joined = match (from.level, to.level) {
        (Level::Surface(one), Level::Surface(other)) if one == other => true,
        (Level::Surface(0), Level::Surface(_)) => outside(from),
        (Level::Surface(_), Level::Surface(0)) => outside(to),
        _ => false,
    };
    (joined && setting.board.grid().distance(from.hex, to.hex) == 1).then(|| barrier(&setting.board, from.hex, to.hex))
}

/// Returns whether a line from a place to another hex leaves through a window. Upstairs, a door to the outside is a
/// window (SNP-B6).
#[must_use]
pub fn is_window(setting: &Setting, from: &Spot, to: HexId) -> bool {
    way_out(&setting.board, from.hex, to).is_some_and(|(way, _)| window_to(&setting.board, from.hex, from.level, way))
}

/// Returns whether a hexside of a place has a window, or upstairs a door to the outside.
#[must_use]
pub fn has_windows(board: &Board, hex: HexId, level: Level) -> bool {
    Direction::ALL.into_iter().any(|way| window_to(board, hex, level, way))
}

/// Returns whether a hexside of a place above ground has a door or window.
#[must_use]
pub fn has_apertures(board: &Board, hex: HexId, level: Level) -> bool {
    let is_aperture = |way| Barrier::of(board.features(hex, way)).is_aperture();
    matches!(level, Level::Surface(_)) && Direction::ALL.into_iter().any(is_aperture)
}

fn window_to(board: &Board, hex: HexId, level: Level, way: Direction) -> bool {
    let outside = |floor| board.grid().neighbour(hex, way).is_none_or(|next| board.floor(next, floor).is_none());
    match (Barrier::of(board.features(hex, way)), level) {
        (Barrier::Window, Level::Surface(_)) => true,
        (Barrier::Door, Level::Surface(floor @ 1..)) => outside(floor),
        _ => false,
    }
}

/// Returns the direction in which a line leaves a hex, with the barrier on that hexside; `None` along a hexside.
fn way_out(board: &Board, from: HexId, to: HexId) -> Option<(Direction, Barrier)> {
    let (here, there) = (board.grid().centre(from), board.grid().centre(to));
    let first = legs(Point { x: there.x - here.x, y: there.y - here.y }).next();
    let way = first.and_then(|leg| LegId::of(leg).into())?;
    Some((way, Barrier::of(board.features(from, way))))
}

/// Returns the barrier on the hexside by which a line between two hexes leaves the first; none where it leaves along a
/// hexside.
#[must_use]
pub fn threshold(board: &Board, from: HexId, to: HexId) -> Barrier {
    way_out(board, from, to).map_or(Barrier::None, |(_, barrier)| barrier)
}
