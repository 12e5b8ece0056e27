//! The line between the centres of two hexes, and everything it touches.
//!
//! Worked out in whole numbers on the lattice of [`Grid::centre`], so that the walk from A to B is exactly the walk
//! from B to A backwards.

use crate::direction::Direction;
use crate::grid::{Grid, HexId, Hexside, Point};

/// A thing that a line of sight touches, in order from the one end to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// It runs through the inside of a hex.
    Hex(HexId),
    /// It crosses a hexside between two corners.
    Cross(Hexside),
    /// It runs along a hexside, touching both hexes of it from corner to corner.
    Along(Hexside),
    /// It goes from the inside of one hex to the inside of another exactly through a corner. Given are the hexes that
    /// meet there, in board order; the line enters two of them and only grazes the third.
    Corner([Option<HexId>; 3]),
}

/// A line between the centres of two hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    steps: Vec<Step>,
}

impl Walk {
    /// Everything touched, both end hexes included.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The same walk from the other end.
    #[must_use]
    pub fn reversed(mut self) -> Walk {
        self.steps.reverse();
        self
    }
}

/// Corners of a hex from its centre, clockwise; corner i stands between hexsides i - 1 and i of [`Direction::ALL`].
const CORNERS: [Point; 6] = [
    Point { x: -1, y: -1 },
    Point { x: 1, y: -1 },
    Point { x: 2, y: 0 },
    Point { x: 1, y: 1 },
    Point { x: -1, y: 1 },
    Point { x: -2, y: 0 },
];

/// From the centre of a hex to that of each neighbour.
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
        Point {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }

    const fn minus(self, other: Point) -> Point {
        Point {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }

    /// Positive when `other` lies clockwise of this direction, as seen on the board.
    const fn turn(self, other: Point) -> i32 {
        self.x * other.y - self.y * other.x
    }
}

/// The corner `corner` of a hex centred at `centre`.
pub(crate) fn corner(centre: Point, corner: usize) -> Point {
    centre.plus(CORNERS[corner % 6])
}

enum Exit {
    Side(usize),
    Corner(usize),
}

/// Where a line from `origin` in direction `way` leaves the hex around `centre`.
fn exit(origin: Point, way: Point, centre: Point) -> Option<Exit> {
    let turn = |i: usize| way.turn(corner(centre, i).minus(origin)).signum();
    (0..6).find_map(|i| match (turn(i + 5), turn(i), turn(i + 1)) {
        (-1, 0, 1) => Some(Exit::Corner(i)),
        (_, -1, 1) => Some(Exit::Side(i)),
        _ => None,
    })
}

impl Grid {
    /// Walks the straight line from the centre of one hex to the centre of another.
    pub fn walk(&self, from: HexId, to: HexId) -> Walk {
        let (origin, goal) = (self.centre(from), self.centre(to));
        let way = goal.minus(origin);
        let mut steps = vec![Step::Hex(from)];
        let mut centre = origin;
        // Every turn comes nearer to the goal by a column or a row, so this bound is never reached.
        for _ in 0..=4 * self.len() {
            if centre == goal {
                break;
            }
            let Some(exit) = exit(origin, way, centre) else {
                break;
            };
            centre = match exit {
                Exit::Side(i) => {
                    steps.extend(self.side_at(centre, i).map(Step::Cross));
                    centre.plus(STEPS[i])
                }
                Exit::Corner(i) => {
                    let outward = CORNERS[i];
                    let (left, right) = (STEPS[(i + 5) % 6], STEPS[i]);
                    match way.turn(outward).signum() {
                        0 => {
                            steps.extend(
                                self.side_along(centre.plus(left), centre.plus(right))
                                    .map(Step::Along),
                            );
                            centre.plus(Point {
                                x: 3 * outward.x,
                                y: 3 * outward.y,
                            })
                        }
                        turn => {
                            let mut met = [centre, centre.plus(left), centre.plus(right)]
                                .map(|centre| self.hex_centred(centre));
                            met.sort_unstable();
                            steps.push(Step::Corner(met));
                            centre.plus(if turn > 0 { left } else { right })
                        }
                    }
                }
            };
            steps.extend(self.hex_centred(centre).map(Step::Hex));
        }
        Walk { steps }
    }

    fn side_at(&self, centre: Point, direction: usize) -> Option<Hexside> {
        self.side_along(centre, centre.plus(STEPS[direction]))
    }

    /// The hexside between two neighbouring centres, if at least one is on the board.
    fn side_along(&self, a: Point, b: Point) -> Option<Hexside> {
        let direction = STEPS
            .iter()
            .position(|step| a.plus(*step) == b)
            .map(Direction::nth)?;
        match (self.hex_centred(a), self.hex_centred(b)) {
            (Some(hex), _) => Some(self.hexside(hex, direction)),
            (None, Some(hex)) => Some(self.hexside(hex, direction.opposite())),
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
    fn lines_told() {
        assert_eq!(told("A1", "A1"), "A1");
        assert_eq!(told("A1", "A3"), "A1 (A1|A2) A2 (A2|A3) A3");
        assert_eq!(told("A2", "C2"), "A2 =B1|B2= C2");
        assert_eq!(told("A1", "C1"), "A1 =B1|-= C1");
        assert_eq!(told("A1", "B2"), "A1 =B1|A2= B2");
        assert_eq!(told("A1", "C2"), "A1 (A1|B1) B1 (B1|C2) C2");
        assert_eq!(
            told("A1", "F2"),
            "A1 (A1|B1) B1 <B1|C1|C2> C2 (D1|C2) D1 <D1|D2|E2> E2 (E2|F2) F2"
        );
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
