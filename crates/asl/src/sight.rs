//! Lines of sight between the Locations above ground (ASL-A6).
//!
//! Heights are counted in half levels. Same-level sight is blocked by whatever stands higher. From a higher place one
//! sees over what is lower, but for the blind hexes behind it. A wall or hedge is half a level high and blocks between
//! places of one level, unless it is on a hexside of one of their own hexes. Nothing here knows a seat: who sees below
//! ground is the affair of the sewers (B8.2b). Rubble that falls in play opens no new lines: the shell still stands.

use std::ops::ControlFlow;

use board::{Board, FeatureId, Features, HexId, Hexside, LocationId, LocationKind, Step};

use crate::clause::{A6, A23, A25, B8_2B};
use crate::setting::CoverEntry;
use crate::tables::{HEDGE, HINDRANCE_BLOCKS, WALL};
use crate::terrain::Terrain;

/// The place of walls and hedges in the words of the board.
const WALLS: FeatureId = FeatureId(0);
const HEDGES: FeatureId = FeatureId(1);

/// A line of sight, as fire at the far end of it meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What stands in the way without blocking it.
    pub hindrance: u8,
    /// The modifier of the wall or hedge in front of the target.
    pub hexside: u8,
}

/// How one Location lies to another: the line between them, whether either is below ground, and how far it is. Packed, for
/// there is one for each pair: from the lowest bit the Hindrance, the modifier of the hexside on the side of the second,
/// the mark of what is below, and the distance in hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bearing(u16);

impl Bearing {
    const HINDRANCE: u16 = 0b111;
    const HEXSIDE: u16 = 0b11;
    const LINE: u16 = 0b1_1111;
    const BELOW: u16 = 1 << 5;
    const DISTANCE: u32 = 6;
    /// Farther than any two Locations of a board are from each other.
    const FARTHEST: u16 = u16::MAX >> Self::DISTANCE;
    /// In the bits of the line: out of sight. No line has such a Hindrance.
    const UNSEEN: u16 = Self::LINE;

    /// Between two Locations without a line.
    fn unseen(below: bool, distance: Option<u16>) -> Bearing {
        let distance = distance.map_or(Self::FARTHEST, |distance| distance.min(Self::FARTHEST - 1));
        Bearing(Self::UNSEEN | if below { Self::BELOW } else { 0 } | distance << Self::DISTANCE)
    }

    /// The same with a line.
    fn with(self, line: Line) -> Bearing {
        let line = u16::from(line.hindrance) | u16::from(line.hexside) << Self::HINDRANCE.count_ones();
        Bearing(self.0 & !Self::LINE | line)
    }

    const fn is_seen(self) -> bool {
        self.0 & Self::LINE != Self::UNSEEN
    }

    const fn line(self) -> Line {
        let hexside = self.0 >> Self::HINDRANCE.count_ones() & Self::HEXSIDE;
        Line { hindrance: (self.0 & Self::HINDRANCE) as u8, hexside: hexside as u8 }
    }

    const fn is_below(self) -> bool {
        self.0 & Self::BELOW != 0
    }

    const fn distance(self) -> u16 {
        match self.0 >> Self::DISTANCE {
            Self::FARTHEST => u16::MAX,
            distance => distance,
        }
    }
}

/// Who sees whom above ground, and how far it is from one to the other, by pair of Locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    locations: usize,
    bearings: Vec<Bearing>,
    /// The Blazes and the rubble of the scenario that a line meets, as bits; empty where there are none.
    met: Vec<u16>,
}

impl Sight {
    /// Works out all lines of a board. `covers` are the Blazes and the rubble of the scenario, at most 16.
    #[must_use]
    pub fn build(board: &Board, covers: &[CoverEntry]) -> Sight {
        let locations = board.locations().len();
        let met = if covers.is_empty() { Vec::new() } else { vec![0; locations * locations] };
        let pairs = || board.location_ids().flat_map(|a| board.location_ids().map(move |b| (a, b)));
        let bearings = pairs().map(|(a, b)| bearing(board, a, b)).collect();
        let mut sight = Sight { locations, bearings, met };
        for (a, b) in pairs().filter(|(a, b)| a <= b) {
            sight.add(board, covers, a, b);
        }
        sight
    }

    fn add(&mut self, board: &Board, covers: &[CoverEntry], a: LocationId, b: LocationId) {
        let (Some(from), Some(to)) = (Eye::of(board, a), Eye::of(board, b)) else { return };
        let Some(hindrance) = hindrance(board, from, to) else { return };
        let between = if covers.is_empty() { 0 } else { met_between(board, covers, from, to) };
        for (from, to, at) in [(from, to, self.place(a, b)), (to, from, self.place(b, a))] {
            if let Some(bearing) = self.bearings.get_mut(at) {
                *bearing = bearing.with(Line { hindrance, hexside: cover(board, from, to) });
            }
            if let Some(met) = self.met.get_mut(at) {
                *met = between;
            }
        }
    }

