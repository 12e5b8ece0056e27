//! The line between the centres of two hexes, and everything it touches.
//!
//! Computed with integers on the lattice of [`Grid::centre`]: the walk from A to B is exactly the reverse of the walk
//! from B to A.

use std::ops::ControlFlow;

use crate::direction::Direction;
use crate::grid::{Grid, HexId, Hexside, Point};

/// Something that a line of sight touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The line runs through the interior of a hex.
    Hex(HexId),
    /// The line crosses a hexside between its two corners.
    Cross(Hexside),
    /// The line runs along a hexside, touching both of its hexes.
    Along(Hexside),
    /// The line passes from one hex to another exactly through a corner. Contains the hexes that meet there, sorted,
    /// with `None` beyond the edge of the board. The line enters two of them and touches the third only at the corner.
    Corner([Option<HexId>; 3]),
}

/// The line between the centres of two hexes, as steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    steps: Vec<Step>,
}

impl Walk {
    /// Everything that the line touches, in order, including both end hexes.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns this walk in the opposite direction.
    #[must_use]
    pub fn reversed(mut self) -> Walk {
        self.steps.reverse();
        self
    }
}

/// Corners of a hex relative to its centre, clockwise. Corner i lies between hexsides i - 1 and i of
/// [`Direction::ALL`].
const CORNERS: [Point; 6] = [
    Point { x: -1, y: -1 },
    Point { x: 1, y: -1 },
    Point { x: 2, y: 0 },
    Point { x: 1, y: 1 },
    Point { x: -1, y: 1 },
    Point { x: -2, y: 0 },
];

/// Vectors from the centre of a hex to those of its neighbours.
const STEPS: [Point; 6] = [
    Point { x: 0, y: -2 },
    Point { x: 3, y: -1 },
    Point { x: 3, y: 1 },
    Point { x: 0, y: 2 },
    Point { x: -3, y: 1 },
    Point { x: -3, y: -1 },
];

impl Point {
    const fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }

    const fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }

    /// Returns the cross product: positive if `other` lies clockwise of this direction, as seen on the board.
    const fn turn(self, other: Point) -> i32 {
        self.x * other.y - self.y * other.x
    }
}

/// Returns a corner of the hex centred at `centre`.
pub(crate) fn corner(centre: Point, corner: usize) -> Point {
    centre.plus(CORNERS[corner % 6])
}

/// A part of a line, from the centre of one hex into the next, described by directions only. Lines with the same vector
/// have the same legs, wherever they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leg {
    /// Across the hexside in this direction.
    Cross(Direction),
    /// Exactly through a corner.
    Corner {
        /// Direction of the hex that the line enters.
        to: Direction,
        /// Direction of the hex that the line touches only at the corner.
        by: Direction,
    },
    /// Along the hexside between two neighbours, into the hex beyond it.
    Along {
        /// Direction of the neighbour on one side.
        before: Direction,
        /// Direction of the other neighbour, next clockwise.
        after: Direction,
    },
}

impl Leg {
    /// Returns the vector from the centre of the hex it begins in to that of the hex it enters.
    const fn way(self) -> Point {
        match self {
            Leg::Cross(to) | Leg::Corner { to, .. } => STEPS[to.index()],
            Leg::Along { before, after } => STEPS[before.index()].plus(STEPS[after.index()]),
        }
    }
}

/// A line from the centre `origin` in direction `way`.
struct Line {
    origin: Point,
    way: Point,
    /// For each corner, the side of the line on which it would be if the hex were centred on the line.
    corners: [i32; 6],
}

impl Line {
    fn new(origin: Point, goal: Point) -> Line {
        let way = goal.minus(origin);
        Line { origin, way, corners: CORNERS.map(|corner| way.turn(corner)) }
    }

    /// Returns how the line leaves the hex around `centre`.
    fn leg(&self, centre: Point) -> Option<Leg> {
        let off = self.way.turn(centre.minus(self.origin));
        let sides = self.corners.map(|corner| (corner + off).signum());
        (0..6).find_map(|i| match (sides[(i + 5) % 6], sides[i], sides[(i + 1) % 6]) {
            (-1, 0, 1) => Some(self.through_corner(i)),
            (_, -1, 1) => Some(Leg::Cross(Direction::nth(i))),
            _ => None,
        })
    }

    /// Returns the leg through corner i, which lies between hexsides i - 1 and i.
    fn through_corner(&self, i: usize) -> Leg {
        let (before, after) = (Direction::nth(i + 5), Direction::nth(i));
        match self.way.turn(CORNERS[i]).signum() {
            0 => Leg::Along { before, after },
            1 => Leg::Corner { to: before, by: after },
            _ => Leg::Corner { to: after, by: before },
        }
    }
}

/// Returns the legs of a line with the vector `way`, which must lead from one hex centre to another.
pub fn legs(way: Point) -> impl Iterator<Item = Leg> {
    let line = Line::new(Point { x: 0, y: 0 }, way);
    let mut centre = line.origin;
    std::iter::from_fn(move || {
        let leg = line.leg(centre).filter(|_| centre != way)?;
        centre = centre.plus(leg.way());
        Some(leg)
    })
}

impl Grid {
    /// Returns everything that the straight line between two hex centres touches.
    pub fn walk(&self, from: HexId, to: HexId) -> Walk {
        let mut steps = Vec::with_capacity(2 * usize::from(self.distance(from, to)) + 1);
        let _ = self.walk_until(from, to, |step| {
            steps.push(step);
            ControlFlow::<()>::Continue(())
        });
        Walk { steps }
    }

