//! The hexes of a board: their labels and geometry.
//!
//! Columns are vertical and hexes flat-topped. Distances come from [`hexx`]. Drawing and sight share an integer lattice
//! in which the centre of a hex is at (3 × column, 2 × row + shift) and its corners at (±2, 0) and (±1, ±1) from there.
//! One lattice step is half a hex radius across and half a hex height down.

use std::collections::HashMap;

use hexx::{Hex, HexOrientation, OffsetHexMode};
use thiserror::Error;

use crate::direction::Direction;
use crate::label::{Label, Labels, Lowered};
use crate::location::MOST_LOCATIONS;

/// A hex of a board, by its index in board order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexId(pub u16);

impl HexId {
    /// The id as an index into lists of hexes.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A point of the lattice that contains the centres and corners of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// Lattice steps to the right; three are one column.
    pub x: i32,
    /// Lattice steps down; two are one row.
    pub y: i32,
}

/// A hexside, identified by one of its hexes and a direction.
///
/// Each hexside has a single representation: of its two hexes, the one that comes first in board order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexside {
    hex: HexId,
    direction: Direction,
}

impl Hexside {
    /// The hex that identifies it.
    pub const fn hex(self) -> HexId {
        self.hex
    }

    /// The direction of the hexside from that hex.
    pub const fn direction(self) -> Direction {
        self.direction
    }
}

/// The parameters of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of columns, at least 1.
    pub columns: u16,
    /// Number of rows, at least 1, not counting a row of half hexes.
    pub rows: u16,
    /// The scheme of hex labels.
    pub labels: Labels,
    /// The columns that are half a hex lower.
    pub lowered: Lowered,
    /// Whether the lowered columns begin with a half hex, row 0. Only for lettered boards.
    pub half_rows: bool,
}

/// The reason why a grid cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// The number of columns or rows is 0.
    #[error("a board needs at least one column and one row")]
    Empty,
    /// The grid has more hexes than [`MOST_LOCATIONS`].
    #[error("{columns} columns and {rows} rows are more than the {MOST_LOCATIONS} hexes that a board holds")]
    TooMany {
        /// Number of columns requested.
        columns: u16,
        /// Number of rows requested.
        rows: u16,
    },
    /// The grid has more columns or rows than the labels can name.
    #[error("{columns} columns and {rows} rows are more than labels of this kind can name")]
    TooLarge {
        /// Number of columns requested.
        columns: u16,
        /// Number of rows requested.
        rows: u16,
    },
    /// Half-hex rows were requested for a board labelled by digits, which has no row 0.
    #[error("only lettered boards have half-hex rows")]
    HalfRows,
}

/// The hexes of a board with their labels and neighbours.
#[derive(Clone, Debug)]
pub struct Grid {
    shape: Shape,
    hexes: Vec<Cell>,
    labels: Vec<String>,
    /// Hexes by column, then by row from 0.
    places: Vec<Option<HexId>>,
    named: HashMap<String, HexId>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    axial: Hex,
    column: u16,
    row: u16,
    neighbours: [Option<HexId>; 6],
}

impl Grid {
    /// Creates a grid. Hexes are numbered row by row, each row from left to right.
    ///
    /// # Errors
    /// Fails if:
    /// - there are no columns or no rows;
    /// - there are more hexes than the labels name or a board holds;
    /// - half-hex rows are requested with labels of digits.
    pub fn new(shape: Shape) -> Result<Grid, GridError> {
        let Shape { columns, rows, labels, .. } = shape;
        if columns == 0 || rows == 0 {
            return Err(GridError::Empty);
        }
        let all = u32::from(columns) * (u32::from(rows) + 1);
        if columns > labels.most_columns() || rows > labels.most_rows() {
            return Err(GridError::TooLarge { columns, rows });
        }
        if all > MOST_LOCATIONS as u32 {
            return Err(GridError::TooMany { columns, rows });
        }
        if shape.half_rows && labels == Labels::Digits {
            return Err(GridError::HalfRows);
        }
        let mut grid = Grid {
            shape,
            hexes: Vec::new(),
            labels: Vec::new(),
            places: vec![None; usize::from(columns) * (usize::from(rows) + 1)],
            named: HashMap::new(),
        };
        for row in 0..=rows {
            for column in 0..columns {
                if row > 0 || (shape.half_rows && shape.lowered.lowers(column)) {
                    grid.add(column, row);
                }
            }
        }
        grid.join();
        Ok(grid)
    }

    fn add(&mut self, column: u16, row: u16) {
        let id = HexId(self.hexes.len() as u16);
        let label = self.shape.labels.label(column, row).to_string();
        let axial = self.axial(i32::from(column), i32::from(row));
        self.hexes.push(Cell { axial, column, row, neighbours: [None; 6] });
        self.named.insert(label.clone(), id);
        self.labels.push(label);
        let place = self.place(column, row);
        if let Some(slot) = self.places.get_mut(place) {
            *slot = Some(id);
        }
    }

