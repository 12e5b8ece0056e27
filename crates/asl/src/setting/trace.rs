//! Obstacles on a line of sight, computed once for each pair of Locations (ASL-A6).

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use board::{Board, FeatureId, Features, HexId, Hexside, LocationId, LocationKind, Step};

use crate::printed::clause::{A6, A23, A25, B8_2B};
use crate::printed::tables::{BLAZE, BLAZE_HEIGHT, HEDGE, HINDRANCE_BLOCKS, WALL};
use crate::printed::terrain::Terrain;
use crate::setting::sight::CoverEntry;

/// Index of walls in the words of the board.
pub const WALLS: FeatureId = FeatureId(0);
/// Index of hedges in the words of the board.
pub const HEDGES: FeatureId = FeatureId(1);

/// One end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eye {
    hex: HexId,
    /// Levels above the base level of the board.
    level: i16,
    /// Levels above the ground of the hex.
    floor: i8,
}

impl Eye {
    /// Returns the end of a line in a Location; `None` below ground, where this table gives no sight (B8.2b).
    pub fn of(board: &Board, at: LocationId) -> Option<Eye> {
        let location = board.location(at);
        let hex = location.hex?;
        let below = location.kind.is_underground() && B8_2B.is_in_force();
        let beside = matches!(location.kind, LocationKind::Card | LocationKind::Beside);
        let level = i16::from(board.elevation(hex)) + i16::from(location.level);
        (!below && !beside).then_some(Eye { hex, level, floor: location.level })
    }

    /// Returns whether it is lower than another end.
    #[must_use]
    pub const fn is_below(self, other: Eye) -> bool {
        self.level < other.level
    }
}

/// A hex that hinders a line: at the same range only the worst counts (A6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hindering {
    pub hex: HexId,
    /// Its range from either end of the line.
    ranges: [u16; 2],
    /// Hindrance of its terrain.
    terrain: u8,
    /// The Blazes of the scenario there that are as high as the line, as bits.
    blazes: u16,
}

impl Hindering {
    /// Returns its Hindrance with these Blazes on the board.
    #[must_use]
    pub fn with(&self, covered: u16) -> u8 {
        if self.burns(covered) { BLAZE.max(self.terrain) } else { self.terrain }
    }

    /// Returns whether one of these Blazes is as high as the line here.
    #[must_use]
    pub const fn burns(&self, covered: u16) -> bool {
        self.blazes & covered != 0
    }
}

/// Returns the hexes that count, with the Hindrance of each: of those at one range from an end, the worst (A6.7).
fn counted(met: &[Hindering], covered: u16, end: usize) -> impl Iterator<Item = (&Hindering, u8)> {
    let worst = move |(n, hex): &(usize, &Hindering)| {
        let same = met.iter().enumerate().filter(|(_, other)| other.ranges[end] == hex.ranges[end]);
        !same.into_iter().any(|(m, other)| (other.with(covered), m) > (hex.with(covered), *n))
    };
    met.iter().enumerate().filter(worst).map(move |(_, hex)| (hex, hex.with(covered)))
}

/// Returns the end of the line whose ranges give the lesser Hindrance, and that Hindrance. Ours: the lesser, if the ranges
/// from both ends group the hexes otherwise, so that it is the same both ways.
fn lesser(met: &[Hindering], covered: u16) -> (u8, usize) {
    let from = |end| (counted(met, covered, end).fold(0, |sum: u8, (_, more)| sum.saturating_add(more)), end);
    from(0).min(from(1))
}

/// Returns the Hindrance of a line with these Blazes on the board.
pub fn sum(met: &[Hindering], covered: u16) -> u8 {
    lesser(met, covered).0
}

/// Returns the hexes that make up the Hindrance of a line, with the Hindrance of each.
pub fn parts(met: &[Hindering], covered: u16) -> impl Iterator<Item = (&Hindering, u8)> {
    counted(met, covered, lesser(met, covered).1).filter(|(_, more)| *more > 0)
}

/// A thing that blocks a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// What stands in a hex, or its height.
    Hex {
        hex: HexId,
        /// Whether the higher end looks over it, but not at the hexes right behind it.
        overlooked: bool,
    },
    /// The wall or hedge on the hexside between two hexes.
    Barrier([HexId; 2]),
}

/// The obstacles at one step of a line: along a hexside it passes two hexes, at a corner three hexsides.
type Met = ArrayVec<Obstacle, 3>;

/// Everything on a line that blocks or hinders it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The obstacles, in order from the first end.
    pub obstacles: Vec<Obstacle>,
    pub met: Vec<Hindering>,
}

/// Returns everything on a line. Unlike [`hindering`] it looks beyond the first obstacle.
#[must_use]
pub fn survey(board: &Board, covers: &[CoverEntry], from: Eye, to: Eye) -> Survey {
    let mut trace = Trace::new(board, covers, from, to);
    let mut obstacles = Vec::new();
    if from.hex == to.hex {
        trace.hinder(from.hex);
    } else {
        let _ = board.walk_until(trace.low.hex, trace.high.hex, |step| {
            obstacles.extend(trace.meet(step));
            ControlFlow::<()>::Continue(())
        });
    }
    if trace.low != from {
        obstacles.reverse();
        trace.met.reverse();
    }
    Survey { obstacles, met: trace.met }
}

