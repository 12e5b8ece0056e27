//! The setting: everything that does not change during a game.

pub mod below;
pub mod edges;
pub mod manholes;
pub mod pillboxes;
pub mod sewer_edges;
pub mod sight;
pub mod steps;
pub mod trace;
pub mod tunnel_edges;

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Board, BuildingId, Direction, HexId, LocationId};
use rules::objectives::{Goal, Objectives};
use rules::{BySide, Side};

use crate::printed::born;
use crate::printed::terrain::Terrain;
use crate::setting::pillboxes::Pillbox;
use crate::setting::sight::{CoverEntry, Sight};
use crate::setting::steps::Pairs;

/// Maximum number of hexes of a board.
pub const HEXES: usize = 512;
/// Maximum number of Locations of a board.
pub const LOCATIONS: usize = 1023;
/// Maximum number of steps out of a Location: six hexes, a floor up and down, a pillbox, an entrenchment.
pub const STEPS: usize = 10;
/// Number of hexes around one.
pub const AROUND: usize = 6;
/// Maximum number of Blazes and rubble counters of a scenario.
pub const COVERS: usize = 16;
/// Maximum number of areas for the set-up.
pub const AREAS: usize = 16;
/// Value of [`Spot::objective`] for a Location without an objective.
pub const NONE: u8 = u8::MAX;

rules::words! {
    /// The kinds of Locations.
    Place {
        /// The ground of a hex, or the ground floor of its building.
        Ground = "ground",
        Floor = "floor",
        Sewer = "sewer",
        /// One end of a tunnel.
        Tunnel = "tunnel",
        /// The inside of a pillbox.
        Pillbox = "pillbox",
        Entrenchment = "entrenchment",
    }
}

impl Place {
    /// Returns whether it is a sewer or a tunnel.
    #[inline]
    #[must_use]
    pub const fn is_below(self) -> bool {
        matches!(self, Place::Sewer | Place::Tunnel)
    }
}

/// A step to a neighbouring Location and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEdge {
    pub to: LocationId,
    /// Cost in half movement factors.
    pub cost: u8,
    /// The hexside it crosses.
    pub across: Option<Direction>,
    /// Whether it follows a road.
    pub road: bool,
}

/// Properties of a Location that rules use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub hex: HexId,
    pub place: Place,
    /// Level above the ground of the hex.
    pub level: i8,
    /// Height of the ground of its hex.
    pub elevation: i8,
    /// The terrain of its hex at the start; rubble can fall on it ([`crate::view::AslEyes::terrain`]).
    pub terrain: Terrain,
    /// The ground of its hex.
    pub ground: LocationId,
    /// The Sewer Location below, if the hex has a Manhole Location by its map (B8.1d).
    pub sewer: Option<LocationId>,
    /// The Location of a tunnel's end below, if the hex can have an entrance (B8.6d).
    pub tunnel: Option<LocationId>,
    /// The inside of its pillbox, if it has one.
    pub pillbox: Option<LocationId>,
    pub entrenchment: Option<LocationId>,
    /// Index of the objective here, or [`NONE`].
    pub objective: u8,
    /// Steps out of it, above ground.
    pub edges: ArrayVec<MoveEdge, STEPS>,
}

impl Spot {
    /// Returns the step to a Location.
    #[inline]
    #[must_use]
    pub fn way(&self, to: LocationId) -> Option<&MoveEdge> {
        self.edges.iter().find(|way| way.to == to)
    }
}

/// A building of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Building {
    /// Its hexes, in the order of the board.
    pub hexes: Vec<HexId>,
    /// Whether it has more than one hex or level.
    pub large: bool,
}

impl Building {
    /// Returns all buildings of a board, by number.
    #[must_use]
    pub fn all(board: &Board) -> Vec<Building> {
        let mut all: Vec<Building> = Vec::new();
        for hex in board.grid().hexes() {
            let Some(number) = board.building(hex).map(|building| usize::from(building.0)) else { continue };
            if all.len() <= number {
                all.resize(number + 1, Building::default());
            }
            let building = &mut all[number];
            building.hexes.push(hex);
            building.large = building.large || building.hexes.len() > 1 || board.floors(hex) > 1;
        }
        all
    }
}

/// Locations where units may be placed before the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Name in the scenario, such as `factory`.
    pub name: String,
    /// The side whose units are placed there; `None` for either side.
    pub side: Option<Side>,
    pub places: Vec<LocationId>,
}

