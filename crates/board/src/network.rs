//! Networks below the board: sewers and tunnels.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::direction::Direction;
use crate::grid::{Grid, HexId};
use crate::terrain::Road;

/// The kind of an underground network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NetworkKind {
    /// A sewer, drawn as a solid line.
    Sewer,
    /// A tunnel, drawn as a dashed line.
    Tunnel,
}

/// The connection of the hexes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetworkShape {
    /// A line of hexes, each adjacent to the next.
    Line {
        /// Whether all hexes lie on one straight row.
        straight: bool,
    },
    /// Separate entrances. The rule system defines how they are connected.
    Entrances,
}

/// A sewer or tunnel system below the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The kind of network, which rules and drawings depend on.
    pub kind: NetworkKind,
    /// Unique name, such as `Main sewer`.
    pub name: String,
    /// Colour in which it is drawn, as in CSS; `None` for the default.
    pub color: Option<String>,
    /// Its hexes: in order from end to end for a line, otherwise the entrances.
    pub hexes: Vec<HexId>,
    /// The way in which its hexes are connected.
    pub course: NetworkShape,
}

impl Network {
    /// Returns the hexes before and after a hex along a line; none for other networks.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        let place = match self.course {
            NetworkShape::Line { .. } => self.hexes.iter().position(|other| *other == hex),
            NetworkShape::Entrances => None,
        };
        let before = place.and_then(|place| place.checked_sub(1)).and_then(|place| self.hexes.get(place));
        let after = place.and_then(|place| self.hexes.get(place + 1));
        before.into_iter().chain(after).copied()
    }
}

impl Grid {
    /// Returns the hexes of a line from end to end, and whether they form a straight row.
    ///
    /// Ends that do not lie on one row are joined by as few hexes as possible, each the nearest to its point of the
    /// geometric line. Of two equally near hexes, the first in board order is taken. The line is therefore the same
    /// from both ends.
    pub fn line(&self, from: HexId, to: HexId) -> (Vec<HexId>, bool) {
        let straight = from == to || self.straight(from, to).is_some();
        let steps = self.distance(from, to);
        let hexes = (0..=steps).filter_map(|step| {
            let way =
                self.hexes().filter(|hex| self.distance(from, *hex) == step && self.distance(*hex, to) == steps - step);
            way.min_by_key(|hex| (self.off_line(from, to, step, *hex), *hex))
        });
        (hexes.collect(), straight)
    }

    /// Returns how far a hex lies from the point `step` hexes along a line, squared and multiplied by a constant.
    fn off_line(&self, from: HexId, to: HexId, step: u16, hex: HexId) -> i64 {
        let (steps, step) = (i64::from(self.distance(from, to)), i64::from(step));
        let [from, to, hex] = [from, to, hex].map(|hex| self.centre(hex));
        let off = |from, to, hex| i64::from(hex) * steps - i64::from(from) * (steps - step) - i64::from(to) * step;
        // A lattice step down is √3 times as long as a step across.
        off(from.x, to.x, hex.x).pow(2) + 3 * off(from.y, to.y, hex.y).pow(2)
    }
}

/// Returns the hexes that at least two of these lines share, in board order. Ignores networks that are not lines.
pub fn crossings<'a>(lines: impl IntoIterator<Item = &'a Network>) -> Vec<HexId> {
    let mut all: Vec<HexId> = Vec::new();
    for line in lines.into_iter().filter(|network| matches!(network.course, NetworkShape::Line { .. })) {
        let mut hexes = line.hexes.clone();
        hexes.sort_unstable();
        hexes.dedup();
        all.extend(hexes);
    }
    all.sort_unstable();
    let mut twice: Vec<HexId> = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    twice.dedup();
    twice
}

impl Board {
    /// Whether a hex with a paved road has road across at least three of its hexsides.
    ///
    /// Advanced Squad Leader B8.1d makes such a hex a manhole. A hex with paved and unpaved road counts as paved. Paths
    /// and railways don't count as roads.
    pub fn is_junction(&self, hex: HexId) -> bool {
        let roads = || Direction::ALL.into_iter().filter_map(|way| self.road(hex, way));
        roads().any(|road| road == Road::Paved) && roads().filter(|road| road.is_road()).count() >= 3
    }

