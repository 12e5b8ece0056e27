//! Obstacles on a line of sight, computed once for each pair of Locations (ASL-A6).

use std::ops::ControlFlow;

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
}

/// A hex that hinders a line: at the same range only the worst counts (A6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hindering {
    /// Its range from either end of the line.
    ranges: [u16; 2],
    /// Hindrance of its terrain.
    terrain: u8,
    /// The Blazes of the scenario there that are as high as the line, as bits.
    blazes: u16,
}

/// Returns the Hindrance of a line with these Blazes on the board. Ours: the lesser, if the ranges from both ends group
/// the hexes otherwise, so that it is the same both ways.
pub fn sum(met: &[Hindering], covered: u16) -> u8 {
    let at = |hex: &Hindering| if hex.blazes & covered == 0 { hex.terrain } else { BLAZE.max(hex.terrain) };
    let from = |end: usize| {
        let worst = |(n, hex): &(usize, &Hindering)| {
            let same = met.iter().enumerate().filter(|(_, other)| other.ranges[end] == hex.ranges[end]);
            !same.into_iter().any(|(m, other)| (at(other), m) > (at(hex), *n))
        };
        met.iter().enumerate().filter(worst).fold(0, |sum: u8, (_, hex)| sum.saturating_add(at(hex)))
    };
    from(0).min(from(1))
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
    let (low, high) = if from.level <= to.level { (from, to) } else { (to, from) };
    let covers = if A23.is_in_force() { covers } else { &[] };
    let mut trace = Trace { board, covers, low, high, met: Vec::new() };
    if from.hex == to.hex {
        trace.hinder(from.hex);
        return ((from.level - to.level).abs() <= 1 || !A6.is_in_force()).then_some(trace.met);
    }
    let walked = board.walk_until(low.hex, high.hex, |step| trace.pass(step));
    let blocked = (walked.is_break() || sum(&trace.met, 0) >= HINDRANCE_BLOCKS) && A6.is_in_force();
    (!blocked).then_some(trace.met)
}

impl Trace<'_> {
    fn pass(&mut self, step: Step) -> ControlFlow<()> {
        let blocked = match step {
            Step::Hex(hex) => {
                self.hinder(hex);
                hex != self.low.hex && hex != self.high.hex && self.blocks(hex)
            }
            Step::Cross(side) => self.is_barrier(side),
            Step::Along(side) => match self.board.grid().hexes_of(side) {
                (a, Some(b)) => {
                    self.hinder(a);
                    self.hinder(b);
                    (self.blocks(a) && self.blocks(b)) || self.is_barrier(side)
                }
                (_, None) => false,
            },
            Step::Corner(met) => self.corner(met),
        };
        if blocked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
            self.met.push(Hindering { ranges, terrain, blazes });
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

    /// Returns whether the terrain of a hex between the ends blocks the line.
    fn blocks(&self, hex: HexId) -> bool {
        self.shadows(hex, top(self.board, hex))
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

    /// Returns whether a wall or hedge there blocks the line: half a level high, and on no hexside of either end.
    fn is_barrier(&self, side: Hexside) -> bool {
        let (a, b) = self.board.grid().hexes_of(side);
        let own = |hex: HexId| hex == self.low.hex || hex == self.high.hex;
        if !self.is_level() || !A25.is_in_force() || own(a) || b.is_some_and(own) {
            return false;
        }
        let base = b.map_or(i8::MIN, |b| self.board.elevation(b)).max(self.board.elevation(a));
        height(self.board.features_on(side)) > 0 && 2 * i16::from(base) + 1 > 2 * self.low.level
    }

    /// Returns whether a line through a corner is blocked: by the hexside it would cross, or by the other two.
    fn corner(&self, met: [Option<HexId>; 3]) -> bool {
        let [Some(a), Some(b), Some(c)] = met else { return false };
        let barrier = |a, b| self.board.grid().between(a, b).is_some_and(|side| self.is_barrier(side));
        let barriers = [barrier(a, b), barrier(b, c), barrier(a, c)];
        barriers.into_iter().filter(|barrier| *barrier).count() >= 2
    }
}

/// Returns the height of a hex in half levels, with its terrain. A building of several floors is half a level higher
/// than its highest floor.
fn top(board: &Board, hex: HexId) -> i16 {
    let ground = 2 * i16::from(board.elevation(hex));
    let terrain = Terrain::nth(board.terrain(hex).0);
    ground
        + match terrain {
            Terrain::Wood | Terrain::Stone => (2 * i16::from(board.floors(hex)) - 1).max(2),
            Terrain::Woods => 2,
            Terrain::Rubble | Terrain::WoodRubble => 1,
            _ => 0,
        }
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
