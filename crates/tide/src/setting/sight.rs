//! Lines of sight between Locations.

use board::{Board, HexId, LocationId, SightTable, Step};

use crate::printed::clause::{B22, B35};
use crate::printed::tables::{SHADOW, Terrain};
use crate::setting::Spot;

/// Tables of the lines of sight on the surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Free lines of sight (TOI-B22, TOI-B35).
    pub free: SightTable,
    /// Lines of sight that would be free if only hills blocked (TOI-B35).
    pub over_hills: SightTable,
}

/// Why a hex blocks a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its ground is higher than both ends (TOI-B35).
    Hill,
    /// Its building or woods are higher than both ends, or as high as both on level ground (TOI-B22).
    Height,
    /// Its building or woods hide the lower end, which is close behind it (TOI-B35).
    Shadow,
}

/// A hex that can block a line of sight.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    hex: HexId,
    /// Elevation of the hex.
    ground: i16,
    /// Elevation of the top of its buildings or woods; `None` if it has neither.
    top: Option<i16>,
    /// Distance from the hexes at both ends of the line.
    from_ends: [i16; 2],
}

/// A line with its obstacles, by what the line does there.
#[derive(Debug, Default)]
struct Line {
    /// Hexes that the line runs through.
    through: Vec<Obstacle>,
    /// Hexes on either side of the hexsides that the line runs along.
    beside: [Vec<Obstacle>; 2],
}

/// Height of a building or woods above the ground, in levels (TOI-B35); `None` if the hex has neither.
fn height(board: &Board, hex: HexId) -> Option<i16> {
    Terrain::nth(board.terrain(hex).0).height(board.floors(hex))
}

/// Whether a hex lies to the right of the line between two others.
fn is_right_of(board: &Board, ends: [HexId; 2], hex: HexId) -> bool {
    let [from, to, at] = [ends[0], ends[1], hex].map(|hex| board.grid().centre(hex));
    (to.x - from.x) * (at.y - from.y) > (to.y - from.y) * (at.x - from.x)
}

impl Obstacle {
    /// Returns a hex on the line between two others.
    fn of(board: &Board, ends: [HexId; 2], hex: HexId) -> Obstacle {
        let ground = i16::from(board.elevation(hex));
        let top = height(board, hex).map(|height| ground + height);
        let from_ends = ends.map(|end| i16::try_from(board.grid().distance(end, hex)).unwrap_or(i16::MAX));
        Obstacle { hex, ground, top, from_ends }
    }

    /// Whether the ground is higher than both ends (TOI-B35).
    fn is_hill(&self, ends: [i16; 2]) -> bool {
        B35.is_in_force() && self.ground > ends[0].max(ends[1])
    }

    /// Returns why the hex blocks sight between two heights (TOI-B22, TOI-B35); `None` if it doesn't. Without TOI-B35,
    /// it blocks unless one end is higher.
    fn cause(&self, ends: [i16; 2]) -> Option<Cause> {
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if self.is_hill(ends) {
            return Some(Cause::Hill);
        }
        let top = self.top.filter(|_| B22.is_in_force())?;
        if !B35.is_in_force() {
            return (top >= high).then_some(Cause::Height);
        }
        let away = self.from_ends[usize::from(ends[1] < ends[0])];
        match top {
            _ if top > high => Some(Cause::Height),
            _ if top > low && away <= SHADOW - (high - top) => Some(Cause::Shadow),
            _ => None,
        }
    }
}

impl Line {
    fn between(board: &Board, from: HexId, to: HexId) -> Line {
        let (mut line, ends) = (Line::default(), [from, to]);
        for step in board.walk(from, to).steps() {
            match *step {
                Step::Hex(hex) if hex != from && hex != to => line.through.push(Obstacle::of(board, ends, hex)),
                Step::Along(side) => {
                    let (one, other) = board.grid().hexes_of(side);
                    for hex in std::iter::once(one).chain(other) {
                        let right = is_right_of(board, ends, hex);
                        line.beside[usize::from(right)].push(Obstacle::of(board, ends, hex));
                    }
                }
                _ => {}
            }
        }
        line
    }

    /// Lists the hexes that block the line. Along hexsides, it is shifted to one side as a whole, then to the other,
    /// and blocked if both are (TOI-B22).
    fn blockers<'a>(
        &'a self,
        blocks: impl Fn(&Obstacle) -> bool + Copy + 'a,
    ) -> impl Iterator<Item = &'a Obstacle> + 'a {
        let sides = std::iter::once(&self.beside).filter(move |both| both.iter().all(|side| side.iter().any(blocks)));
        self.through.iter().chain(sides.flatten().flatten()).filter(move |obstacle| blocks(obstacle))
    }

    fn is_blocked(&self, blocks: impl Fn(&Obstacle) -> bool + Copy) -> bool {
        self.blockers(blocks).next().is_some()
    }
}

/// Returns the hexes that block the line of sight between two places on the surface, with the reason of each, in order
/// from the first place. Empty if the line is free (TOI-B22, TOI-B35).
#[must_use]
pub fn blockers(board: &Board, from: &Spot, to: &Spot) -> Vec<(HexId, Cause)> {
    let ends = [from.height, to.height];
    let line = Line::between(board, from.hex, to.hex);
    let mut blockers: Vec<&Obstacle> = line.blockers(|obstacle| obstacle.cause(ends).is_some()).collect();
    blockers.sort_by_key(|obstacle| (obstacle.from_ends[0], obstacle.hex));
    blockers.dedup_by_key(|obstacle| obstacle.hex);
    blockers.into_iter().filter_map(|obstacle| Some((obstacle.hex, obstacle.cause(ends)?))).collect()
}

/// Returns the tables of lines of sight on the surface.
#[must_use]
pub fn tables(board: &Board, spots: &[Spot]) -> Sight {
    let blind = SightTable::blind(spots.len());
    let mut sight = Sight { free: blind.clone(), over_hills: blind };
    let mut places: Vec<Vec<(LocationId, i16)>> = vec![Vec::new(); board.grid().len()];
    for (at, spot) in (0u16..).map(LocationId).zip(spots) {
        if let Some(floors) = places.get_mut(spot.hex.index()) {
            floors.push((at, spot.height));
        }
    }
    for (from, floors) in board.grid().hexes().zip(&places) {
        for (to, others) in board.grid().hexes().zip(&places).filter(|(to, _)| *to >= from) {
            let line = Line::between(board, from, to);
            for &(a, height) in floors {
                for &(b, other) in others {
                    let ends = [height, other];
                    if !line.is_blocked(|obstacle| obstacle.is_hill(ends)) {
                        sight.over_hills.join(a, b);
                    }
                    if !line.is_blocked(|obstacle| obstacle.cause(ends).is_some()) {
                        sight.free.join(a, b);
                    }
                }
            }
        }
    }
    sight
}
