//! What never changes in a game.

pub(crate) mod below;
pub(crate) mod edges;
pub(crate) mod flight;
pub(crate) mod sight;

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Board, HexId, LocationId, Network, NetworkKind, NetworkShape};
use rules::BySide;
use rules::objectives::{Goal, Objectives};

use crate::printed::catalogue::Catalogue;
use crate::printed::counter::Grant;
use crate::printed::tables::Terrain;
use crate::setting::flight::Leads;

/// Steps out of a Location at most: six hexes, and the Locations inside a manhole and a staircase.
pub const STEPS: usize = 8;
/// The most hexes of a board: what lies between any two of them is worked out beforehand.
pub const HEXES: usize = 1024;
/// The most entrances of a scenario.
pub const ENTRANCES: usize = 32;

/// The most blazes of a scenario.
pub const BLAZES: usize = 8;
/// In [`Spot::entrances`] and [`Spot::blaze`]: none.
pub const NONE: u8 = u8::MAX;
/// In the table of sight: out of sight.
pub const UNSEEN: u8 = u8::MAX;

/// A step to a neighbouring Location and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEdge {
    /// Where it leads.
    pub to: LocationId,
    /// Movement points.
    pub cost: u8,
}

/// What the rules want to know of a Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its hex.
    pub hex: HexId,
    /// Where one can be in its hex: on the ground, and inside its entrances; the ground again where there are fewer.
    pub places: [LocationId; 3],
    /// What it is inside of; `None` above ground.
    pub inside: Option<NetworkKind>,
    /// The ground of its hex.
    pub terrain: Terrain,
    /// Target modifier of a unit here (HNL-B12, SEW-29, TUN-29).
    pub modifier: u8,
    /// Whether wire stops who enters.
    pub wire: bool,
    /// Whether there are foxholes.
    pub foxholes: bool,
    /// Whether mines hurt who enters.
    pub mines: bool,
    /// On the ground the entrances in its hex, a manhole and a staircase at most, and inside the one it is of; then
    /// [`NONE`].
    pub entrances: [u8; 2],
    /// The blaze in its hex, or [`NONE`].
    pub blaze: u8,
    /// Steps out of it.
    pub edges: ArrayVec<MoveEdge, STEPS>,
}

/// An entrance of the sewers or tunnels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrance {
    /// Its hex.
    pub hex: HexId,
    /// The ground of the hex.
    pub ground: LocationId,
    /// The Location inside.
    pub inside: LocationId,
    /// Whether it is a manhole or a staircase.
    pub kind: NetworkKind,
    /// Whether Rubble covers it (SEW-28, TUN-28).
    pub rubble: bool,
}

/// Whether one can go below from one entrance to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// One can.
    Open,
    /// It is the same entrance.
    Same,
    /// It is farther than the range.
    TooFar,
    /// Nothing connects them.
    Unconnected,
    /// A Water Obstacle is above the way.
    UnderWater,
}

/// A blaze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blaze {
    /// The ground of its hex.
    pub at: LocationId,
    /// From the beginning of which turn it burns.
    pub from: u8,
    /// To the end of which turn.
    pub until: u8,
}

/// The options as resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether only declared networks and links connect (SEW-3, TUN-3).
    pub declared: bool,
    /// Hexes of an underground move (SEW-12, TUN-12).
    pub range: u8,
    /// Whether stone buildings are no entrances (SEW-4, TUN-4).
    pub strict: bool,
    /// Whether water above the straight line is enough (SEW-23w, TUN-23w).
    pub straight_water: bool,
    /// Whether the sides place their hidden units themselves, before the first turn (HNL-B19).
    pub secret_set_up: bool,
    /// Whether only those rout below who have to rout (SEW-24, TUN-24).
    pub forced_below: bool,
}

