//! What one disclosure tells, and in what two positions agree after some.

use board::LocationId;
use rules::{Piece, Side};

use crate::setting::Setting;
use crate::state::position::Position;

/// What one disclosure tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// What a counter is, where, with its markers, and what it holds.
    Unit(Piece),
    /// That a counter lies where it lies, and not what it is.
    There(Piece),
    /// The markers on a counter.
    Markers(Piece),
    /// All that a side has out of sight in a Location, and that it is all.
    Stack(Side, LocationId),
    /// The place of an entrance of a side's tunnel, 0 or 1.
    Entrance(Side, u8, u8),
    /// A tunnel of a side, and who has seen or found it.
    Tunnel(Side, u8),
    /// Whether a side has fortified a Location.
    Fort(Side, LocationId),
    /// Where a side has placed counters: not what lies under a "?", how much, nor who hides.
    SetUp(Side),
    /// Everything, at the end.
    All,
}

/// In what two positions must agree.
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
    /// What a counter holds is told with it.
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

    /// Whether all of a counter is the same.
    pub fn unit(&self, n: usize) -> bool {
        self.units.contains(&Piece(n as u16))
    }

    /// Whether a counter lies, or does not lie, where it does.
    pub fn there(&self, n: usize) -> bool {
        self.unit(n) || self.there.contains(&Piece(n as u16))
    }

    /// Whether the markers on a counter are the same.
    pub fn markers(&self, n: usize) -> bool {
        self.unit(n) || self.markers.contains(&Piece(n as u16))
    }

    /// Whether nobody of a side comes to a Location who is not there.
    pub fn is_closed(&self, side: Side, at: LocationId) -> bool {
        self.closed.contains(&(side, at))
    }

    /// Whether an entrance of a tunnel is the same.
    pub fn entrance(&self, side: Side, n: u8, end: u8) -> bool {
        self.tunnel(side, n) || self.entrances.contains(&(side, n, end))
    }

    /// Whether anything of a tunnel is the same.
    pub fn any_of_tunnel(&self, side: Side, n: u8) -> bool {
        (0..2).any(|end| self.entrance(side, n, end))
    }

    /// Whether all of a tunnel is the same.
    pub fn tunnel(&self, side: Side, n: u8) -> bool {
        self.tunnels.contains(&(side, n))
    }

    /// Whether a Location is fortified or not as it is.
    pub fn fort(&self, side: Side, at: LocationId) -> bool {
        self.forts.contains(&(side, at))
    }

    /// Whether a side has placed its counters as it has.
    pub fn set_up(&self, side: Side) -> bool {
        self.set_ups.contains(&side)
    }
}

/// A Location and the other part of it, if it has an entrenchment.
fn parts(setting: &Setting, at: LocationId) -> impl Iterator<Item = LocationId> {
    [Some(at), setting.other_part(at)].into_iter().flatten()
}
