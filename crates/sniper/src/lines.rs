//! Straight lines above ground: which walls (SNP-B6, SNP-B7) and what smoke (SNP-B12) lie on them.
//!
//! A line is told by its legs, which are the same wherever it begins. So the legs of every line of a board are worked
//! out once, and what is on a line is a matter of looking up a bit a leg.

use arrayvec::ArrayVec;
use board::{Board, Direction, HexId, Leg, LocationId, Point, SightTable, legs};

use crate::position::{CLOUDS, Cloud};
use crate::setting::{LOCATIONS, Level, Setting};
use crate::terrain::Barrier;

/// A hex as lines pass through it.
#[derive(Clone, Copy, Debug)]
struct Passed {
    neighbours: [Option<HexId>; 6],
    /// A bit for each direction with a wall.
    walls: u8,
    /// A bit for each direction with a wall on the first floor.
    high: u8,
    centre: Point,
}

/// Which walls count: those between two Locations on the ground, or between two floors above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Height {
    Ground,
    Floor,
}

/// The lines of a board.
#[derive(Debug)]
pub struct Lines {
    hexes: Vec<Passed>,
    legs: Vec<Leg>,
    /// By how far a line leads, where its legs begin and end.
    spans: Vec<[u32; 2]>,
    /// How many columns a line can lead to either side.
    columns: i32,
    /// How many half rows a line can lead down.
    halves: i32,
}

/// A line passes from a hex into another.
#[derive(Clone, Copy, Debug)]
struct Passage {
    leg: Leg,
    from: HexId,
    to: HexId,
}

