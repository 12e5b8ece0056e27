//! Disclosures, and the parts in which two positions agree after some.

use board::LocationId;
use rules::{Piece, Side};

use crate::setting::Setting;
use crate::state::position::Position;

/// The information that one disclosure reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// The kind, Location and markers of a counter, and what it holds.
    Unit(Piece),
    /// The Location of a counter, but not its kind.
    There(Piece),
    /// The markers on a counter.
    Markers(Piece),
    /// All unseen counters of a side in a Location, and that there are no others.
    Stack(Side, LocationId),
    /// The Location of an entrance of a side's tunnel, 0 or 1.
    Entrance(Side, u8, u8),
    /// A tunnel of a side, and the units that have seen or found it.
    Tunnel(Side, u8),
    /// Whether a side has fortified a Location.
    Fort(Side, LocationId),
    /// Where a side has placed counters, but not what is under a "?", how much, nor hidden units.
    SetUp(Side),
    /// Everything, at the end of the game.
    All,
}

/// The parts in which two positions must agree.
pub struct Kept {
    units: Vec<Piece>,
    there: Vec<Piece>,
    markers: Vec<Piece>,
    closed: Vec<(Side, LocationId)>,
    entrances: Vec<(Side, u8, u8)>,
    tunnels: Vec<(Side, u8)>,
    forts: Vec<(Side, LocationId)>,
    set_ups: Vec<Side>,
}

impl Kept {
    /// Returns the parts revealed by `secrets`. What a counter holds is revealed with it.
    pub fn of(setting: &Setting, position: &Position, secrets: &[Secret]) -> Self {
        let mut kept = Kept {
            units: Vec::new(),
            there: Vec::new(),
            markers: Vec::new(),
            closed: Vec::new(),
            entrances: Vec::new(),
            tunnels: Vec::new(),
            forts: Vec::new(),
            set_ups: Vec::new(),
        };
        for secret in secrets {
            match *secret {
                Secret::Unit(piece) => kept.units.push(piece),
                Secret::There(piece) => kept.there.push(piece),
                Secret::Markers(piece) => kept.markers.push(piece),
                Secret::Stack(side, at) => kept.closed.extend(parts(setting, at).map(|at| (side, at))),
                Secret::Entrance(side, n, end) => kept.entrances.push((side, n, end)),
                Secret::Tunnel(side, n) => kept.tunnels.push((side, n)),
                Secret::Fort(side, at) => kept.forts.push((side, at)),
                Secret::SetUp(side) => kept.set_ups.push(side),
                Secret::All => {}
            }
        }
        for (n, unit) in (0u16..).zip(&position.units) {
            if unit.at.is_some_and(|at| kept.closed.contains(&(unit.side, at))) {
                kept.units.push(Piece(n));
            }
        }
        for (n, unit) in (0u16..).zip(&position.units) {
            if unit.holder.is_some_and(|holder| kept.units.contains(&holder)) {
                kept.units.push(Piece(n));
            }
        }
        kept
    }

    /// Returns whether all properties of a counter must agree.
    pub fn unit(&self, n: usize) -> bool {
        self.units.contains(&Piece(n as u16))
    }

    /// Returns whether the Location of a counter must agree.
    pub fn there(&self, n: usize) -> bool {
        self.unit(n) || self.there.contains(&Piece(n as u16))
    }

    /// Returns whether the markers on a counter must agree.
    pub fn markers(&self, n: usize) -> bool {
        self.unit(n) || self.markers.contains(&Piece(n as u16))
    }

    /// Returns whether no unit of a side may be added to a Location.
    pub fn is_closed(&self, side: Side, at: LocationId) -> bool {
        self.closed.contains(&(side, at))
    }

    /// Returns whether an entrance of a tunnel must agree.
    pub fn entrance(&self, side: Side, n: u8, end: u8) -> bool {
        self.tunnel(side, n) || self.entrances.contains(&(side, n, end))
    }

    /// Returns whether any part of a tunnel must agree.
    pub fn any_of_tunnel(&self, side: Side, n: u8) -> bool {
        (0..2).any(|end| self.entrance(side, n, end))
    }

    /// Returns whether all properties of a tunnel must agree.
    pub fn tunnel(&self, side: Side, n: u8) -> bool {
        self.tunnels.contains(&(side, n))
    }

    /// Returns whether it must agree if a Location is fortified.
    pub fn fort(&self, side: Side, at: LocationId) -> bool {
        self.forts.contains(&(side, at))
    }

    /// Returns whether the placement of a side's counters must agree.
    pub fn set_up(&self, side: Side) -> bool {
        self.set_ups.contains(&side)
    }
}

/// Returns a Location and its other part, if it has an entrenchment.
fn parts(setting: &Setting, at: LocationId) -> impl Iterator<Item = LocationId> {
    [Some(at), setting.other_part(at)].into_iter().flatten()
}