/// What never changes in a game.
#[derive(Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// By Location: the grounds, then the Locations inside.
    pub spots: Vec<Spot>,
    /// By pair of hexes: their distance where they see each other, else [`UNSEEN`].
    pub(crate) sight: Vec<u8>,
    /// By pair of hexes: the blazes between them, as bits; empty where there are none.
    pub(crate) smoke: Vec<u8>,
    /// By pair of hexes: where the steps out of the second lead, with an enemy in the first.
    pub(crate) leads: Vec<Leads>,
    /// The networks as the scenario names them.
    pub networks: Vec<Network>,
    /// Which two of them one gets from one to the other between (SEW-3, TUN-3).
    pub network_links: Vec<[u16; 2]>,
    /// All entrances.
    pub entrances: ArrayVec<Entrance, ENTRANCES>,
    /// By pair of entrances.
    pub(crate) passages: Vec<Passage>,
    /// Where hidden units of a side may be.
    pub hideouts: BySide<Vec<LocationId>>,
    /// By hex: whether a side's hidden units may see it.
    pub(crate) watched: BySide<Vec<bool>>,
    /// By hex: whether hidden units of either side may be there or next to it; empty where nobody hides.
    pub(crate) near_hideouts: Vec<bool>,
    /// The options.
    pub options: Options,
    /// Turns of the game.
    pub turns: u8,
    /// The objectives.
    pub objectives: Objectives,
    /// The blazes.
    pub blazes: ArrayVec<Blaze, BLAZES>,
    /// What has to be reached.
    pub goal: Goal,
    /// The names of the units: those of the scenario, then those of heroes to come.
    pub names: Vec<Arc<str>>,
    /// How many of the names are the scenario's.
    pub listed: usize,
    /// What a side grants to units that its lists do not name, as heroes who come up later (SEW-17, TUN-17).
    pub unlisted: BySide<Grant>,
}

impl Setting {
    /// Whether a hidden unit could be in that hex or next to it.
    #[must_use]
    pub fn is_near_hideout(&self, at: LocationId) -> bool {
        let near = |hex: HexId| self.near_hideouts.get(hex.index()).copied();
        self.hex(at).and_then(near).unwrap_or(false)
    }

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

    /// Distance in hexes between two Locations.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        match (self.spot(a), self.spot(b)) {
            (Some(a), Some(b)) => self.board.grid().distance(a.hex, b.hex),
            _ => u16::MAX,
        }
    }

    /// By hex: where the steps out of its ground lead, with an enemy in a Location.
    #[inline]
    pub(crate) fn leads(&self, enemy: LocationId) -> &[Leads] {
        let hexes = self.board.grid().len();
        let row = self.hex(enemy).map(|hex| hex.index() * hexes..(hex.index() + 1) * hexes);
        row.and_then(|row| self.leads.get(row)).unwrap_or_default()
    }

    /// Where one can be in the hex of a Location: on its ground, and inside its entrances (the ground again where there
    /// are fewer).
    #[inline]
    #[must_use]
    pub fn places(&self, at: LocationId) -> [LocationId; 3] {
        self.spot(at).map_or([at; 3], |spot| spot.places)
    }

    /// Whether both are in one hex.
    #[inline]
    #[must_use]
    pub fn same_hex(&self, a: LocationId, b: LocationId) -> bool {
        a == b || matches!((self.spot(a), self.spot(b)), (Some(a), Some(b)) if a.hex == b.hex)
    }

    /// The entrances that a way below can begin or end at from a Location: that which it is inside of, or those in its
    /// hex.
    #[inline]
    pub fn entrances(&self, at: LocationId) -> impl Iterator<Item = (u8, &Entrance)> + '_ {
        let numbers = self.spot(at).map_or([NONE; 2], |spot| spot.entrances);
        numbers.into_iter().filter_map(|n| self.entrances.get(usize::from(n)).map(|entrance| (n, entrance)))
    }

    /// The first of the entrances of a Location.
    #[inline]
    #[must_use]
    pub fn entrance(&self, at: LocationId) -> Option<(u8, &Entrance)> {
        self.entrances(at).next()
    }

    /// Whether one can go below from one entrance to another.
    #[inline]
    #[must_use]
    pub fn passage(&self, from: u8, to: u8) -> Passage {
        let place = usize::from(from) * self.entrances.len() + usize::from(to);
        self.passages.get(place).copied().unwrap_or(Passage::Unconnected)
    }

    /// Whether a tunnel passes under the hex of a Location between its ends, where it is closed (TUN-1).
    #[must_use]
    pub fn is_passed_under(&self, at: LocationId) -> bool {
        let Some(hex) = self.hex(at).filter(|_| self.entrance(at).is_none()) else { return false };
        let passes = |network: &Network| {
            let line = matches!(network.course, NetworkShape::Line { .. });
            network.kind == NetworkKind::Tunnel && line && network.hexes.contains(&hex)
        };
        self.networks.iter().any(passes)
    }

    /// The catalogue that speaks of an entrance.
    #[must_use]
    pub fn catalogue(&self, at: LocationId) -> Option<Catalogue> {
        self.entrance(at).map(|(_, entrance)| Catalogue::of(entrance.kind))
    }
}