    /// All junctions in board order (see [`Board::is_junction`]).
    pub fn junctions(&self) -> impl Iterator<Item = HexId> + '_ {
        self.grid().hexes().filter(|hex| self.is_junction(*hex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;
    use crate::grid::tests::shapes;
    use crate::label::{Labels, Lowered};
    use proptest::prelude::*;

    fn block() -> Grid {
        Grid::new(Shape { columns: 39, rows: 53, labels: Labels::Digits, lowered: Lowered::Second, half_rows: false })
            .unwrap()
    }

    fn sewer(grid: &Grid, [from, to]: [&str; 2]) -> Network {
        let (hexes, straight) = grid.line(grid.hex(from).unwrap(), grid.hex(to).unwrap());
        let course = NetworkShape::Line { straight };
        Network { kind: NetworkKind::Sewer, name: format!("{from}-{to}"), color: None, hexes, course }
    }

    const SEWERS: [[&str; 2]; 6] =
        [["1053", "1001"], ["3653", "3601"], ["2331", "2301"], ["0553", "3936"], ["0142", "3923"], ["0128", "3909"]];

    #[test]
    fn the_suggested_sewers_cross_in_the_listed_manholes() {
        let grid = block();
        let sewers = SEWERS.map(|ends| sewer(&grid, ends));
        assert!(sewers.iter().all(|sewer| sewer.course == NetworkShape::Line { straight: true }));
        let mut crossings: Vec<_> = crossings(&sewers).into_iter().map(|hex| grid.label(hex)).collect();
        crossings.sort_unstable();
        let mut listed = ["1050", "3637", "3624", "2331", "1037", "2317", "3610", "1023"];
        listed.sort_unstable();
        assert_eq!(crossings, listed);
    }

    #[test]
    fn a_crooked_line_is_the_same_from_both_ends() {
        let grid = block();
        let there = sewer(&grid, ["0142", "2923"]);
        let mut back = sewer(&grid, ["2923", "0142"]).hexes;
        back.reverse();
        assert_eq!(there.course, NetworkShape::Line { straight: false });
        assert_eq!(there.hexes, back);
        assert!(there.hexes.windows(2).all(|pair| grid.distance(pair[0], pair[1]) == 1));
    }

    proptest! {
        #[test]
        fn lines_go_hex_by_hex_and_back(shape in shapes(), a: prop::sample::Index, b: prop::sample::Index) {
            let grid = Grid::new(shape).unwrap();
            let (a, b) = (HexId(a.index(grid.len()) as u16), HexId(b.index(grid.len()) as u16));
            let (line, _) = grid.line(a, b);
            prop_assert_eq!(line.len(), usize::from(grid.distance(a, b)) + 1);
            prop_assert!(line.windows(2).all(|pair| grid.distance(pair[0], pair[1]) == 1));
            let mut back = grid.line(b, a).0;
            back.reverse();
            prop_assert_eq!(back, line);
        }
    }

    #[test]
    fn junctions_need_three_hexsides_of_road_and_one_paved() {
        let mut builder = crate::board::tests::bare(7, 3);
        let hex = |builder: &crate::builder::BoardBuilder, label| builder.grid().hex(label).unwrap();
        let (paved, mixed, unpaved, rail) =
            (hex(&builder, "A2"), hex(&builder, "C2"), hex(&builder, "E2"), hex(&builder, "G2"));
        for (hex, roads) in [
            (paved, [Road::Paved; 3]),
            (mixed, [Road::Paved, Road::Unpaved, Road::Unpaved]),
            (unpaved, [Road::Unpaved; 3]),
            (rail, [Road::Paved, Road::Paved, Road::Rail]),
        ] {
            for (way, road) in [Direction::N, Direction::S, Direction::NE].into_iter().zip(roads) {
                builder.road(hex, way, road);
            }
        }
        let board = builder.build();
        assert_eq!(board.junctions().collect::<Vec<_>>(), [paved, mixed]);
    }
}
