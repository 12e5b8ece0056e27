//! What the rules look up of a Location.

use arrayvec::ArrayVec;
use board::{HexId, LocationId};

use crate::setting::exits::{Exit, Exits};

/// The most sewers through one hex.
pub const LINES: usize = 4;
/// The most Locations of a board.
pub const LOCATIONS: usize = 6144;

/// At what height a Location is (39.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// On the ground, or on a floor of a building; 0 is the ground.
    Surface(u8),
    /// On the ladder below a manhole.
    Middle,
    /// In a sewer.
    Sewer,
}

impl Level {
    /// Its height: sewer -2, middle -1, ground 0, first floor 1.
    #[must_use]
    pub const fn height(self) -> i8 {
        match self {
            Level::Surface(floor) => floor as i8,
            Level::Middle => -1,
            Level::Sewer => -2,
        }
    }
}

/// What the rules want to know of a Location.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its hex.
    pub hex: HexId,
    /// Its height.
    pub level: Level,
    /// Whether its hex has a manhole.
    pub manhole: bool,
    /// Whether its hex has stairs.
    pub stairs: bool,
    /// Whether it is rubble.
    pub rubble: bool,
    /// The sewers through its hex, each with the hex's place on it.
    pub lines: ArrayVec<(u8, u8), LINES>,
    /// The ways out.
    pub exits: Exits,
    /// Movement points with which all of them are open, upright and crawling; `None` if one is not open to everybody.
    pub dearest: [Option<u8>; 2],
}

impl Spot {
    /// The way to a Location, if it is one step.
    #[inline]
    #[must_use]
    pub fn exit(&self, to: LocationId) -> Option<&Exit> {
        self.exits.to(to)
    }
}

/// Where a sewer crosses another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The place on it.
    pub place: u8,
    /// The other one.
    pub other: u8,
    /// The place on the other.
    pub there: u8,
}
