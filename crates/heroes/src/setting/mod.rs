//! Data that never change during a game.

pub(crate) mod below;
pub(crate) mod edges;
pub(crate) mod sight;

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Board, HexId, LocationId, Network, NetworkKind, NetworkShape};
use rules::BySide;
use rules::objectives::{Goal, Objectives};

use crate::printed::catalogue::Catalogue;
use crate::printed::counter::Grant;
use crate::printed::tables::Terrain;

/// Largest number of steps out of a Location: six hexes, and the inside of a manhole and of a staircase.
pub const STEPS: usize = 8;
/// Largest number of hexes of a board. Tables for all pairs of hexes are computed in advance.
pub const HEXES: usize = 1024;
pub const ENTRANCES: usize = 32;

pub const BLAZES: usize = 8;
/// Marks unused slots of [`Spot::entrances`], and [`Spot::blaze`] without a blaze, [`Spot::objective`] without one.
pub const NONE: u8 = u8::MAX;
/// Marks pairs of hexes without a line of sight in the sight table.
pub const UNSEEN: u8 = u8::MAX;

/// A step to another Location, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEdge {
    /// The Location where it leads.
    pub to: LocationId,
    pub cost: u8,
}

/// Fixed properties of a Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub hex: HexId,
    /// All Locations in its hex: the ground and the insides of its entrances. Unused slots repeat the ground.
    pub places: [LocationId; 3],
    /// Kind of network that it is inside of; `None` above ground.
    pub inside: Option<NetworkKind>,
    /// Terrain of the hex.
    pub terrain: Terrain,
    pub modifier: u8,
    /// Whether wire stops units that enter.
    pub wire: bool,
    pub foxholes: bool,
    /// Whether mines attack units that enter.
    pub mines: bool,
    /// Indices of entrances: on the ground those in its hex, inside the one that it belongs to. Unused slots are
    /// [`NONE`].
    pub entrances: [u8; 2],
    /// Index of the blaze in its hex, or [`NONE`].
    pub blaze: u8,
    /// Index of the objective in its hex, or [`NONE`].
    pub objective: u8,
    pub edges: ArrayVec<MoveEdge, STEPS>,
}

impl Spot {
    /// Whether units here are in open terrain: it gives no cover, and neither blocks nor degrades sight. The inside of
    /// an entrance is open (HNL-B29, SEW-9, TUN-9).
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.inside.is_some() || (self.modifier == 0 && self.terrain.obstacle() == 0 && !self.terrain.degrades())
    }
}

/// An entrance to sewers or tunnels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrance {
    pub hex: HexId,
    pub ground: LocationId,
    /// The Location inside the entrance.
    pub inside: LocationId,
    /// Sewer for a manhole, tunnel for a staircase.
    pub kind: NetworkKind,
    /// Whether Rubble closes it (SEW-28, TUN-28).
    pub rubble: bool,
}

/// Whether and why not a way below ground connects two entrances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    Open,
    /// Both are in the same hex.
    Same,
    /// The distance exceeds the range.
    TooFar,
    /// They are in networks that are not connected.
    Unconnected,
    /// The way passes under a Water Obstacle.
    UnderWater,
}

/// A hex that burns during some turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blaze {
    pub at: LocationId,
    /// Turn in which it starts.
    pub from: u8,
    /// Last turn in which it burns.
    pub until: u8,
}

/// The options of the scenario, with defaults applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether only networks with a common entrance or a link are connected (SEW-3, TUN-3).
    pub declared: bool,
    /// Longest move below ground, in hexes (SEW-12, TUN-12).
    pub range: u8,
    /// Whether stone buildings can't be entrances (SEW-4, TUN-4).
    pub strict: bool,
    /// Whether only water on the straight line blocks a way (SEW-23w, TUN-23w).
    pub straight_water: bool,
    /// Whether the sides place their hidden units before the first turn (HNL-B19).
    pub secret_set_up: bool,
    /// Whether only units that an enemy or a fire drives out can rout below ground (SEW-24, TUN-24).
    pub forced_below: bool,
    /// Whether the fire of Ops Complete units and after an assault move is halved (HNL-B7, HNL-B31).
    pub halved_fire: bool,
    /// Whether a die draws the skill card of a new hero (HNL-B37).
    pub drawn_skill: bool,
}

