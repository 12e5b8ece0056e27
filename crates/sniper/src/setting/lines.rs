//! Straight lines above ground: the walls (SNP-B6, SNP-B7) and smoke (SNP-B12) on them.
//!
//! The legs of a line are the same wherever it begins. The legs of every line of a board are calculated once; to follow
//! a line then takes one bit test per leg.

use board::{Board, Direction, HexId, Leg, Point, legs};

use crate::printed::terrain::Barrier;
use crate::setting::passages::Passages;

/// Obstacles to lines through a hex.
#[derive(Clone, Copy, Debug)]
struct Passed {
    neighbours: [Option<HexId>; 6],
    /// A bit for each direction with a wall.
    walls: u8,
    /// A bit for each direction with a wall on upper floors.
    high: u8,
    centre: Point,
}

impl Passed {
    /// Returns whether a line to another hex is followed from this one: lines are followed downwards.
    #[inline]
    const fn is_above(&self, other: &Passed) -> bool {
        self.centre.y <= other.centre.y
    }
}

/// Height of a line: it decides which walls count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Height {
    /// Between two Locations on the ground.
    Ground,
    /// Between two floors above the ground.
    Floor,
}

/// The lines of a board with their obstacles.
#[derive(Debug)]
pub struct Lines {
    hexes: Vec<Passed>,
    legs: Vec<Leg>,
    /// By displacement of a line: start and end of its legs.
    spans: Vec<[u32; 2]>,
    /// Columns that a line can span to either side.
    columns: i32,
    /// Half rows that a line can span downwards.
    halves: i32,
}

/// The passage of a line from a hex into another.
#[derive(Clone, Copy, Debug)]
struct Passage {
    leg: Leg,
    from: HexId,
    to: HexId,
}

impl Lines {
    /// Calculates all lines of a board.
    #[must_use]
    pub fn new(board: &Board) -> Lines {
        let (grid, tall) = (board.grid(), |hex: HexId| board.floors(hex) > 1);
        let passed = |hex: HexId| {
            let neighbours = grid.neighbours(hex);
            let (mut walls, mut high) = (0, 0);
            for way in Direction::ALL {
                if let (Barrier::Wall, Some(next)) = (Barrier::of(board.features(hex, way)), neighbours[way.index()]) {
                    walls |= 1 << way.index();
                    high |= u8::from(tall(hex) || tall(next)) << way.index();
                }
            }
            Passed { neighbours, walls, high, centre: grid.centre(hex) }
        };
        let shape = grid.shape();
        let (columns, halves) = (i32::from(shape.columns), 2 * i32::from(shape.rows) + 2);
        let mut lines =
            Lines { hexes: grid.hexes().map(passed).collect(), legs: Vec::new(), spans: Vec::new(), columns, halves };
        for way in lines.ways().collect::<Vec<_>>() {
            let start = lines.legs.len() as u32;
            // Other displacements don't end in the centre of a hex.
            lines.legs.extend(Some(way).filter(|way| (way.x / 3 + way.y) % 2 == 0).into_iter().flat_map(legs));
            lines.spans.push([start, lines.legs.len() as u32]);
        }
        lines
    }

    /// Lists the displacements of lines, downwards only because lines are symmetric.
    fn ways(&self) -> impl Iterator<Item = Point> + use<> {
        let columns = self.columns;
        (0..=self.halves).flat_map(move |y| (-columns..=columns).map(move |column| Point { x: 3 * column, y }))
    }

    fn legs(&self, from: Point, to: Point) -> &[Leg] {
        let (column, y) = ((to.x - from.x) / 3, to.y - from.y);
        let place = y * (2 * self.columns + 1) + column + self.columns;
        let span = usize::try_from(place).ok().and_then(|place| self.spans.get(place));
        span.and_then(|[start, end]| self.legs.get(*start as usize..*end as usize)).unwrap_or_default()
    }

    #[inline]
    fn passed(&self, hex: HexId) -> Option<&Passed> {
        self.hexes.get(hex.index())
    }

    /// Follows the line between two hexes and returns whether `stopped` is true anywhere on it.
    #[inline]
    fn is_stopped(&self, a: HexId, b: HexId, mut stopped: impl FnMut(&Passed, Passage) -> bool) -> bool {
        let (Some(one), Some(other)) = (self.passed(a), self.passed(b)) else { return true };
        let (start, legs) = if one.is_above(other) {
            (a, self.legs(one.centre, other.centre))
        } else {
            (b, self.legs(other.centre, one.centre))
        };
        let mut from = start;
        for &leg in legs {
            let Some(passed) = self.passed(from) else { return true };
            let Some(to) = self.beyond(passed, leg) else { return true };
            if stopped(passed, Passage { leg, from, to }) {
                return true;
            }
            from = to;
        }
        false
    }

    #[inline]
    fn beyond(&self, passed: &Passed, leg: Leg) -> Option<HexId> {
        let beside = |way: Direction| passed.neighbours[way.index()];
        match leg {
            Leg::Cross(to) | Leg::Corner { to, .. } => beside(to),
            Leg::Along { before, after } => {
                let through = |one: Direction, other: Direction| self.passed(beside(one)?)?.neighbours[other.index()];
                through(before, after).or_else(|| through(after, before))
            }
        }
    }