impl Lines {
    /// The lines of a board.
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
        for way in lines.ways() {
            let start = lines.legs.len() as u32;
            lines.legs.extend(way.into_iter().flat_map(legs));
            lines.spans.push([start, lines.legs.len() as u32]);
        }
        lines
    }

    /// How far lines lead: downwards, as a line is the same both ways. None where no centre of a hex lies.
    fn ways(&self) -> Vec<Option<Point>> {
        let mut ways = Vec::new();
        for y in 0..=self.halves {
            for column in -self.columns..=self.columns {
                ways.push(Some(Point { x: 3 * column, y }).filter(|_| (column + y) % 2 == 0));
            }
        }
        ways
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

    /// Follows the line between two hexes; whether `stopped` says so anywhere.
    #[inline]
    fn is_stopped(&self, a: HexId, b: HexId, stopped: impl Fn(&Passed, Passage) -> bool) -> bool {
        let (Some(one), Some(other)) = (self.passed(a), self.passed(b)) else { return true };
        let (start, legs) = if one.centre.y <= other.centre.y {
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

    /// Whether walls stop the line between the centres of two hexes. Where it passes exactly through a corner, it is
    /// stopped if walls close the way around that corner on both sides.
    fn is_walled(&self, a: HexId, b: HexId, height: Height) -> bool {
        self.is_stopped(a, b, |passed, Passage { leg, .. }| {
            let walls = |passed: &Passed| if height == Height::Ground { passed.walls } else { passed.high };
            let wall = |passed: &Passed, way: Direction| walls(passed) >> way.index() & 1 == 1;
            let beside = |way: Direction| passed.neighbours[way.index()].and_then(|hex| self.passed(hex));
            match leg {
                Leg::Cross(to) => wall(passed, to),
                Leg::Corner { to, by } => {
                    wall(passed, to) && beside(by).is_none_or(|grazed| wall(passed, by) || wall(grazed, past(by, to)))
                }
                // One looks along a hexside if past each end of it there is a way on one side at least, and on the same
                // side where a wall on the hexside itself keeps the two apart.
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
        })
    }

    /// Whether smoke lies on the line between two hexes, ends included.
    fn is_smoky(&self, a: HexId, b: HexId, smoky: impl Fn(HexId) -> bool) -> bool {
        smoky(a)
            || self.is_stopped(a, b, |passed, Passage { leg, from, to }| {
                let beside = |way: Direction| passed.neighbours[way.index()];
                let along = match leg {
                    Leg::Along { before, after } => {
                        let sides = [beside(before), beside(after)];
                        sides.iter().any(Option::is_some) && sides.into_iter().flatten().all(&smoky)
                    }
                    Leg::Cross(_) | Leg::Corner { .. } => false,
                };
                along || smoky(from) || smoky(to)
            })
    }
}

/// From a neighbour to the next one around a hex.
const fn past(from: Direction, to: Direction) -> Direction {
    // Clockwise from north one goes south-east, the second direction on; counter-clockwise south-west.
    if to as usize == from.clockwise() as usize {
        Direction::nth(from.index() + 2)
    } else {
        Direction::nth(from.index() + 4)
    }
}

/// Sight above ground from each Location to each other, smoke aside.
#[derive(Debug)]
pub struct Outlook {
    /// The lines of the board.
    pub lines: Lines,
    /// Who sees whom.
    pub table: SightTable,
}

impl Outlook {
    /// Works it all out: the surface are the first Locations of the board.
    #[must_use]
    pub fn new(board: &Board, surface: usize) -> Outlook {
        let lines = Lines::new(board);
        let table = SightTable::build(surface, |a, b| is_line_clear(board, &lines, a, b));
        Outlook { lines, table }
    }
}

/// Whether a line above ground is clear of walls (SNP-B6, SNP-B7); the same both ways.
#[must_use]
pub fn is_line_clear(board: &Board, lines: &Lines, a: LocationId, b: LocationId) -> bool {
    let (Some(from), Some(to)) = (board.hex_of(a), board.hex_of(b)) else { return false };
    if from == to {
        return a == b;
    }
    let floors = (board.location(a).level, board.location(b).level);
    // From a floor the ground outside is seen through the apertures of one's own hex, and oneself from there. Inside
    // there is a ceiling: stairs see each other within their hex only.
    if floors.0 != floors.1 {
        let (upper, lower) = if floors.0 > floors.1 { (from, to) } else { (to, from) };
        if board.floors(lower) > 0 {
            return false;
        }
        let (next, opening) = crate::sight::threshold(board, upper, lower);
        if !opening.is_aperture() || next.is_none_or(|next| board.floors(next) > 0) {
            return false;
        }
    }
    let height = if floors.0 > 0 && floors.1 > 0 { Height::Floor } else { Height::Ground };
    !lines.is_walled(from, to, height)
}

/// The smoke of a position, made ready to be looked through.
#[derive(Debug)]
pub struct Smoke<'a> {
    clouds: &'a [Cloud],
    centres: ArrayVec<HexId, CLOUDS>,
    /// A bit for each hex that is filled above ground.
    filled: Option<[u64; LOCATIONS / 64]>,
}

impl<'a> Smoke<'a> {
    /// What these clouds fill.
    #[inline]
    #[must_use]
    pub fn of(setting: &Setting, clouds: &'a [Cloud]) -> Smoke<'a> {
        let mut smoke = Smoke { clouds, centres: ArrayVec::new(), filled: None };
        if !clouds.is_empty() {
            smoke.fill(setting);
        }
        smoke
    }

    /// Smoke thrown into a hex fills it and those around without a wall between (SNP-B12).
    fn fill(&mut self, setting: &Setting) {
        let mut filled = [0u64; LOCATIONS / 64];
        let mut fill = |hex: HexId| {
            if let Some(word) = filled.get_mut(hex.index() / 64) {
                *word |= 1 << (hex.index() % 64);
            }
        };
        for cloud in self.clouds {
            let Some(spot) = setting.spot(cloud.at).filter(|spot| matches!(spot.level, Level::Surface(_))) else {
                continue;
            };
            fill(spot.hex);
            let open = |way: &Direction| Barrier::of(setting.board.features(spot.hex, *way)) != Barrier::Wall;
            let around = Direction::ALL.into_iter().filter(open);
            around.filter_map(|way| setting.board.grid().neighbour(spot.hex, way)).for_each(&mut fill);
            let _ = self.centres.try_push(spot.hex);
        }
        self.filled = Some(filled);
    }

    /// All clouds, those in sewers too.
    #[must_use]
    pub const fn clouds(&self) -> &'a [Cloud] {
        self.clouds
    }

    /// Whether smoke above ground lies on the line between two hexes, ends included. Neighbours see each other in smoke.
    #[must_use]
    pub fn is_between(&self, setting: &Setting, a: HexId, b: HexId) -> bool {
        let Some(filled) = &self.filled else { return false };
        let grid = setting.board.grid();
        let apart = grid.distance(a, b);
        if apart <= 1 || self.centres.is_empty() || !crate::clause::B12.is_in_force() {
            return false;
        }
        let near = |centre: &HexId| grid.distance(a, *centre) + grid.distance(*centre, b) <= apart + 3;
        let smoky = |hex: HexId| filled.get(hex.index() / 64).is_some_and(|word| word >> (hex.index() % 64) & 1 == 1);
        self.centres.iter().any(near) && setting.outlook().lines.is_smoky(a, b, smoky)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use board::Step;
    use rules::System;

    use super::*;
    use crate::Sniper;

    /// The same said once more, of a line walked step by step.
    fn is_walked_line_stopped(board: &Board, from: HexId, to: HexId, wall: impl Fn(HexId, HexId) -> bool) -> bool {
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
                        Some(Step::Along(side)) => match board.grid().hexes_of(side) {
                            (one, None) => wall(last, one) || wall(one, hex),
                            (one, Some(other)) => {
                                let ways = [one, other].map(|side| (!wall(last, side), !wall(side, hex)));
                                let through = if wall(one, other) {
                                    ways.iter().any(|(into, out)| *into && *out)
                                } else {
                                    ways.iter().any(|(into, _)| *into) && ways.iter().any(|(_, out)| *out)
                                };
                                !through
                            }
                        },
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

    #[test]
    fn lines_are_stopped_where_a_walk_along_them_is() {
        let text = include_str!("../../../scenarios/sniper/patrol.toml");
        let document = board::scenario::Document::parse("patrol.toml", text).expect("a shipped scenario");
        let setting = Sniper::set_up(&document).expect("a shipped scenario").setting;
        let (board, lines) = (&setting.board, &setting.outlook().lines);
        let tall = |hex: HexId| board.floors(hex) > 1;
        let wall = |x: HexId, y: HexId| Barrier::of(board.features_between(x, y)) == Barrier::Wall;
        let high = |x: HexId, y: HexId| wall(x, y) && (tall(x) || tall(y));
        let mut stopped = [0; 2];
        for a in board.grid().hexes() {
            // All that are near, and some of the others.
            let near = board.grid().within(a, 4);
            for b in near.chain(board.grid().hexes().skip(a.index() % 211).step_by(211)) {
                let walked = [is_walked_line_stopped(board, a, b, wall), is_walked_line_stopped(board, a, b, high)];
                let looked_up = [lines.is_walled(a, b, Height::Ground), lines.is_walled(a, b, Height::Floor)];
                assert_eq!(walked, looked_up, "{} to {}", board.grid().label(a), board.grid().label(b));
                assert_eq!(lines.is_walled(a, b, Height::Ground), lines.is_walled(b, a, Height::Ground));
                stopped = [stopped[0] + usize::from(walked[0]), stopped[1] + usize::from(walked[1])];
            }
        }
        assert!(stopped[0] > stopped[1] && stopped[1] > 10_000, "{stopped:?}");
    }
}