/// Data that never change during a game.
#[derive(Debug)]
pub struct Setting {
    pub board: Board,
    /// By Location: first the grounds, then the insides of entrances.
    pub spots: Vec<Spot>,
    /// By pair of hexes: their distance, or [`UNSEEN`] without a line of sight (HNL-B17, HNL-B32).
    pub(crate) sight: Vec<u8>,
    /// By pair of hexes: the blazes between them, as bits; empty if the scenario has no blazes.
    pub(crate) smoke: Vec<u8>,
    /// By pair of hexes: the number of hexes of degrading terrain between them; empty if the board has none (HNL-B32).
    pub(crate) degraded: Vec<u8>,
    pub networks: Vec<Network>,
    /// Pairs of connected networks, as indices (SEW-3, TUN-3).
    pub network_links: Vec<[u16; 2]>,
    pub entrances: ArrayVec<Entrance, ENTRANCES>,
    /// Passage by pair of entrances.
    pub(crate) passages: Vec<Passage>,
    /// Locations where hidden units of a side may be.
    pub hideouts: BySide<Vec<LocationId>>,
    /// By hex: whether a hideout of a side has a line of sight to it.
    pub(crate) watched: BySide<Vec<bool>>,
    /// By hex: whether it is a hideout of a side with hidden units, or adjacent to one.
    pub(crate) near_hideouts: Vec<bool>,
    pub options: Options,
    /// Number of turns in the game.
    pub turns: u8,
    pub objectives: Objectives,
    pub blazes: ArrayVec<Blaze, BLAZES>,
    /// Points that a side needs to win.
    pub goal: Goal,
    /// Names of the units: those of the scenario, then those of heroes that may appear.
    pub names: Vec<Arc<str>>,
    /// Number of names that come from the scenario.
    pub listed: usize,
    /// Grant of each side for units that its lists don't name, such as heroes that appear (SEW-17, TUN-17).
    pub unlisted: BySide<Grant>,
}

impl Setting {
    /// Whether a Location's hex is a hideout of a side with hidden units, or adjacent to one.
    #[must_use]
    pub fn is_near_hideout(&self, at: LocationId) -> bool {
        let near = |hex: HexId| self.near_hideouts.get(hex.index()).copied();
        self.hex(at).and_then(near).unwrap_or(false)
    }

    /// Returns the properties of a Location; `None` if it is not on this board.
    #[inline]
    #[must_use]
    pub fn spot(&self, at: LocationId) -> Option<&Spot> {
        self.spots.get(at.index())
    }

    #[inline]
    #[must_use]
    pub fn hex(&self, at: LocationId) -> Option<HexId> {
        self.spot(at).map(|spot| spot.hex)
    }

    /// Returns the distances of all hexes from one hex, with [`UNSEEN`] for those out of its line of sight.
    #[inline]
    #[must_use]
    pub(crate) fn sight_from(&self, hex: HexId) -> &[u8] {
        let hexes = self.board.grid().len();
        self.sight.get(hex.index() * hexes..).unwrap_or_default().get(..hexes).unwrap_or_default()
    }

    /// Distance in hexes between two Locations; the largest number if one of them is not on this board.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        match (self.spot(a), self.spot(b)) {
            (Some(a), Some(b)) => self.board.grid().distance(a.hex, b.hex),
            _ => u16::MAX,
        }
    }

    /// Returns all Locations in the hex of a Location: the ground and the insides of its entrances. Unused slots repeat
    /// the ground.
    #[inline]
    #[must_use]
    pub fn places(&self, at: LocationId) -> [LocationId; 3] {
        self.spot(at).map_or([at; 3], |spot| spot.places)
    }

    /// Whether two Locations are in one hex.
    #[inline]
    #[must_use]
    pub fn same_hex(&self, a: LocationId, b: LocationId) -> bool {
        a == b || matches!((self.spot(a), self.spot(b)), (Some(a), Some(b)) if a.hex == b.hex)
    }

    /// Lists the entrances where a way below ground can begin or end: inside, the one of the Location; on the ground,
    /// those in the hex.
    #[inline]
    pub fn entrances(&self, at: LocationId) -> impl Iterator<Item = (u8, &Entrance)> + '_ {
        let numbers = self.spot(at).map_or([NONE; 2], |spot| spot.entrances);
        numbers.into_iter().filter_map(|n| self.entrances.get(usize::from(n)).map(|entrance| (n, entrance)))
    }

    #[inline]
    #[must_use]
    pub fn entrance(&self, at: LocationId) -> Option<(u8, &Entrance)> {
        self.entrances(at).next()
    }

    #[inline]
    #[must_use]
    pub fn passage(&self, from: u8, to: u8) -> Passage {
        let place = usize::from(from) * self.entrances.len() + usize::from(to);
        self.passages.get(place).copied().unwrap_or(Passage::Unconnected)
    }

    /// Whether a tunnel passes under the hex of a Location, which is not one of its ends (TUN-1).
    #[must_use]
    pub fn is_passed_under(&self, at: LocationId) -> bool {
        let Some(hex) = self.hex(at).filter(|_| self.entrance(at).is_none()) else { return false };
        let passes = |network: &Network| {
            let line = matches!(network.course, NetworkShape::Line { .. });
            network.kind == NetworkKind::Tunnel && line && network.hexes.contains(&hex)
        };
        self.networks.iter().any(passes)
    }

    /// Returns the clauses for the entrance of a Location; `None` if it has no entrance.
    #[must_use]
    pub fn catalogue(&self, at: LocationId) -> Option<Catalogue> {
        self.entrance(at).map(|(_, entrance)| Catalogue::of(entrance.kind))
    }
}
