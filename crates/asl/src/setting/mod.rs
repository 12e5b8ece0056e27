//! What never changes in a game.

pub mod below;
pub mod edges;
pub mod manholes;
pub mod sewer_edges;
pub mod sight;
pub mod trace;
pub mod tunnel_edges;

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Board, Direction, HexId, LocationId};
use rules::objectives::{Goal, Objectives};
use rules::{BySide, Side};

use crate::printed::terrain::Terrain;
use crate::setting::sight::{CoverEntry, Sight};

/// The most hexes of a board.
pub const HEXES: usize = 512;
/// The most Locations of a board.
pub const LOCATIONS: usize = 1023;
/// Steps out of a Location at most: six hexes, a floor up and down, a pillbox, an entrenchment.
pub const STEPS: usize = 10;
/// The most Blazes and heaps of rubble of a scenario.
pub const COVERS: usize = 16;
/// The most areas for the set-up.
pub const AREAS: usize = 16;
/// In [`Spot::objective`]: none.
pub const NONE: u8 = u8::MAX;

rules::words! {
    /// What kind of place a Location is.
    Place {
        /// The ground of a hex, or the ground floor of its building.
        Ground = "ground",
        /// An upper floor.
        Floor = "floor",
        /// A sewer.
        Sewer = "sewer",
        /// The end of a tunnel.
        Tunnel = "tunnel",
        /// Inside of a pillbox.
        Pillbox = "pillbox",
        /// An entrenchment.
        Entrenchment = "entrenchment",
    }
}

impl Place {
    /// Whether it is a sewer or a tunnel.
    #[inline]
    #[must_use]
    pub const fn is_below(self) -> bool {
        matches!(self, Place::Sewer | Place::Tunnel)
    }
}

/// A step to a neighbouring Location and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEdge {
    /// Where it leads.
    pub to: LocationId,
    /// Half movement factors.
    pub cost: u8,
    /// The hexside it crosses.
    pub across: Option<Direction>,
    /// Whether it follows a road.
    pub road: bool,
}

/// What the rules want to know of a Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its hex.
    pub hex: HexId,
    /// What kind of place it is.
    pub place: Place,
    /// Its level above the ground of the hex.
    pub level: i8,
    /// Height of the ground of its hex.
    pub elevation: i8,
    /// The terrain of its hex at the start; rubble can fall on it ([`crate::view::AslEyes::terrain`]).
    pub terrain: Terrain,
    /// The ground of its hex.
    pub ground: LocationId,
    /// The Sewer Location beneath, if the hex has a Manhole Location by its map (B8.1d).
    pub sewer: Option<LocationId>,
    /// The Location of a tunnel's end beneath, if the hex can have an entrance (B8.6d).
    pub tunnel: Option<LocationId>,
    /// The inside of its pillbox.
    pub pillbox: Option<LocationId>,
    /// Its entrenchment.
    pub entrenchment: Option<LocationId>,
    /// The objective here, or [`NONE`].
    pub objective: u8,
    /// Steps out of it, above ground.
    pub edges: ArrayVec<MoveEdge, STEPS>,
}

impl Spot {
    /// The step to a Location.
    #[inline]
    #[must_use]
    pub fn way(&self, to: LocationId) -> Option<&MoveEdge> {
        self.edges.iter().find(|way| way.to == to)
    }
}

/// Where units may be placed before the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// What it is called.
    pub name: String,
    /// Whose units are placed there; else of either side.
    pub side: Option<Side>,
    /// Its Locations.
    pub places: Vec<LocationId>,
}

/// The options as resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether sewers can be used (B8.1a).
    pub sewers: bool,
    /// Whether only printed circles are manholes (B8.1d).
    pub deluxe: bool,
    /// Whether a stack may go straight down and stay beneath the manhole it entered by (B8.41a).
    pub straight_down: bool,
}

/// What never changes in a game.
#[derive(Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// By Location.
    pub spots: Vec<Spot>,
    /// Who sees whom, before rubble and Blaze.
    pub sight: Sight,
    /// By Location: the ways of an advance.
    pub advances: Vec<Vec<MoveEdge>>,
    /// By Location: where a move below leads from there ([`crate::setting::sewer_edges`]).
    pub sewer_edges: Vec<Vec<LocationId>>,
    /// By Location: the other ends that a tunnel from there can have ([`crate::setting::tunnel_edges::edges`]).
    pub tunnel_edges: Vec<Vec<LocationId>>,
    /// Game Turns.
    pub turns: u8,
    /// Who moves first in each turn.
    pub first: Side,
    /// Who is placed first.
    pub first_to_place: Side,
    /// Experience Level Rating.
    pub elr: BySide<u8>,
    /// The options.
    pub options: Options,
    /// The objectives.
    pub objectives: Objectives,
    /// Rubble and Blaze of the scenario.
    pub covers: ArrayVec<CoverEntry, COVERS>,
    /// Where units may be placed.
    pub areas: Vec<Area>,
    /// Whether a side has tunnels or Fortified Locations to record: public, what it makes of them is not.
    pub allotted: BySide<bool>,
    /// The tunnels that the scenario gives a side, in number.
    pub tunnels: BySide<u8>,
    /// The Fortified Locations that the scenario gives a side to record, in number; those that it names are not among them.
    pub forts: BySide<u8>,
    /// Where a side may record Fortified Locations.
    pub fortifiable: BySide<Vec<LocationId>>,
    /// Whether there are entrenchments.
    pub trenched: bool,
    /// The entrenchments of a side's order of battle: tunnels of its can lead into them (B8.6d).
    pub entrenchments: BySide<Vec<LocationId>>,
    /// Beside the board: where a side's units lie that it has still to place, of sides that place any. No rule knows of it.
    pub waiting: BySide<Option<LocationId>>,
    /// Whether nothing binds units to where they are: there is no Gun to stay with, and a way out of every Location above
    /// ground.
    pub unbound: bool,
    /// What has to be reached.
    pub goal: Goal,
    /// Whether eliminated enemies bring points: a squad 2, a half-squad or a single man 1.
    pub casualties: bool,
    /// The names of the pieces.
    pub names: Vec<Arc<str>>,
}

