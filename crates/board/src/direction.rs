//! The six ways out of a flat-topped hex.

use std::fmt;

use hexx::EdgeDirection;

/// The direction of a neighbour, and of the hexside towards it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Up the column.
    N,
    /// Up and to the right.
    NE,
    /// Down and to the right.
    SE,
    /// Down the column.
    S,
    /// Down and to the left.
    SW,
    /// Up and to the left.
    NW,
}

impl Direction {
    /// All six, clockwise from north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// Its place in [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction at this place of [`Direction::ALL`], counted round and round.
    pub const fn nth(index: usize) -> Direction {
        Direction::ALL[index % 6]
    }

    /// The direction back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::nth(self.index() + 3)
    }

    /// The next direction clockwise.
    pub const fn clockwise(self) -> Direction {
        Direction::nth(self.index() + 1)
    }

    /// The next direction counter-clockwise.
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