    fn join(&mut self) {
        let neighbours: Vec<_> = (self.hexes.iter())
            .map(|cell| Direction::ALL.map(|way| self.hex_of(cell.axial.neighbor(way.edge()))))
            .collect();
        for (cell, neighbours) in self.hexes.iter_mut().zip(neighbours) {
            cell.neighbours = neighbours;
        }
    }

    fn place(&self, column: u16, row: u16) -> usize {
        usize::from(column) * (usize::from(self.shape.rows) + 1) + usize::from(row)
    }

    const fn offset(&self) -> OffsetHexMode {
        match self.shape.lowered {
            Lowered::Second => OffsetHexMode::Odd,
            Lowered::First => OffsetHexMode::Even,
        }
    }

    fn axial(&self, column: i32, row: i32) -> Hex {
        Hex::from_offset_coordinates([column, row], self.offset(), HexOrientation::Flat)
    }

    fn hex_of(&self, axial: Hex) -> Option<HexId> {
        let [column, row] = axial.to_offset_coordinates(self.offset(), HexOrientation::Flat);
        self.hex_at(u16::try_from(column).ok()?, u16::try_from(row).ok()?)
    }

    fn cell(&self, hex: HexId) -> &Cell {
        &self.hexes[hex.index()]
    }

    /// Number of hexes, at least 1.
    #[inline]
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Always false: a grid has at least one hex.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// The parameters that the grid was created with.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All hexes, row by row from the top.
    pub fn hexes(&self) -> impl ExactSizeIterator<Item = HexId> + DoubleEndedIterator + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }

    /// The label of a hex, such as `C4` or `1053`.
    #[inline]
    pub fn label(&self, hex: HexId) -> &str {
        &self.labels[hex.index()]
    }

    /// The label of a hex, split into column and row.
    pub fn label_parts(&self, hex: HexId) -> Label {
        let cell = self.cell(hex);
        self.shape.labels.label(cell.column, cell.row)
    }

    /// The hex with this label; `None` if there is none.
    pub fn hex(&self, label: &str) -> Option<HexId> {
        self.named.get(label).copied()
    }

    /// The hex in a column (from 0) and row (as printed); `None` if there is none.
    pub fn hex_at(&self, column: u16, row: u16) -> Option<HexId> {
        if column >= self.shape.columns || row > self.shape.rows {
            return None;
        }
        *self.places.get(self.place(column, row))?
    }

    /// The six neighbours in the order of [`Direction::ALL`]; `None` beyond the edge of the board.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> [Option<HexId>; 6] {
        self.cell(hex).neighbours
    }

    /// The neighbour in one direction; `None` beyond the edge of the board.
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        self.cell(hex).neighbours[direction.index()]
    }

    /// Distance in hexes; 0 from a hex to itself.
    ///
    /// Computed from stored coordinates: for large boards that is faster than a table of all pairs, which would not fit
    /// the processor's cache.
    #[inline]
    pub fn distance(&self, from: HexId, to: HexId) -> u16 {
        self.cell(from).axial.unsigned_distance_to(self.cell(to).axial) as u16
    }

    /// All hexes at most `range` away, in order of distance, beginning with the hex itself.
    pub fn within(&self, hex: HexId, range: u16) -> impl Iterator<Item = HexId> + '_ {
        let centre = self.cell(hex).axial;
        let widest = self.shape.columns.max(self.shape.rows).saturating_mul(2);
        (0..=u32::from(range.min(widest)))
            .flat_map(move |range| centre.ring(range))
            .filter_map(|axial| self.hex_of(axial))
    }

    /// The direction from a hex to its neighbour; `None` if they are not adjacent.
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        let way = self.neighbours(from).iter().position(|neighbour| *neighbour == Some(to))?;
        Some(Direction::nth(way))
    }

    /// The direction from `from` to `to` if both lie on a straight row of hexes, at any distance; otherwise `None`.
    pub fn straight(&self, from: HexId, to: HexId) -> Option<Direction> {
        let way = self.cell(to).axial - self.cell(from).axial;
        let steps = way.length();
        Direction::ALL.into_iter().find(|direction| steps > 0 && Hex::neighbor_coord(direction.edge()) * steps == way)
    }

    /// The hexside of a hex in a direction, which may be at the edge of the board.
    pub fn hexside(&self, hex: HexId, direction: Direction) -> Hexside {
        match self.neighbour(hex, direction) {
            Some(other) if other < hex => Hexside { hex: other, direction: direction.opposite() },
            _ => Hexside { hex, direction },
        }
    }

    /// The hexside between two hexes; `None` if they are not adjacent.
    pub fn between(&self, a: HexId, b: HexId) -> Option<Hexside> {
        self.direction(a, b).map(|direction| self.hexside(a, direction))
    }

    /// The two hexes of a hexside. The second is `None` at the edge of the board.
    pub fn hexes_of(&self, side: Hexside) -> (HexId, Option<HexId>) {
        (side.hex, self.neighbour(side.hex, side.direction))
    }

    /// The lattice point at the centre of a hex.
    pub fn centre(&self, hex: HexId) -> Point {
        let cell = self.cell(hex);
        let shift = i32::from(self.shape.lowered.lowers(cell.column));
        Point { x: 3 * i32::from(cell.column), y: 2 * i32::from(cell.row) + shift }
    }

    /// The hex whose centre is this lattice point; `None` if there is none.
    pub fn hex_centred(&self, point: Point) -> Option<HexId> {
        let column = u16::try_from(point.x).ok().filter(|x| x % 3 == 0)? / 3;
        let shift = i32::from(self.shape.lowered.lowers(column));
        let row = u16::try_from(point.y - shift).ok().filter(|y| y % 2 == 0)? / 2;
        self.hex_at(column, row)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn shapes() -> impl Strategy<Value = Shape> {
        let lowered = prop_oneof![Just(Lowered::Second), Just(Lowered::First)];
        (1u16..40, 1u16..54, any::<bool>(), lowered, any::<bool>()).prop_map(
            |(columns, rows, lettered, lowered, half_rows)| {
                let labels = if lettered { Labels::Letters { board: None } } else { Labels::Digits };
                Shape { columns, rows, labels, lowered, half_rows: half_rows && lettered }
            },
        )
    }

    fn lettered(columns: u16, rows: u16, half_rows: bool) -> Grid {
        let labels = Labels::Letters { board: None };
        Grid::new(Shape { columns, rows, labels, lowered: Lowered::Second, half_rows }).unwrap()
    }

    #[test]
    fn neighbours_go_round_clockwise() {
        let grid = lettered(5, 5, false);
        let around = |label| grid.neighbours(grid.hex(label).unwrap()).map(|n| n.map_or("-", |hex| grid.label(hex)));
        assert_eq!(around("C3"), ["C2", "D2", "D3", "C4", "B3", "B2"]);
        assert_eq!(around("B3"), ["B2", "C3", "C4", "B4", "A4", "A3"]);
        assert_eq!(around("A1"), ["-", "-", "B1", "A2", "-", "-"]);
    }

    #[test]
    fn half_hexes_stand_above_the_lowered_columns() {
        let grid = lettered(3, 2, true);
        assert_eq!(grid.len(), 7);
        let a1 = grid.hex("A1").unwrap();
        assert_eq!(grid.neighbour(a1, Direction::NE), grid.hex("B0"));
        assert_eq!(grid.hex("A0"), None);
    }

    #[test]
    fn shapes_that_are_none() {
        let shape = lettered(1, 1, false).shape();
        assert_eq!(Grid::new(Shape { rows: 0, ..shape }).err(), Some(GridError::Empty));
        let digits = Shape { labels: Labels::Digits, ..shape };
        assert!(matches!(Grid::new(Shape { rows: 100, ..digits }), Err(GridError::TooLarge { .. })));
        assert_eq!(Grid::new(Shape { half_rows: true, ..digits }).err(), Some(GridError::HalfRows));
    }

    proptest! {
        #[test]
        fn geometry_agrees_with_itself(shape in shapes(), a: prop::sample::Index, b: prop::sample::Index) {
            let grid = Grid::new(shape).unwrap();
            let (a, b) = (HexId(a.index(grid.len()) as u16), HexId(b.index(grid.len()) as u16));
            prop_assert_eq!(grid.hex(grid.label(a)), Some(a));
            prop_assert_eq!(grid.label_parts(a).to_string(), grid.label(a));
            prop_assert_eq!(grid.hex_centred(grid.centre(a)), Some(a));
            prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
            prop_assert_eq!(grid.distance(a, b) == 1, grid.direction(a, b).is_some());
            prop_assert_eq!(grid.within(a, 3).any(|hex| hex == b), grid.distance(a, b) <= 3);
            for direction in Direction::ALL {
                let side = grid.hexside(a, direction);
                if let Some(neighbour) = grid.neighbour(a, direction) {
                    prop_assert_eq!(grid.neighbour(neighbour, direction.opposite()), Some(a));
                    prop_assert_eq!(grid.hexside(neighbour, direction.opposite()), side);
                    prop_assert_eq!(grid.straight(a, neighbour), Some(direction));
                }
            }
        }
    }
}