    const fn place(&self, from: LocationId, to: LocationId) -> usize {
        from.index() * self.locations + to.index()
    }

    /// The line from one Location to another with these covers on the board (bit n is the nth); none where they do not
    /// see each other. The Hindrance is the same both ways.
    #[inline]
    #[must_use]
    pub fn line(&self, from: LocationId, to: LocationId, covered: u16) -> Option<Line> {
        self.view(from, covered).line(to)
    }

    /// What is seen from one Location with these covers on the board.
    #[inline]
    #[must_use]
    pub fn view(&self, from: LocationId, covered: u16) -> View<'_> {
        let row = self.place(from, LocationId(0))..self.place(from, LocationId(0)) + self.locations;
        let bearings = self.bearings.get(row.clone()).unwrap_or_default();
        let met = if covered == 0 { &[] } else { self.met.get(row).unwrap_or_default() };
        View { bearings, met, covered }
    }

    /// Distance in hexes between two Locations, above ground or below; [`u16::MAX`] from one that is not of this board.
    #[inline]
    #[must_use]
    pub fn distance(&self, from: LocationId, to: LocationId) -> u16 {
        if from.index().max(to.index()) >= self.locations {
            return u16::MAX;
        }
        self.bearings.get(self.place(from, to)).map_or(u16::MAX, |bearing| bearing.distance())
    }

    /// Whether two Locations see each other with these covers on the board.
    #[inline]
    #[must_use]
    pub fn sees(&self, a: LocationId, b: LocationId, covered: u16) -> bool {
        self.line(a, b, covered).is_some()
    }
}

/// What is seen from one Location, and how far it is from there: the rows of it in [`Sight`].
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    bearings: &'a [Bearing],
    met: &'a [u16],
    covered: u16,
}

impl View<'_> {
    #[inline]
    fn bearing(self, to: LocationId) -> Option<Bearing> {
        self.bearings.get(to.index()).copied()
    }

    /// The line to a Location; none if it is out of sight.
    #[inline]
    #[must_use]
    pub fn line(self, to: LocationId) -> Option<Line> {
        if self.sees(to) { Some(self.bearing(to)?.line()) } else { None }
    }

    /// Whether a Location is in sight.
    #[inline]
    #[must_use]
    pub fn sees(self, to: LocationId) -> bool {
        let blocked = || self.met.get(to.index()).is_some_and(|met| met & self.covered != 0);
        self.bearing(to).is_some_and(Bearing::is_seen) && !blocked()
    }

    /// Whether a Location, or that from where one looks, is below ground: what is seen there is the affair of the sewers.
    #[inline]
    #[must_use]
    pub fn is_below(self, to: LocationId) -> bool {
        self.bearing(to).is_some_and(Bearing::is_below)
    }

    /// Distance in hexes to a Location; [`u16::MAX`] to one that is not of this board.
    #[inline]
    #[must_use]
    pub fn distance(self, to: LocationId) -> u16 {
        self.bearing(to).map_or(u16::MAX, Bearing::distance)
    }
}

/// How two Locations lie to each other, before it is known whether they see each other.
fn bearing(board: &Board, a: LocationId, b: LocationId) -> Bearing {
    let [a, b] = [a, b].map(|at| board.location(at));
    let below = [a, b].into_iter().any(|at| matches!(at.kind, LocationKind::Sewer | LocationKind::Tunnel));
    let distance = a.hex.zip(b.hex).map(|(a, b)| board.grid().distance(a, b));
    Bearing::unseen(below, distance)
}

/// One end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Eye {
    hex: HexId,
    /// Levels above the sea.
    level: i16,
    /// Levels above the ground of the hex.
    floor: i8,
}

impl Eye {
    /// None below ground: nobody there sees or is seen by this table (B8.2b).
    fn of(board: &Board, at: LocationId) -> Option<Eye> {
        let location = board.location(at);
        let hex = location.hex?;
        let below = location.kind.is_underground() && B8_2B.is_in_force();
        let beside = matches!(location.kind, LocationKind::Card | LocationKind::Beside);
        let level = i16::from(board.elevation(hex)) + i16::from(location.level);
        (!below && !beside).then_some(Eye { hex, level, floor: location.level })
    }
}

/// What a line meets, and what it comes to.
struct Trace<'a> {
    board: &'a Board,
    /// The lower end, and the higher one; of one level, in any order.
    low: Eye,
    high: Eye,
    hindrance: u8,
}

