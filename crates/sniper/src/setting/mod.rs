//! What never changes in a game: board, sewers, tables, options, and what the rules look up of a Location.

pub mod entering;
pub mod exits;
pub mod goal;
pub mod line_tree;
pub mod lines;
pub mod lookout;
pub mod marks;
pub mod options;
pub mod passages;
pub mod path;
pub mod reach;
pub mod recruit;
pub mod sight;
pub mod sight_filter;
pub mod sight_index;
pub mod smoke;
pub mod spot;
pub mod steps;
pub mod underground;

use std::sync::{Arc, OnceLock};

use board::{Board, HexId, LocationId, Network, SightTable};
use rules::{BySide, Piece};

use crate::printed::tables::Tables;
use crate::printed::words::{Kind, Posture};
use crate::setting::goal::{Goal, GoalPaths};
use crate::setting::marks::Marks;
use crate::setting::options::Options;
use crate::setting::reach::{Reach, steps};
use crate::setting::recruit::Recruit;
use crate::setting::sight::Eye;
use crate::setting::sight_filter::sight_filter;
use crate::setting::sight_index::SightIndex;
use crate::setting::spot::{Crossing, Level, Spot};

/// What is worked out of a board when it is first wanted, and then known.
#[derive(Debug)]
pub struct Known {
    /// How many Locations are above ground; they are the first.
    surface: usize,
    /// Sight above ground, as a whole: who looks first says nothing of where.
    sight_index: OnceLock<SightIndex>,
    /// The same, below ground too: who may see whom.
    sight_filter: OnceLock<SightTable>,
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
            sight_index: OnceLock::new(),
            sight_filter: OnceLock::new(),
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
    pub roster: Vec<Recruit>,
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
    pub fn sight_index(&self) -> &SightIndex {
        self.known.sight_index.get_or_init(|| SightIndex::new(&self.board, self.known.surface))
    }

    /// Who may see whom, whatever their postures and smoke: whom it is worth to look at more closely.
    #[inline]
    #[must_use]
    pub fn sight_filter(&self) -> &SightTable {
        self.known.sight_filter.get_or_init(|| sight_filter(self))
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
        Some(self.known.steps.get(from.index())?.get_or_init(|| steps(self, from)))
    }

    /// Works out everything there is to know of the board, so that later on nothing has to be.
    pub fn work_out(&self) {
        let _ = (self.sight_index(), self.sight_filter());
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
