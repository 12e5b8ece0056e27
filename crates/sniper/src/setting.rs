//! What never changes in a game: board, sewers, tables, options, and what the rules look up of a Location.

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Board, HexId, LocationId, Network, SightRows};
use rules::{BySide, Side};

use crate::position::Man;
use crate::scenario::Kind;
use crate::tables::Tables;

/// The most ways out of a Location.
pub const WAYS: usize = 10;
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

/// What kind of step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// To the next hex, above ground.
    Ground,
    /// Onto a manhole hex, above ground (39.21B).
    Hole,
    /// From floor to floor.
    Stairs,
    /// Through a window.
    Window,
    /// Between sewer and middle level (39.22B).
    Ladder,
    /// Between middle level and ground (39.22C).
    Manhole,
    /// Along a sewer (39.21A).
    Sewer,
}

/// A step out of a Location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exit {
    /// Where to.
    pub to: LocationId,
    /// What kind of step.
    pub way: Way,
    /// Movement points, upright.
    pub cost: u8,
    /// Movement points, crawling; `None` where one cannot crawl.
    pub crawl: Option<u8>,
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
    pub exits: ArrayVec<Exit, WAYS>,
}

impl Spot {
    /// The way to a Location, if it is one step.
    #[inline]
    #[must_use]
    pub fn exit(&self, to: LocationId) -> Option<&Exit> {
        self.exits.iter().find(|exit| exit.to == to)
    }
}

/// Options as resolved.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Hidden movement (39.0).
    pub hidden: bool,
    /// Movement points onto a manhole hex (39.21B).
    pub hole_cost: u8,
    /// Movement points on the ladder (39.22B).
    pub ladder_cost: u8,
    /// Whether a man at middle level fires level into the sewer (39.61C).
    pub even_is_level: bool,
    /// Whether a grenade may drop through a manhole (39.62C).
    pub roll_down: bool,
    /// Whether a fall is rolled for (39.63a).
    pub jump_table: bool,
    /// Whether the sewers are as printed (39.9C).
    pub as_printed: bool,
}

/// What it takes to win.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Nothing but having the only men left.
    None,
    /// Men of a side get out.
    GetOut {
        /// Whose.
        side: Side,
        /// How many.
        men: u8,
        /// From which hexes, one flag each.
        exits: Vec<bool>,
        /// Where they must have been before: the far edge of a patrol.
        far: Option<Vec<bool>>,
    },
    /// A block is cleared: none of the defender's men in it, and so many of the attacker's.
    Clear {
        /// Its Locations, one flag for each of the board.
        places: Vec<bool>,
        /// How many.
        men: u8,
    },
}

/// What never changes.
#[derive(Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// The sewers.
    pub networks: Vec<Network>,
    /// The Locations of each sewer, in order.
    pub lines: Vec<Vec<LocationId>>,
    /// All Locations at middle level.
    pub middles: Vec<LocationId>,
    /// By Location: what the rules look up.
    pub spots: Vec<Spot>,
    /// Sight above ground.
    pub sight: SightRows,
    /// The tables.
    pub tables: Tables,
    /// The options.
    pub options: Options,
    /// What kind of scenario it is.
    pub kind: Kind,
    /// What the sides are called.
    pub titles: BySide<String>,
    /// The last turn.
    pub turns: u8,
    /// The preservation levels.
    pub preservation: BySide<u8>,
    /// What it takes to win.
    pub goal: Goal,
    /// Where men are placed.
    pub areas: Vec<Vec<LocationId>>,
    /// By man: his area.
    pub area_of: Vec<Option<usize>>,
    /// By man: the steps of his route, where he starts not included.
    pub routes: Vec<Vec<LocationId>>,
    /// The men's names.
    pub names: Vec<Arc<str>>,
    /// The men as the scenario lists them.
    pub roster: Vec<Man>,
}

impl Setting {
    /// What the rules want to know of a Location.
    #[inline]
    #[must_use]
    pub fn spot(&self, at: LocationId) -> Option<&Spot> {
        self.spots.get(at.index())
    }

    /// Whether a Location is at middle level.
    #[inline]
    #[must_use]
    pub fn is_middle(&self, at: LocationId) -> bool {
        self.spot(at).is_some_and(|spot| spot.level == Level::Middle)
    }

    /// Whether a Location is at sewer level.
    #[inline]
    #[must_use]
    pub fn is_sewer(&self, at: LocationId) -> bool {
        self.spot(at).is_some_and(|spot| spot.level == Level::Sewer)
    }

    /// The Location at a place of a sewer.
    #[inline]
    #[must_use]
    pub fn on_line(&self, line: u8, place: u8) -> Option<LocationId> {
        self.lines.get(usize::from(line))?.get(usize::from(place)).copied()
    }

    /// The Location at a level of a hex.
    #[must_use]
    pub fn at_level(&self, hex: HexId, level: Level) -> Option<LocationId> {
        let mut there = self.board.at(hex).iter().copied();
        there.rfind(|at| self.spot(*at).is_some_and(|spot| spot.level == level))
    }

    /// Hexes between two Locations.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        match (self.spot(a), self.spot(b)) {
            (Some(a), Some(b)) => self.board.grid().distance(a.hex, b.hex),
            _ => u16::MAX,
        }
    }

    /// Whether anybody follows a route.
    #[must_use]
    pub fn has_routes(&self) -> bool {
        self.routes.iter().any(|route| !route.is_empty())
    }
}
