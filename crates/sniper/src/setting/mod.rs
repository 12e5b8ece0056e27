//! Constant data of a game: board, sewers, tables, options, and what the rules look up for a Location.

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

/// A value calculated on first use, in a line of the processor's cache: reading it waits for memory once, not twice.
#[derive(Debug)]
#[repr(align(64))]
struct Slot<T>(OnceLock<T>);

/// Values derived from the board, calculated on first use and then cached.
#[derive(Debug)]
pub struct Known {
    /// Number of Locations above ground, which are the first of the board.
    surface: usize,
    /// Sight above ground, for the whole board at once.
    sight_index: OnceLock<SightIndex>,
    /// Pairs of Locations that may see each other, below ground included.
    sight_filter: OnceLock<SightTable>,
    /// By Location, upright and low (prone or ducked): the places a man can reach.
    reach: Vec<[Slot<Reach>; 2]>,
    /// By Location, upright and low: the places a man can watch, and those he can throw at.
    watches: Vec<[Slot<Marks>; 2]>,
    throws: Vec<[Slot<Marks>; 2]>,
    goal_paths: OnceLock<GoalPaths>,
    /// By Location: movement points to each other Location.
    steps: Vec<OnceLock<Box<[u8]>>>,
}

impl Known {
    /// Returns an empty cache for a board with `locations` Locations, of which the first `surface` are above ground.
    #[must_use]
    pub fn nothing(locations: usize, surface: usize) -> Known {
        fn slots<T>(locations: usize) -> Vec<[Slot<T>; 2]> {
            (0..locations).map(|_| [Slot(OnceLock::new()), Slot(OnceLock::new())]).collect()
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

/// Constant data of one game.
#[derive(Debug)]
pub struct Setting {
    pub board: Board,
    pub networks: Vec<Network>,
    /// By sewer: its Locations, in order.
    pub lines: Vec<Vec<LocationId>>,
    /// By sewer: where it crosses others.
    pub crossings: Vec<Vec<Crossing>>,
    /// All Locations at middle level.
    pub middles: Vec<LocationId>,
    /// By Location: what the rules look up.
    pub spots: Vec<Spot>,
    /// Values derived from the board.
    pub known: Known,
    pub tables: Tables,
    /// Options after defaults are applied.
    pub options: Options,
    /// Kind of scenario, which decides the victory conditions.
    pub kind: Kind,
    /// Names of the two sides.
    pub titles: BySide<String>,
    /// The scenario's own limit (SNP-B27): number of the last turn; `None` if it sets none.
    pub limit: Option<u8>,
    /// By side: whether its men may panic (SNP-B3).
    pub panics: BySide<bool>,
    /// By Location: a bit for each roll of the panic die, from 1, on which men panic there (SNP-B3).
    pub panic_dice: Vec<u8>,
    /// Preservation levels (SNP-B29): total of chits at which a side gives up; `None` for a side that never does.
    pub preservation: BySide<Option<u8>>,
    /// Condition for winning, beside having the only men left.
    pub goal: Goal,
    /// By area: the places where men can be placed.
    pub areas: Vec<Vec<LocationId>>,
    /// By area: the name shown to players.
    pub area_names: Vec<String>,
    /// By man: his area; `None` if his start is fixed.
    pub area_of: Vec<Option<usize>>,
    /// By man: the steps of his route, without its start.
    pub routes: Vec<Vec<LocationId>>,
    /// Names by man and dummy.
    pub names: Vec<Arc<str>>,
    /// The men as the scenario lists them.
    pub roster: Vec<Recruit>,
}

impl Setting {
    /// Returns the rules' data for a Location.
    #[inline]
    #[must_use]
    pub fn spot(&self, at: LocationId) -> Option<&Spot> {
        self.spots.get(at.index())
    }

    /// Returns whether a Location is at middle level.
    #[inline]
    #[must_use]
    pub fn is_middle(&self, at: LocationId) -> bool {
        !self.is_on_surface(at) && self.spot(at).is_some_and(|spot| spot.level == Level::Middle)
    }

    /// Returns whether a Location is on the ground or a floor above it.
    #[inline]
    #[must_use]
    pub const fn is_on_surface(&self, at: LocationId) -> bool {
        at.index() < self.known.surface
    }

    /// Returns whether a Location is at sewer level.
    #[inline]
    #[must_use]
    pub fn is_sewer(&self, at: LocationId) -> bool {
        !self.is_on_surface(at) && self.spot(at).is_some_and(|spot| spot.level == Level::Sewer)
    }

    /// Returns the Location at a place of a sewer.
    #[inline]
    #[must_use]
    pub fn on_line(&self, line: u8, place: u8) -> Option<LocationId> {
        self.lines.get(usize::from(line))?.get(usize::from(place)).copied()
    }

    /// Returns where a sewer crosses others.
    #[inline]
    #[must_use]
    pub fn crossings(&self, line: u8) -> &[Crossing] {
        self.crossings.get(usize::from(line)).map_or(&[], Vec::as_slice)
    }

    /// Returns the Location at a level of a hex.
    #[must_use]
    pub fn at_level(&self, hex: HexId, level: Level) -> Option<LocationId> {
        if level == Level::Surface(0) {
            // Every hex has its ground.
            return Some(self.board.ground(hex));
        }
        let mut there = self.board.at(hex).iter().copied();
        there.rfind(|at| self.spot(*at).is_some_and(|spot| spot.level == level))
    }

    /// Returns a Location as text, such as `C4`, `C4, in the sewer` or `C4, first floor`.
    #[must_use]
    pub fn words(&self, at: LocationId) -> String {
        let Some(location) = self.board.locations().get(at.index()) else { return "an unknown place".to_owned() };
        let Some((hex, _)) = location.label.split_once('/') else { return location.label.clone() };
        match self.spot(at).map(|spot| spot.level) {
            Some(Level::Sewer) => format!("{hex}, in the sewer"),
            Some(Level::Middle) => format!("{hex}, on the ladder"),
            _ => format!("{hex}, first floor"),
        }
    }

    /// Returns the distance of two Locations in hexes.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        match (self.spot(a), self.spot(b)) {
            (Some(a), Some(b)) => self.board.grid().distance(a.hex, b.hex),
            _ => u16::MAX,
        }
    }

    /// Sight above ground, calculated on first use.
    #[inline]
    #[must_use]
    pub fn sight_index(&self) -> &SightIndex {
        self.known.sight_index.get_or_init(|| SightIndex::new(&self.board, self.known.surface))
    }

    /// Pairs of Locations from which men may see each other, whatever their postures and smoke.
    #[inline]
    #[must_use]
    pub fn sight_filter(&self) -> &SightTable {
        self.known.sight_filter.get_or_init(|| sight_filter(self))
    }

    /// Returns the places a man can reach from a Location, upright or crawling.
    #[inline]
    #[must_use]
    pub fn reach(&self, from: LocationId, prone: bool) -> Option<&Reach> {
        let slot = self.known.reach.get(from.index())?.get(usize::from(prone))?;
        Some(slot.0.get_or_init(|| Reach::from(self, from, prone)))
    }

    /// Returns the places a man can watch from where he is.
    #[inline]
    #[must_use]
    pub fn watches(&self, eye: Eye) -> Option<&Marks> {
        // His posture matters only at middle level, and behind windows.
        let low = eye.posture.is_low() && self.spot(eye.at).is_some_and(|spot| !spot.is_alike_for_all());
        let slot = self.known.watches.get(eye.at.index())?.get(usize::from(low))?;
        Some(slot.0.get_or_init(|| Marks::watched(self, eye)))
    }

    /// Returns the places a man can throw at from where he is.
    #[inline]
    #[must_use]
    pub fn throws(&self, eye: Eye) -> Option<&Marks> {
        // His posture matters only at middle level.
        let low = eye.posture.is_low() && self.is_middle(eye.at);
        let slot = self.known.throws.get(eye.at.index())?.get(usize::from(low))?;
        Some(slot.0.get_or_init(|| Marks::thrown_at(self, eye)))
    }

    /// Distances to the scenario's goal, calculated on first use.
    #[must_use]
    pub fn goal_paths(&self) -> &GoalPaths {
        self.known.goal_paths.get_or_init(|| GoalPaths::new(self))
    }

    /// Returns the movement points from a Location to each other, upright; 255 for all further away.
    #[must_use]
    pub fn steps(&self, from: LocationId) -> Option<&[u8]> {
        Some(self.known.steps.get(from.index())?.get_or_init(|| steps(self, from)))
    }

    /// Calculates everything derived from the board, to avoid later delays.
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

    /// Returns the area in which a man may be placed; `None` if his start is fixed.
    #[inline]
    #[must_use]
    pub fn area(&self, piece: Piece) -> Option<&[LocationId]> {
        self.areas.get(self.area_of.get(piece.index()).copied()??).map(Vec::as_slice)
    }

    /// Returns whether any man has a route.
    #[must_use]
    pub fn has_routes(&self) -> bool {
        self.routes.iter().any(|route| !route.is_empty())
    }
}