    /// Lists the lines that lead downwards or straight to the right, with their legs.
    pub fn downwards(&self) -> impl Iterator<Item = (Point, &[Leg])> {
        let ways = self.ways().zip(&self.spans).filter(|(way, _)| way.y > 0 || way.x > 0);
        ways.filter_map(|(way, [start, end])| Some((way, self.legs.get(*start as usize..*end as usize)?)))
            .filter(|(_, legs)| !legs.is_empty())
    }

    /// Returns the hexes that legs lead to at a height.
    #[must_use]
    pub fn passages(&self, height: Height) -> Passages {
        Passages::new(
            self.hexes.iter().map(|passed| {
                move |leg: Leg| self.beyond(passed, leg).filter(|_| !self.is_walled(passed, leg, height))
            }),
        )
    }

    /// Returns whether walls stop a leg of a line. A leg through a corner is stopped if walls close the way around the
    /// corner on both sides.
    #[inline]
    fn is_walled(&self, passed: &Passed, leg: Leg, height: Height) -> bool {
        let walls = |passed: &Passed| if height == Height::Ground { passed.walls } else { passed.high };
        let wall = |passed: &Passed, way: Direction| walls(passed) >> way.index() & 1 == 1;
        let beside = |way: Direction| passed.neighbours[way.index()].and_then(|hex| self.passed(hex));
        match leg {
            Leg::Cross(to) => wall(passed, to),
            Leg::Corner { to, by } => {
                wall(passed, to) && beside(by).is_none_or(|grazed| wall(passed, by) || wall(grazed, past(by, to)))
            }
            // Sight along a hexside needs a free way past each of its ends, on at least one side; on the same side if a
            // wall is on the hexside itself.
            Leg::Along { before, after } => {
                let way_past = |near: Direction, far: Direction| {
                    beside(near).map(|side| (!wall(passed, near), !wall(side, far), wall(side, past(near, far))))
                };
                match (way_past(before, after), way_past(after, before)) {
                    (Some((in_one, out_one, apart)), Some((in_other, out_other, _))) if apart => {
                        !(in_one && out_one || in_other && out_other)
                    }
                    (Some((in_one, out_one, _)), Some((in_other, out_other, _))) => {
                        !((in_one || in_other) && (out_one || out_other))
                    }
                    (Some((into, out, _)), None) | (None, Some((into, out, _))) => !(into && out),
                    (None, None) => false,
                }
            }
        }
    }

    /// Returns the walls that stop the line between two hexes at a height, in order from the first. Each is given by the
    /// two hexes between which the line meets it.
    #[must_use]
    pub fn walls(&self, a: HexId, b: HexId, height: Height) -> Vec<[HexId; 2]> {
        let mut walls = Vec::new();
        let _ = self.is_stopped(a, b, |passed, Passage { leg, from, to }| {
            if self.is_walled(passed, leg, height) {
                let beside = |way: Direction| passed.neighbours[way.index()].unwrap_or(from);
                walls.push(match leg {
                    Leg::Along { before, after } => [beside(before), beside(after)],
                    Leg::Cross(_) | Leg::Corner { .. } => [from, to],
                });
            }
            false
        });
        if self.passed(a).zip(self.passed(b)).is_some_and(|(one, other)| !one.is_above(other)) {
            walls.reverse();
            walls.iter_mut().for_each(|wall| wall.reverse());
        }
        walls
    }

    /// Returns whether smoke thrown into a hex fills another: that hex, and its neighbours without a wall between
    /// (SNP-B12).
    pub(crate) fn is_filled(&self, from: HexId, hex: HexId) -> bool {
        let open = |passed: &Passed| {
            let around = passed.neighbours.iter().enumerate();
            around.into_iter().any(|(way, next)| *next == Some(hex) && passed.walls >> way & 1 == 0)
        };
        from == hex || self.passed(from).is_some_and(open)
    }

    /// Returns whether smoke is on the line between two hexes, ends included.
    pub(crate) fn is_smoky(&self, a: HexId, b: HexId, smoky: impl Fn(HexId) -> bool) -> bool {
        smoky(a) || smoky(b) || self.is_crossed(a, b, smoky)
    }

    /// Returns whether something is on the line between two hexes, ends excluded. Where the line follows a hexside, it
    /// must be on both sides of it.
    pub(crate) fn is_crossed(&self, a: HexId, b: HexId, is_there: impl Fn(HexId) -> bool) -> bool {
        self.is_stopped(a, b, |passed, Passage { leg, to, .. }| {
            let beside = |way: Direction| passed.neighbours[way.index()];
            let along = match leg {
                Leg::Along { before, after } => {
                    let sides = [beside(before), beside(after)];
                    sides.iter().any(Option::is_some) && sides.into_iter().flatten().all(&is_there)
                }
                Leg::Cross(_) | Leg::Corner { .. } => false,
            };
            along || (to != a && to != b && is_there(to))
        })
    }
}

/// Returns the direction from one neighbour of a hex to the next around it.
const fn past(from: Direction, to: Direction) -> Direction {
    // Clockwise from north that is south-east, two directions further; counter-clockwise south-west.
    if to as usize == from.clockwise() as usize {
        Direction::nth(from.index() + 2)
    } else {
        Direction::nth(from.index() + 4)
    }
}