/// The Hindrance of a line; none if it is blocked.
fn hindrance(board: &Board, from: Eye, to: Eye) -> Option<u8> {
    if from.hex == to.hex {
        return ((from.level - to.level).abs() <= 1 || !A6.is_in_force()).then_some(0);
    }
    let (low, high) = if from.level <= to.level { (from, to) } else { (to, from) };
    let mut trace = Trace { board, low, high, hindrance: 0 };
    let walked = board.walk_until(low.hex, high.hex, |step| trace.pass(step));
    let blocked = (walked.is_break() || trace.hindrance >= HINDRANCE_BLOCKS) && A6.is_in_force();
    (!blocked).then_some(trace.hindrance.min(HINDRANCE_BLOCKS - 1))
}

impl Trace<'_> {
    fn pass(&mut self, step: Step) -> ControlFlow<()> {
        let blocked = match step {
            Step::Hex(hex) if hex != self.low.hex && hex != self.high.hex => {
                self.hindrance += self.hinders(hex);
                self.blocks(hex)
            }
            Step::Hex(_) => false,
            Step::Cross(side) => self.is_barrier(side),
            Step::Along(side) => match self.board.grid().hexes_of(side) {
                (a, Some(b)) => {
                    self.hindrance += self.hinders(a).max(self.hinders(b));
                    (self.blocks(a) && self.blocks(b)) || self.is_barrier(side)
                }
                (_, None) => false,
            },
            Step::Corner(met) => self.corner(met),
        };
        if blocked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    const fn is_level(&self) -> bool {
        self.low.level == self.high.level
    }

    /// Brush and grain hinder sight at their own level only.
    fn hinders(&self, hex: HexId) -> u8 {
        let level = self.is_level() && i16::from(self.board.elevation(hex)) == self.low.level;
        if level { Terrain::nth(self.board.terrain(hex).0).hindrance().unsigned_abs() } else { 0 }
    }

    /// Whether what stands in a hex between the ends blocks the line.
    fn blocks(&self, hex: HexId) -> bool {
        let top = top(self.board, hex);
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

    /// Whether a wall or hedge there blocks the line: half a level high, and on no hexside of either end.
    fn is_barrier(&self, side: Hexside) -> bool {
        let (a, b) = self.board.grid().hexes_of(side);
        let own = |hex: HexId| hex == self.low.hex || hex == self.high.hex;
        if !self.is_level() || !A25.is_in_force() || own(a) || b.is_some_and(own) {
            return false;
        }
        let base = b.map_or(i8::MIN, |b| self.board.elevation(b)).max(self.board.elevation(a));
        height(self.board.features_on(side)) > 0 && 2 * i16::from(base) + 1 > 2 * self.low.level
    }

    /// A line through a corner meets the hexside it would cross, or the other two.
    fn corner(&self, met: [Option<HexId>; 3]) -> bool {
        let [Some(a), Some(b), Some(c)] = met else { return false };
        let barrier = |a, b| self.board.grid().between(a, b).is_some_and(|side| self.is_barrier(side));
        let barriers = [barrier(a, b), barrier(b, c), barrier(a, c)];
        barriers.into_iter().filter(|barrier| *barrier).count() >= 2
    }
}

/// How high a hex stands above the sea, in half levels, with what is on it. A building of several floors is half a level
/// higher than its highest floor.
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

/// The modifier of what stands on a hexside.
fn height(features: Features) -> u8 {
    match () {
        () if features.contains(WALLS) => WALL,
        () if features.contains(HEDGES) => HEDGE,
        () => 0,
    }
}

/// The modifier of the wall or hedge in front of a target on the ground: on the hexside of its hex that the line comes
/// in by, against whoever is not higher (ASL-A25).
fn cover(board: &Board, from: Eye, to: Eye) -> u8 {
    if to.floor != 0 || from.level > to.level || from.hex == to.hex || !A25.is_in_force() {
        return 0;
    }
    let grid = board.grid();
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
    cover
}

/// True ones as bits, the first being the lowest.
fn bits(of: impl Iterator<Item = bool>) -> u16 {
    (0u32..16).zip(of).fold(0, |bits, (n, on)| bits | u16::from(on) << n)
}

/// The covers strictly between two places, as bits: Blazes, and rubble that is as high as the line. It is half a level
/// high.
fn met_between(board: &Board, covers: &[CoverEntry], from: Eye, to: Eye) -> u16 {
    if !A23.is_in_force() {
        return 0;
    }
    let level = from.level == to.level;
    let there = |hex: HexId| {
        let rubble = level && i16::from(board.elevation(hex)) == from.level;
        bits(covers.iter().map(|cover| board.hex_of(cover.at) == Some(hex) && (cover.blaze || rubble)))
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

#[cfg(test)]
mod tests;