/// The ends of a line, for checks of what it crosses.
struct Trace<'a> {
    board: &'a Board,
    covers: &'a [CoverEntry],
    /// The lower end, and the higher one; of one level, in any order.
    low: Eye,
    high: Eye,
    met: Vec<Hindering>,
}

/// Returns the hexes that hinder a line; `None` if it is blocked.
pub fn hindering(board: &Board, covers: &[CoverEntry], from: Eye, to: Eye) -> Option<Vec<Hindering>> {
    let mut trace = Trace::new(board, covers, from, to);
    if from.hex == to.hex {
        trace.hinder(from.hex);
        return ((from.level - to.level).abs() <= 1 || !A6.is_in_force()).then_some(trace.met);
    }
    let walked = board.walk_until(trace.low.hex, trace.high.hex, |step| {
        if trace.meet(step).is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let blocked = (walked.is_break() || sum(&trace.met, 0) >= HINDRANCE_BLOCKS) && A6.is_in_force();
    (!blocked).then_some(trace.met)
}

impl<'a> Trace<'a> {
    fn new(board: &'a Board, covers: &'a [CoverEntry], from: Eye, to: Eye) -> Self {
        let (low, high) = if from.level <= to.level { (from, to) } else { (to, from) };
        let covers = if A23.is_in_force() { covers } else { &[] };
        Trace { board, covers, low, high, met: Vec::new() }
    }

    /// Notes what hinders the line at a step, and returns what blocks it there.
    fn meet(&mut self, step: Step) -> Met {
        let mut met = Met::new();
        let add = |obstacle: Obstacle| {
            let _ = met.try_push(obstacle);
        };
        match step {
            Step::Hex(hex) => {
                self.hinder(hex);
                let between = hex != self.low.hex && hex != self.high.hex;
                self.block(hex).filter(|_| between).into_iter().for_each(add);
            }
            Step::Cross(side) => self.barrier(side).into_iter().for_each(add),
            Step::Along(side) => {
                if let (a, Some(b)) = self.board.grid().hexes_of(side) {
                    self.hinder(a);
                    self.hinder(b);
                    let both = self.block(a).zip(self.block(b));
                    both.into_iter().flat_map(|(a, b)| [a, b]).chain(self.barrier(side)).for_each(add);
                }
            }
            Step::Corner(around) => self.corner(around).into_iter().for_each(add),
        }
        met
    }

    /// Notes what hinders the line in a hex: its terrain if it is between the ends, and a Blaze anywhere.
    fn hinder(&mut self, hex: HexId) {
        let between = hex != self.low.hex && hex != self.high.hex;
        let terrain = if between { self.hinders(hex) } else { 0 };
        let burns = |cover: &CoverEntry| cover.blaze && self.board.hex_of(cover.at) == Some(hex);
        let blazes = bits(self.covers.iter().map(burns));
        let smoke = 2 * (i16::from(self.board.elevation(hex)) + BLAZE_HEIGHT) + 1;
        let blazes = if blazes != 0 && self.shadows(hex, smoke) { blazes } else { 0 };
        if terrain > 0 || blazes != 0 {
            let ranges = [self.low, self.high].map(|end| self.board.grid().distance(end.hex, hex));
            self.met.push(Hindering { hex, ranges, terrain, blazes });
        }
    }

    const fn is_level(&self) -> bool {
        self.low.level == self.high.level
    }

    /// Returns the Hindrance of a hex. Brush and grain hinder sight at their own level only.
    fn hinders(&self, hex: HexId) -> u8 {
        let level = self.is_level() && i16::from(self.board.elevation(hex)) == self.low.level;
        if level { Terrain::nth(self.board.terrain(hex).0).hindrance().unsigned_abs() } else { 0 }
    }

    /// Returns the hex as an obstacle, if its terrain or height blocks the line.
    fn block(&self, hex: HexId) -> Option<Obstacle> {
        let top = top(self.board, hex);
        self.shadows(hex, top).then_some(Obstacle::Hex { hex, overlooked: top < 2 * self.high.level })
    }

    /// Returns whether something in a hex, up to this height in half levels, reaches the line.
    fn shadows(&self, hex: HexId, top: i16) -> bool {
        if top <= 2 * self.low.level {
            return false;
        }
        if top >= 2 * self.high.level {
            return true;
        }
        let levels = top.div_euclid(2) - self.low.level;
        if levels <= 0 {
            return false;
        }
        let grid = self.board.grid();
        let far = i16::try_from(grid.distance(self.high.hex, hex)).unwrap_or(i16::MAX);
        let near = i16::try_from(grid.distance(self.low.hex, hex)).unwrap_or(i16::MAX);
        let advantage = (2 * self.high.level - top).div_euclid(2);
        near <= (levels + far / 5 - (advantage - 1).max(0)).max(1)
    }

    /// Returns the wall or hedge there if it blocks the line: half a level high, and on no hexside of either end.
    fn barrier(&self, side: Hexside) -> Option<Obstacle> {
        let (a, b) = self.board.grid().hexes_of(side);
        let own = |hex: HexId| hex == self.low.hex || hex == self.high.hex;
        if !self.is_level() || !A25.is_in_force() || own(a) || b.is_some_and(own) {
            return None;
        }
        let base = b.map_or(i8::MIN, |b| self.board.elevation(b)).max(self.board.elevation(a));
        let blocks = height(self.board.features_on(side)) > 0 && 2 * i16::from(base) + 1 > 2 * self.low.level;
        blocks.then_some(Obstacle::Barrier([a, b.unwrap_or(a)]))
    }

    /// Returns what blocks a line through a corner: the hexside it would cross, or the other two.
    fn corner(&self, around: [Option<HexId>; 3]) -> Met {
        let [Some(a), Some(b), Some(c)] = around else { return Met::new() };
        let barrier = |(a, b)| self.board.grid().between(a, b).and_then(|side| self.barrier(side));
        let barriers: Met = [(a, b), (b, c), (a, c)].into_iter().filter_map(barrier).collect();
        if barriers.len() >= 2 { barriers } else { Met::new() }
    }
}

/// Returns whether a hex is higher than its ground because of what stands there.
#[must_use]
pub fn is_built_up(board: &Board, hex: HexId) -> bool {
    top(board, hex) > 2 * i16::from(board.elevation(hex))
}

/// Returns the height of a hex in half levels, with its terrain.
fn top(board: &Board, hex: HexId) -> i16 {
    2 * i16::from(board.elevation(hex)) + Terrain::nth(board.terrain(hex).0).height(board.floors(hex))
}

/// Returns the modifier of a wall or hedge on a hexside.
fn height(features: Features) -> u8 {
    match () {
        () if features.contains(WALLS) => WALL,
        () if features.contains(HEDGES) => HEDGE,
        () => 0,
    }
}

/// Returns the modifier of the wall or hedge in front of a target on the ground: on the hexside of its hex that the
/// line enters by, less 1 for each level by which the firer's advantage in height exceeds the range (ASL-A25).
pub fn cover(board: &Board, from: Eye, to: Eye) -> u8 {
    if to.floor != 0 || from.hex == to.hex || !A25.is_in_force() {
        return 0;
    }
    let grid = board.grid();
    let range = i16::try_from(grid.distance(from.hex, to.hex)).unwrap_or(i16::MAX);
    let above = u8::try_from((from.level - to.level).saturating_sub(range)).unwrap_or(0);
    let mut cover = 0;
    let _ = board.walk_until(to.hex, from.hex, |step| {
        let side = |a: Option<HexId>, b: Option<HexId>| a.zip(b).and_then(|(a, b)| grid.between(a, b));
        match step {
            Step::Hex(hex) if hex == to.hex => return ControlFlow::Continue(()),
            Step::Cross(side) => cover = height(board.features_on(side)),
            // Through a corner of the target's hex: the better of its two hexsides there.
            Step::Corner([a, b, c]) => {
                let own = [side(a, b), side(b, c), side(a, c)].into_iter().flatten().filter(|side| {
                    let (one, other) = grid.hexes_of(*side);
                    one == to.hex || other == Some(to.hex)
                });
                cover = own.map(|side| height(board.features_on(side))).max().unwrap_or(0);
            }
            Step::Along(along) => {
                let (a, b) = grid.hexes_of(along);
                let own = [side(Some(a), Some(to.hex)), side(b, Some(to.hex))].into_iter().flatten();
                cover = own.map(|side| height(board.features_on(side))).max().unwrap_or(0);
            }
            Step::Hex(_) => {}
        }
        ControlFlow::Break(())
    });
    cover.saturating_sub(above)
}

/// Returns the true values as bits, the first in the lowest bit.
fn bits(of: impl Iterator<Item = bool>) -> u16 {
    (0u32..16).zip(of).fold(0, |bits, (n, on)| bits | u16::from(on) << n)
}

/// Returns the rubble strictly between two Locations that is as high as the line, as bits. Rubble is half a level high.
pub fn met_between(board: &Board, covers: &[CoverEntry], from: Eye, to: Eye) -> u16 {
    if !A23.is_in_force() {
        return 0;
    }
    let level = from.level == to.level;
    let there = |hex: HexId| {
        let rubble = level && i16::from(board.elevation(hex)) == from.level;
        bits(covers.iter().map(|cover| board.hex_of(cover.at) == Some(hex) && !cover.blaze && rubble))
    };
    let mut met = 0;
    let _ = board.walk_until(from.hex, to.hex, |step| {
        match step {
            Step::Hex(hex) if hex != from.hex && hex != to.hex => met |= there(hex),
            Step::Along(side) => {
                let (a, b) = board.grid().hexes_of(side);
                met |= there(a) & b.map_or(0, there);
            }
            _ => {}
        }
        ControlFlow::<()>::Continue(())
    });
    met
}
