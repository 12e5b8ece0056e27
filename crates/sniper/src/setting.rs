//! What never changes in a game: board, sewers, tables, options, and what the rules look up of a Location.

use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;
use board::{Board, HexId, LocationId, Network, SightTable};
use rules::{BySide, Piece, Side};

use crate::exits::Exits;
use crate::goal_paths::GoalPaths;
use crate::marks::Marks;
use crate::order::Posture;
use crate::outlook::Outlook;
use crate::position::Man;
use crate::reach::Reach;
use crate::scenario::Kind;
use crate::sight::Eye;
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

impl Way {
    /// Whether it is one onto or off a ladder.
    #[inline]
    #[must_use]
    pub const fn is_ladder(self) -> bool {
        matches!(self, Way::Ladder | Way::Manhole)
    }
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

impl Exit {
    /// Movement points, upright or crawling; `None` where one cannot crawl.
    #[inline]
    #[must_use]
    pub const fn cost_for(&self, prone: bool) -> Option<u8> {
        if prone { self.crawl } else { Some(self.cost) }
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

/// What is worked out of a board when it is first wanted, and then known.
#[derive(Debug)]
pub struct Known {
    /// How many Locations are above ground; they are the first.
    surface: usize,
    /// Sight above ground, as a whole: who looks first says nothing of where.
    outlook: OnceLock<Outlook>,
    /// The same, below ground too: who may see whom.
    glimpses: OnceLock<SightTable>,
    /// By Location, for who is upright and for who is low (prone or ducked): where he gets.
    reach: Vec<[OnceLock<Reach>; 2]>,
    /// The same: what he can watch, and where he can throw.
    watches: Vec<[OnceLock<Marks>; 2]>,
    throws: Vec<[OnceLock<Marks>; 2]>,
    goal_paths: OnceLock<GoalPaths>,
    /// By Location: movement points to each other.
    steps: Vec<OnceLock<Box<[u8]>>>,
}

impl Known {
    /// Nothing yet, of a board of so many Locations of which so many are above ground.
    #[must_use]
    pub fn nothing(locations: usize, surface: usize) -> Known {
        fn slots<T>(locations: usize) -> Vec<[OnceLock<T>; 2]> {
            (0..locations).map(|_| [OnceLock::new(), OnceLock::new()]).collect()
        }
        Known {
            surface,
            outlook: OnceLock::new(),
            glimpses: OnceLock::new(),
            reach: slots(locations),
            watches: slots(locations),
            throws: slots(locations),
            goal_paths: OnceLock::new(),
            steps: (0..locations).map(|_| OnceLock::new()).collect(),
        }
    }
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
    /// By sewer: where it crosses others.
    pub crossings: Vec<Vec<Crossing>>,
    /// All Locations at middle level.
    pub middles: Vec<LocationId>,
    /// By Location: what the rules look up.
    pub spots: Vec<Spot>,
    /// What men see, and where they get, from each Location.
    pub known: Known,
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
    /// What they are called.
    pub area_names: Vec<String>,
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
        !self.is_on_surface(at) && self.spot(at).is_some_and(|spot| spot.level == Level::Middle)
    }

    /// Whether a Location is on the ground or on a floor above it.
    #[inline]
    #[must_use]
    pub const fn is_on_surface(&self, at: LocationId) -> bool {
        at.index() < self.known.surface
    }

    /// Whether a Location is at sewer level.
    #[inline]
    #[must_use]
    pub fn is_sewer(&self, at: LocationId) -> bool {
        !self.is_on_surface(at) && self.spot(at).is_some_and(|spot| spot.level == Level::Sewer)
    }

    /// The Location at a place of a sewer.
    #[inline]
    #[must_use]
    pub fn on_line(&self, line: u8, place: u8) -> Option<LocationId> {
        self.lines.get(usize::from(line))?.get(usize::from(place)).copied()
    }

    /// Where a sewer crosses others.
    #[inline]
    #[must_use]
    pub fn crossings(&self, line: u8) -> &[Crossing] {
        self.crossings.get(usize::from(line)).map_or(&[], Vec::as_slice)
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

    /// Sight above ground.
    #[inline]
    #[must_use]
    pub fn outlook(&self) -> &Outlook {
        self.known.outlook.get_or_init(|| Outlook::new(&self.board, self.known.surface))
    }

    /// Who may see whom, whatever their postures and smoke: whom it is worth to look at more closely.
    #[inline]
    #[must_use]
    pub fn glimpses(&self) -> &SightTable {
        self.known.glimpses.get_or_init(|| crate::glimpses::glimpses(self))
    }

    /// Where a man gets from a Location, upright or crawling.
    #[inline]
    #[must_use]
    pub fn reach(&self, from: LocationId, prone: bool) -> Option<&Reach> {
        let slot = self.known.reach.get(from.index())?.get(usize::from(prone))?;
        Some(slot.get_or_init(|| Reach::from(self, from, prone)))
    }

    /// What a man can watch from where he is.
    #[inline]
    #[must_use]
    pub fn watches(&self, eye: Eye) -> Option<&Marks> {
        let slot = self.known.watches.get(eye.at.index())?.get(usize::from(eye.posture.is_low()))?;
        Some(slot.get_or_init(|| Marks::watched(self, eye)))
    }

    /// Where a man can throw from where he is.
    #[inline]
    #[must_use]
    pub fn throws(&self, eye: Eye) -> Option<&Marks> {
        // Only at middle level does it make a difference how he holds himself.
        let low = eye.posture.is_low() && self.is_middle(eye.at);
        let slot = self.known.throws.get(eye.at.index())?.get(usize::from(low))?;
        Some(slot.get_or_init(|| Marks::thrown_at(self, eye)))
    }

    /// How far it is to where the scenario wants men to be.
    #[must_use]
    pub fn goal_paths(&self) -> &GoalPaths {
        self.known.goal_paths.get_or_init(|| GoalPaths::new(self))
    }

    /// Movement points from a Location to each other, upright; 255 for all that are further.
    #[must_use]
    pub fn steps(&self, from: LocationId) -> Option<&[u8]> {
        Some(self.known.steps.get(from.index())?.get_or_init(|| crate::reach::steps(self, from)))
    }

    /// Works out everything there is to know of the board, so that later on nothing has to be.
    pub fn work_out(&self) {
        let _ = (self.outlook(), self.glimpses());
        for at in self.board.location_ids() {
            let postures = if self.is_middle(at) { Posture::ON_LADDER } else { Posture::ELSEWHERE };
            for posture in postures {
                let eye = Eye { at, posture };
                let _ = (self.reach(at, posture.is_low()), self.watches(eye), self.throws(eye));
            }
        }
    }

    /// Where a man may be placed; none for who begins where the scenario says.
    #[inline]
    #[must_use]
    pub fn area(&self, piece: Piece) -> Option<&[LocationId]> {
        self.areas.get(self.area_of.get(piece.index()).copied()??).map(Vec::as_slice)
    }

    /// Whether anybody follows a route.
    #[must_use]
    pub fn has_routes(&self) -> bool {
        self.routes.iter().any(|route| !route.is_empty())
    }
}
