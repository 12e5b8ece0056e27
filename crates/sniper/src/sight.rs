//! Who sees whom: above ground along lines (SNP-B7), in the sewers along the sewer, and at manholes (39.51, 39.52).

use std::ops::ControlFlow;

use board::{Board, HexId, LocationId, SightRows, Step};
use rules::Clause;

use crate::clause::{B6, B7, B12, S39_51A, S39_51B, S39_52A, S39_52B, S39_52C, S39_52D};
use crate::order::Posture;
use crate::position::Cloud;
use crate::setting::{Level, Setting, Spot};
use crate::tables::Barrier;

/// A man's eyes: where they are and how he holds himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    /// Where.
    pub at: LocationId,
    /// How.
    pub posture: Posture,
}

/// What part of the world a man belongs to when he looks beyond his hex.
enum View {
    /// The ground and floors, at this Location.
    Above(LocationId),
    /// His stretches of sewer.
    Below,
    /// Nothing: he is below the cover of a manhole.
    Nothing,
}

fn view(setting: &Setting, eye: Eye, spot: &Spot) -> View {
    match spot.level {
        Level::Surface(_) => View::Above(eye.at),
        // 39.52D: as on the ground, but only with his head out.
        Level::Middle if eye.posture == Posture::Leaning || !S39_52D.is_in_force() => {
            View::Above(setting.board.ground(spot.hex))
        }
        Level::Middle => View::Nothing,
        // 39.52C keeps ground and sewer apart.
        Level::Sewer if !S39_52C.is_in_force() => View::Above(setting.board.ground(spot.hex)),
        Level::Sewer => View::Below,
    }
}

/// Whether two men see each other, and by which clause. Smoke stops sight but for neighbours (SNP-B12).
#[inline]
#[must_use]
pub fn sees(setting: &Setting, clouds: &[Cloud], a: Eye, b: Eye) -> Option<Clause> {
    let (from, to) = (setting.spot(a.at)?, setting.spot(b.at)?);
    if from.hex == to.hex {
        return in_one_hex(a, b, from, to);
    }
    match (view(setting, a, from), view(setting, b, to)) {
        (View::Above(x), View::Above(y)) => {
            let clear = above(setting, x, y) && !is_smoke_between(setting, clouds, from.hex, to.hex);
            clear.then(|| clause_above(from, to))
        }
        (View::Below, View::Below) => {
            along_the_sewer(setting, clouds, from, to).then(|| if S39_51A.is_in_force() { S39_51A } else { B7 })
        }
        _ => None,
    }
}