/// The options of a scenario, with defaults filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether units can use the sewers (B8.1a).
    pub sewers: bool,
    /// Whether only printed circles are manholes (B8.1d).
    pub deluxe: bool,
    /// Whether a stack may go straight down and stay under the manhole where it entered (B8.41a).
    pub straight_down: bool,
}

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Setting {
    pub board: Board,
    /// Properties of each Location.
    pub spots: Vec<Spot>,
    /// Lines of sight, before rubble and Blaze.
    pub sight: Sight,
    /// All pillboxes of the scenario, each with its covered arc.
    pub pillboxes: Vec<Pillbox>,
    /// The buildings, by number.
    pub buildings: Vec<Building>,
    /// The pairs of Locations that are a step apart.
    pub pairs: Pairs,
    /// For each Location the ground of the hexes around it that a step leads into.
    pub around: Vec<ArrayVec<LocationId, AROUND>>,
    /// For each Location the edges of an advance.
    pub advances: Vec<Vec<MoveEdge>>,
    /// For each Location the destinations of a move below from there ([`crate::setting::sewer_edges`]).
    pub sewer_edges: Vec<Vec<LocationId>>,
    /// For each Location the other ends that a tunnel from there can have ([`crate::setting::tunnel_edges::edges`]).
    pub tunnel_edges: Vec<Vec<LocationId>>,
    /// Number of Game Turns.
    pub turns: u8,
    /// The side that moves first in each turn.
    pub first: Side,
    /// The side that is placed first.
    pub first_to_place: Side,
    /// Experience Level Rating (ELR) of each side.
    pub elr: BySide<u8>,
    pub options: Options,
    pub objectives: Objectives,
    /// Rubble and Blaze of the scenario.
    pub covers: ArrayVec<CoverEntry, COVERS>,
    /// Areas where units may be placed.
    pub areas: Vec<Area>,
    /// Whether a side has tunnels or Fortified Locations to record. This is public; what it records is not.
    pub allotted: BySide<bool>,
    /// Number of tunnels that the scenario lets a side record.
    pub tunnels: BySide<u8>,
    /// Number of Fortified Locations that the scenario lets a side record, not counting those it names.
    pub forts: BySide<u8>,
    /// Locations that a side may record as fortified.
    pub fortifiable: BySide<Vec<LocationId>>,
    /// The ground of all Manhole Locations.
    pub manholes: Vec<LocationId>,
    /// Whether the board has shellholes.
    pub cratered: bool,
    /// Whether the board has entrenchments.
    pub trenched: bool,
    /// The entrenchments of a side's order of battle: its tunnels can lead into them (B8.6d).
    pub entrenchments: BySide<Vec<LocationId>>,
    /// Location beside the board for a side's units that it has still to place; `None` for sides that place no units.
    /// No rule uses it.
    pub waiting: BySide<Option<LocationId>>,
    /// Whether nothing restricts the movement of units: there is no Gun to stay with, and a way out of every Location
    /// above ground.
    pub unbound: bool,
    /// The victory conditions of the scenario.
    pub goal: Goal,
    /// Whether eliminated enemies bring points (ASL-A30).
    pub casualties: bool,
    /// The names of the pieces of the scenario.
    pub names: Vec<Arc<str>>,
}

impl Setting {
    /// Returns the name of a piece by its two numbers, such as `gs1`, or `gs1/2` for one that came out of `gs1`; `None`
    /// if it has none.
    #[must_use]
    pub fn name_of(&self, name: u8, born: u8) -> Option<Arc<str>> {
        let name = self.names.get(usize::from(name))?;
        Some(born::end(born).map_or_else(|| Arc::clone(name), |end| format!("{name}/{end}").into()))
    }

    /// Returns the two numbers of a name that a piece has or could have: its index in the list of names, and what is
    /// added ([`born`]).
    #[must_use]
    pub fn named(&self, name: &str) -> Option<(u8, u8)> {
        let find = |name: &str| self.names.iter().position(|known| **known == *name);
        let number = |n: usize| u8::try_from(n).ok();
        if let Some(n) = find(name) {
            return Some((number(n)?, 0));
        }
        let (name, added) = name.rsplit_once('/')?;
        Some((number(find(name)?)?, born::number(added)?))
    }

    /// Returns the properties of a Location; `None` if it is not on this board.
    #[inline]
    #[must_use]
    pub fn spot(&self, at: LocationId) -> Option<&Spot> {
        self.spots.get(at.index())
    }

    /// Returns the hex of a Location.
    #[inline]
    #[must_use]
    pub fn hex(&self, at: LocationId) -> Option<HexId> {
        self.spot(at).map(|spot| spot.hex)
    }

