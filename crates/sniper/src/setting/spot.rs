//! Data the rules look up for a Location.

use arrayvec::ArrayVec;
use board::{HexId, LocationId};

use crate::setting::exits::{Exit, Exits};

/// The most sewers through one hex.
pub const LINES: usize = 4;
/// The most Locations of a board.
pub const LOCATIONS: usize = 6144;

/// Level of a Location (39.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// On the ground or a floor above it; 0 is the ground.
    Surface(u8),
    /// On the ladder below a manhole.
    Middle,
    Sewer,
}

impl Level {
    /// Returns the height: sewer -2, middle -1, ground 0, first floor 1.
    #[must_use]
    pub const fn height(self) -> i8 {
        match self {
            Level::Surface(floor) => floor as i8,
            Level::Middle => -1,
            Level::Sewer => -2,
        }
    }
}

/// Data the rules look up for a Location.
#[derive(Clone, Debug)]
pub struct Spot {
    pub hex: HexId,
    pub level: Level,
    /// Whether its hex has a manhole.
    pub manhole: bool,
    /// Whether its hex has stairs.
    pub stairs: bool,
    /// Whether it is above ground and a hexside of it has a door or window.
    pub apertures: bool,
    /// Whether a hexside of it has a window, or upstairs a door to the outside.
    pub windows: bool,
    /// Whether its terrain is rubble.
    pub rubble: bool,
    /// Sewers through its hex, each with the hex's place on it.
    pub lines: ArrayVec<(u8, u8), LINES>,
    /// Steps out of it.
    pub exits: Exits,
    /// Movement points that are enough for any of its steps, upright and crawling; `None` if a step has further
    /// conditions.
    pub dearest: [Option<u8>; 2],
}

impl Spot {
    /// Returns whether men see the same from it in every posture, ignoring smoke: off the ladder, without a window.
    #[inline]
    #[must_use]
    pub const fn is_alike_for_all(&self) -> bool {
        !matches!(self.level, Level::Middle) && !self.windows
    }

    /// Returns the step to a Location; `None` if there is none.
    #[inline]
    #[must_use]
    pub fn exit(&self, to: LocationId) -> Option<&Exit> {
        self.exits.to(to)
    }
}

/// A crossing of two sewers, seen from one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Place on this sewer.
    pub place: u8,
    /// Index of the other sewer.
    pub other: u8,
    /// Place on the other sewer.
    pub there: u8,
}