impl Setting {
    /// What the rules want to know of a Location; `None` for one that is not of this board.
    #[inline]
    #[must_use]
    pub fn spot(&self, at: LocationId) -> Option<&Spot> {
        self.spots.get(at.index())
    }

    /// The hex of a Location.
    #[inline]
    #[must_use]
    pub fn hex(&self, at: LocationId) -> Option<HexId> {
        self.spot(at).map(|spot| spot.hex)
    }

    /// The steps out of a Location above ground.
    #[inline]
    #[must_use]
    pub fn edges(&self, from: LocationId) -> &[MoveEdge] {
        self.spot(from).map_or(&[], |spot| &spot.edges)
    }

    /// Whether one could advance from one Location above ground into another if nobody were there, or is in it already. Who
    /// is in an entrenchment is in its hex.
    #[must_use]
    pub fn is_step(&self, one: LocationId, other: LocationId) -> bool {
        let whole = |at| match self.spot(at) {
            Some(spot) if spot.place == Place::Entrenchment => spot.ground,
            _ => at,
        };
        let [one, other] = [one, other].map(whole);
        let leads = |from, to| self.edges(from).iter().any(|way| way.to == to);
        one == other || leads(one, other) || leads(other, one)
    }

    /// What kind of place a Location is.
    #[inline]
    #[must_use]
    pub fn place(&self, at: LocationId) -> Option<Place> {
        self.spot(at).map(|spot| spot.place)
    }

    /// Whether it is a sewer or a tunnel.
    #[inline]
    #[must_use]
    pub fn is_below(&self, at: LocationId) -> bool {
        self.place(at).is_some_and(Place::is_below)
    }

    /// The Location that a place is part of: an entrenchment is part of the ground of its hex (ASL-A24).
    #[inline]
    #[must_use]
    pub fn location(&self, at: LocationId) -> LocationId {
        let part = self.spot(at).filter(|spot| self.trenched && spot.place == Place::Entrenchment);
        part.map_or(at, |spot| spot.ground)
    }

    /// The other part of a Location that has two: the ground of an entrenchment, the entrenchment of a ground.
    #[inline]
    #[must_use]
    pub fn other_part(&self, at: LocationId) -> Option<LocationId> {
        let spot = self.spot(at).filter(|spot| self.trenched && spot.entrenchment.is_some())?;
        match spot.place {
            Place::Entrenchment => Some(spot.ground),
            Place::Ground => spot.entrenchment,
            _ => None,
        }
    }

    /// Whether two places are in one Location.
    #[inline]
    #[must_use]
    pub fn are_one(&self, a: LocationId, b: LocationId) -> bool {
        a == b || self.other_part(a) == Some(b)
    }

    /// Whether a place is an entrenchment.
    #[inline]
    #[must_use]
    pub fn is_entrenchment(&self, at: LocationId) -> bool {
        self.place(at) == Some(Place::Entrenchment)
    }

    /// The ways of an advance out of a place: each of its steps, and out of an entrenchment or into one with the step to the
    /// next hex (ASL-A24).
    #[inline]
    #[must_use]
    pub fn advances(&self, from: LocationId) -> &[MoveEdge] {
        self.advances.get(from.index()).map_or(&[], |ways| ways)
    }

    /// Distance in hexes between two Locations.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        self.sight.distance(a, b)
    }

    /// Whether both are in one hex.
    #[inline]
    #[must_use]
    pub fn same_hex(&self, a: LocationId, b: LocationId) -> bool {
        a == b || matches!((self.spot(a), self.spot(b)), (Some(a), Some(b)) if a.hex == b.hex)
    }

    /// What a Location is called.
    #[must_use]
    pub fn label(&self, at: LocationId) -> &str {
        if at.index() < self.spots.len() { &self.board.location(at).label } else { "nowhere" }
    }

    /// The area of this number.
    #[must_use]
    pub fn area(&self, area: u8) -> Option<&Area> {
        self.areas.get(usize::from(area))
    }
}