    /// Returns a building; an empty one for an unknown number.
    #[inline]
    #[must_use]
    pub fn building(&self, building: BuildingId) -> &Building {
        const NONE: &Building = &Building { hexes: Vec::new(), large: false };
        self.buildings.get(usize::from(building.0)).unwrap_or(NONE)
    }

    /// Returns the steps out of a Location above ground.
    #[inline]
    #[must_use]
    pub fn edges(&self, from: LocationId) -> &[MoveEdge] {
        self.spot(from).map_or(&[], |spot| &spot.edges)
    }

    /// Returns whether units could advance from one Location above ground into the other if both were empty, or are in
    /// it already. Units in an entrenchment are in its hex.
    #[inline]
    #[must_use]
    pub fn is_step(&self, one: LocationId, other: LocationId) -> bool {
        self.pairs.have(self.location(one), self.location(other))
    }

    /// Returns the ground of the hexes around a Location that units in it could step into.
    #[inline]
    #[must_use]
    pub fn around(&self, at: LocationId) -> &[LocationId] {
        self.around.get(at.index()).map_or(&[], |hexes| hexes)
    }

    /// Returns the kind of a Location.
    #[inline]
    #[must_use]
    pub fn place(&self, at: LocationId) -> Option<Place> {
        self.spot(at).map(|spot| spot.place)
    }

    /// Returns whether it is a sewer or a tunnel.
    #[inline]
    #[must_use]
    pub fn is_below(&self, at: LocationId) -> bool {
        self.place(at).is_some_and(Place::is_below)
    }

    /// Returns the Location that a place is part of: an entrenchment is part of the ground of its hex (ASL-A24).
    #[inline]
    #[must_use]
    pub fn location(&self, at: LocationId) -> LocationId {
        // Most boards have none.
        if !self.trenched {
            return at;
        }
        self.spot(at).filter(|spot| spot.place == Place::Entrenchment).map_or(at, |spot| spot.ground)
    }

    /// Returns the other part of a Location that has two: the ground of an entrenchment, the entrenchment of a ground.
    #[inline]
    #[must_use]
    pub fn other_part(&self, at: LocationId) -> Option<LocationId> {
        if !self.trenched {
            return None;
        }
        let spot = self.spot(at).filter(|spot| spot.entrenchment.is_some())?;
        match spot.place {
            Place::Entrenchment => Some(spot.ground),
            Place::Ground => spot.entrenchment,
            _ => None,
        }
    }

    /// Returns whether two places are in one Location.
    #[inline]
    #[must_use]
    pub fn are_one(&self, a: LocationId, b: LocationId) -> bool {
        a == b || self.other_part(a) == Some(b)
    }

    /// Returns whether a place is an entrenchment.
    #[inline]
    #[must_use]
    pub fn is_entrenchment(&self, at: LocationId) -> bool {
        self.place(at) == Some(Place::Entrenchment)
    }

    /// Returns the edges of an advance out of a place: each of its steps, and those out of an entrenchment or into one
    /// combined with the step to the next hex (ASL-A24).
    #[inline]
    #[must_use]
    pub fn advances(&self, from: LocationId) -> &[MoveEdge] {
        self.advances.get(from.index()).map_or(&[], |ways| ways)
    }

    /// Returns the distance in hexes between two Locations.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        self.sight.distance(a, b)
    }

    /// Returns whether both are in one hex.
    #[inline]
    #[must_use]
    pub fn same_hex(&self, a: LocationId, b: LocationId) -> bool {
        a == b || matches!((self.spot(a), self.spot(b)), (Some(a), Some(b)) if a.hex == b.hex)
    }

    /// Returns the label of a Location, such as `C4`.
    #[must_use]
    pub fn label(&self, at: LocationId) -> &str {
        if at.index() < self.spots.len() { &self.board.location(at).label } else { "nowhere" }
    }

    /// Returns a Location as text, such as `C4`, `C4, in the sewer` or `C4, floor 1`.
    #[must_use]
    pub fn words(&self, at: LocationId) -> String {
        match self.label(at).split_once('/') {
            Some(("beside", _)) => "beside the board".to_owned(),
            Some((hex, "inside")) => format!("{hex}, in the pillbox"),
            Some((hex, floor)) if floor.bytes().all(|digit| digit.is_ascii_digit()) => format!("{hex}, floor {floor}"),
            Some((hex, inside)) => format!("{hex}, in the {inside}"),
            None => self.label(at).to_owned(),
        }
    }

    /// Returns the area with this index.
    #[must_use]
    pub fn area(&self, area: u8) -> Option<&Area> {
        self.areas.get(usize::from(area))
    }
}
