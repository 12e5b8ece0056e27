//! The six directions from a flat-topped hex.

use std::fmt;

use hexx::EdgeDirection;

/// The direction to an adjacent hex, and the hexside facing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// North: up the column.
    N,
    /// North-east: up and to the right.
    NE,
    /// South-east: down and to the right.
    SE,
    /// South: down the column.
    S,
    /// South-west: down and to the left.
    SW,
    /// North-west: up and to the left.
    NW,
}

impl Direction {
    /// All six directions, clockwise from north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// Index in [`Direction::ALL`], 0 to 5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the direction with this index in [`Direction::ALL`], modulo 6.
    pub const fn nth(index: usize) -> Direction {
        Direction::ALL[index % 6]
    }

    /// Returns the opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::nth(self.index() + 3)
    }

    /// Returns the next direction clockwise.
    pub const fn clockwise(self) -> Direction {
        Direction::nth(self.index() + 1)
    }

    /// Returns the next direction counter-clockwise.
    pub const fn counter_clockwise(self) -> Direction {
        Direction::nth(self.index() + 5)
    }

    pub(crate) const fn edge(self) -> EdgeDirection {
        match self {
            Direction::N => EdgeDirection::FLAT_NORTH,
            Direction::NE => EdgeDirection::FLAT_NORTH_EAST,
            Direction::SE => EdgeDirection::FLAT_SOUTH_EAST,
            Direction::S => EdgeDirection::FLAT_SOUTH,
            Direction::SW => EdgeDirection::FLAT_SOUTH_WEST,
            Direction::NW => EdgeDirection::FLAT_NORTH_WEST,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::N => "N",
            Direction::NE => "NE",
            Direction::SE => "SE",
            Direction::S => "S",
            Direction::SW => "SW",
            Direction::NW => "NW",
        })
    }
}