    /// Visits everything that the line between two hex centres touches, in order, until `visit` returns `Break`. Saves
    /// work if the line is blocked early.
    pub fn walk_until<B>(
        &self,
        from: HexId,
        to: HexId,
        mut visit: impl FnMut(Step) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let goal = self.centre(to);
        let line = Line::new(self.centre(from), goal);
        let (mut centre, mut hex) = (line.origin, from);
        visit(Step::Hex(from))?;
        while centre != goal {
            let Some(leg) = line.leg(centre) else { break };
            let beside = |way: Direction| self.neighbour(hex, way);
            let step = match leg {
                Leg::Cross(to) => Some(Step::Cross(self.hexside(hex, to))),
                Leg::Corner { to, by } => {
                    let mut met = [Some(hex), beside(to), beside(by)];
                    met.sort_unstable();
                    Some(Step::Corner(met))
                }
                Leg::Along { before, after } => {
                    self.side_of(beside(before), beside(after), after.index()).map(Step::Along)
                }
            };
            if let Some(step) = step {
                visit(step)?;
            }
            centre = centre.plus(leg.way());
            // Between two centres on a board, every hex that the line enters is on the board too.
            let Some(entered) = self.hex_centred(centre) else {
                break;
            };
            hex = entered;
            visit(Step::Hex(hex))?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the hexside that leads outwards from corner `i` of a hex, between the neighbours before and after that
    /// corner.
    fn side_of(&self, before: Option<HexId>, after: Option<HexId>, i: usize) -> Option<Hexside> {
        let across = Direction::nth(i + 1);
        match (before, after) {
            (Some(before), _) => Some(self.hexside(before, across)),
            (None, Some(after)) => Some(self.hexside(after, across.opposite())),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests::shapes;
    use proptest::prelude::*;

    fn told(from: &str, to: &str) -> String {
        let board = crate::board::tests::bare(10, 10).build();
        let grid = board.grid();
        let name = |hex: Option<HexId>| hex.map_or("-", |hex| grid.label(hex));
        let sides = |side| {
            let (a, b) = grid.hexes_of(side);
            format!("{}|{}", grid.label(a), name(b))
        };
        let walk = grid.walk(grid.hex(from).unwrap(), grid.hex(to).unwrap());
        let told = walk.steps().iter().map(|step| match *step {
            Step::Hex(hex) => grid.label(hex).to_owned(),
            Step::Cross(side) => format!("({})", sides(side)),
            Step::Along(side) => format!("={}=", sides(side)),
            Step::Corner(met) => format!("<{}>", met.map(name).join("|")),
        });
        told.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn legs_told() {
        let told = |x, y| format!("{:?}", legs(Point { x, y }).collect::<Vec<_>>());
        assert_eq!(told(0, 0), "[]");
        assert_eq!(told(0, 4), "[Cross(S), Cross(S)]");
        assert_eq!(told(-6, 0), "[Along { before: SW, after: NW }]");
        assert_eq!(told(6, 2), "[Cross(SE), Cross(SE)]");
        let far = legs(Point { x: 15, y: 3 }).collect::<Vec<_>>();
        assert_eq!(far.iter().filter(|leg| matches!(leg, Leg::Corner { .. })).count(), 2);
    }

    #[test]
    fn lines_told() {
        assert_eq!(told("A1", "A1"), "A1");
        assert_eq!(told("A1", "A3"), "A1 (A1|A2) A2 (A2|A3) A3");
        assert_eq!(told("A2", "C2"), "A2 =B1|B2= C2");
        assert_eq!(told("A1", "C1"), "A1 =B1|-= C1");
        assert_eq!(told("A1", "B2"), "A1 =B1|A2= B2");
        assert_eq!(told("A1", "C2"), "A1 (A1|B1) B1 (B1|C2) C2");
        assert_eq!(told("A1", "F2"), "A1 (A1|B1) B1 <B1|C1|C2> C2 (D1|C2) D1 <D1|D2|E2> E2 (E2|F2) F2");
    }

    proptest! {
        #[test]
        fn a_walk_goes_back_as_it_came(shape in shapes(), a: prop::sample::Index, b: prop::sample::Index) {
            let grid = Grid::new(shape).unwrap();
            let (a, b) = (HexId(a.index(grid.len()) as u16), HexId(b.index(grid.len()) as u16));
            let walk = grid.walk(a, b);
            prop_assert_eq!(walk.steps().last(), Some(&Step::Hex(b)));
            prop_assert_eq!(&grid.walk(b, a).reversed(), &walk);
        }

        #[test]
        fn a_walk_has_no_gaps(shape in shapes(), a: prop::sample::Index, b: prop::sample::Index) {
            let grid = Grid::new(shape).unwrap();
            let (a, b) = (HexId(a.index(grid.len()) as u16), HexId(b.index(grid.len()) as u16));
            let walk = grid.walk(a, b);
            let mut hexes: Vec<_> = walk.steps().iter().filter(|step| matches!(step, Step::Hex(_))).collect();
            hexes.dedup();
            let along = walk.steps().iter().filter(|step| matches!(step, Step::Along(_))).count();
            prop_assert!(hexes.len() + along > usize::from(grid.distance(a, b)));
            prop_assert!(walk.steps().len() <= 2 * hexes.len());
            for pair in walk.steps().windows(3) {
                if let [Step::Hex(x), between, Step::Hex(y)] = *pair {
                    match between {
                        Step::Cross(side) => prop_assert_eq!(Some(side), grid.between(x, y)),
                        Step::Corner(met) => prop_assert!(met.contains(&Some(x)) && met.contains(&Some(y))),
                        Step::Along(_) => prop_assert_eq!(grid.distance(x, y), 2),
                        Step::Hex(_) => prop_assert!(false, "two hexes without a step between"),
                    }
                }
            }
        }
    }
}