fn in_one_hex(a: Eye, b: Eye, from: &Spot, to: &Spot) -> Option<Clause> {
    if from.manhole && S39_52A.is_in_force() {
        return Some(S39_52A);
    }
    if a.at == b.at {
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
    setting.sight.sees(a, b, |to| is_line_clear(&setting.board, a, to))
}

/// All Locations above ground that one sees, smoke aside.
pub fn all_above(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    SightRows::members(setting.sight.row(from, |to| is_line_clear(&setting.board, from, to)))
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
    clouds.iter().any(|cloud| {
        let (from, to) = crate::underground::smoke_on(setting, cloud.at, line);
        from <= to && from <= last && first <= to
    })
}

/// Whether smoke above ground lies on the line between two hexes, ends included. Neighbours see each other in smoke.
fn is_smoke_between(setting: &Setting, clouds: &[Cloud], a: HexId, b: HexId) -> bool {
    let grid = setting.board.grid();
    let apart = grid.distance(a, b);
    if clouds.is_empty() || apart <= 1 || !B12.is_in_force() {
        return false;
    }
    let near = |cloud: &&Cloud| {
        setting.spot(cloud.at).is_some_and(|spot| {
            matches!(spot.level, Level::Surface(_))
                && grid.distance(a, spot.hex) + grid.distance(spot.hex, b) <= apart + 3
        })
    };
    clouds.iter().filter(near).any(|cloud| {
        let Some(centre) = setting.spot(cloud.at).map(|spot| spot.hex) else { return false };
        let smoky = |hex: HexId| is_smoky(&setting.board, centre, hex);
        let found = setting.board.walk_until(a, b, |step| {
            let met = match step {
                Step::Hex(hex) => smoky(hex),
                Step::Along(side) => {
                    let (one, other) = grid.hexes_of(side);
                    smoky(one) && other.is_none_or(smoky)
                }
                Step::Cross(_) | Step::Corner(_) => false,
            };
            if met { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.is_break()
    })
}

/// Whether smoke thrown into a hex fills another (SNP-B12): itself and those around without a wall between.
fn is_smoky(board: &Board, centre: HexId, hex: HexId) -> bool {
    centre == hex || (board.grid().distance(centre, hex) == 1 && barrier(board, centre, hex) != Barrier::Wall)
}

/// What stands between two hexes.
#[must_use]
pub fn barrier(board: &Board, a: HexId, b: HexId) -> Barrier {
    Barrier::of(board.features_between(a, b))
}

fn floor_of(board: &Board, at: LocationId) -> i8 {
    board.location(at).level
}

/// Whether a line above ground is clear of walls (SNP-B6, SNP-B7); the same both ways.
#[must_use]
pub fn is_line_clear(board: &Board, a: LocationId, b: LocationId) -> bool {
    let (Some(from), Some(to)) = (board.hex_of(a), board.hex_of(b)) else { return false };
    if from == to {
        return a == b;
    }
    let floors = (floor_of(board, a), floor_of(board, b));
    // From a floor the ground outside is seen through the apertures of one's own hex, and oneself from there. Inside
    // there is a ceiling: stairs see each other within their hex only.
    if floors.0 != floors.1 {
        let (upper, lower) = if floors.0 > floors.1 { (from, to) } else { (to, from) };
        let (next, opening) = threshold(board, upper, lower);
        let outside = board.floors(lower) == 0 && next.is_some_and(|next| board.floors(next) == 0);
        if !outside || !opening.is_aperture() {
            return false;
        }
    }
    let high = floors.0 > 0 && floors.1 > 0;
    let tall = |hex: HexId| board.floors(hex) > 1;
    let wall = |x: HexId, y: HexId| barrier(board, x, y) == Barrier::Wall && (!high || tall(x) || tall(y));
    !is_line_stopped(board, from, to, wall)
}

/// Whether walls stop the line between the centres of two hexes. `wall` says whether one stands between neighbours.
///
/// Where the line passes exactly through a corner, it is stopped if walls close the way around that corner on both
/// sides.
fn is_line_stopped(board: &Board, from: HexId, to: HexId, wall: impl Fn(HexId, HexId) -> bool) -> bool {
    let grid = board.grid();
    let mut last = from;
    let mut pending: Option<Step> = None;
    let stopped = board.walk_until(from, to, |step| {
        match step {
            Step::Hex(hex) => {
                let closed = match pending.take() {
                    Some(Step::Cross(_)) => wall(last, hex),
                    Some(Step::Corner(met)) => {
                        let third = met.into_iter().flatten().find(|other| *other != last && *other != hex);
                        wall(last, hex) && third.is_none_or(|third| wall(last, third) || wall(third, hex))
                    }
                    Some(Step::Along(side)) => {
                        let (one, other) = grid.hexes_of(side);
                        is_gap_closed(last, hex, one, other, &wall)
                    }
                    _ => false,
                };
                if closed {
                    return ControlFlow::Break(());
                }
                last = hex;
            }
            other => pending = Some(other),
        }
        ControlFlow::Continue(())
    });
    stopped.is_break()
}

/// Whether one cannot look from `near` to `far` along the hexside between `one` and `other`: past each end of it there
/// is a way on either side, and a wall on the hexside itself keeps the two apart.
fn is_gap_closed(
    near: HexId,
    far: HexId,
    one: HexId,
    other: Option<HexId>,
    wall: &impl Fn(HexId, HexId) -> bool,
) -> bool {
    let Some(other) = other else { return wall(near, one) || wall(one, far) };
    let (in_one, in_other) = (!wall(near, one), !wall(near, other));
    let (out_one, out_other) = (!wall(one, far), !wall(other, far));
    if wall(one, other) {
        !(in_one && out_one || in_other && out_other)
    } else {
        !((in_one || in_other) && (out_one || out_other))
    }
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
