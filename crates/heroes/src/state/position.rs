//! True position of a game, including everything hidden.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::objectives::Held;
use rules::{Piece, PieceSet, Side};

use crate::printed::counter::Weapon;
use crate::printed::words::{Pace, Phase, With};
use crate::setting::ENTRANCES;
use crate::state::step::Step;
use crate::state::unit::{UNITS, Unit};
use crate::state::unit_index::UnitIndex;

/// Largest number of weapons that can lie in Locations: each unit can have dropped one.
pub const LYING: usize = UNITS;
/// Largest number of Locations from which routs can be barred.
pub const BARRED: usize = UNITS;

/// Largest number of hexes with a melee of units above and inside.
pub const LOCKED: usize = ENTRANCES;

/// A weapon that lies in a Location and that no unit carries (HNL-B28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lying {
    pub at: LocationId,
    pub weapon: Weapon,
}

/// The impulse under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Impulse {
    /// The ground of the impulse's hex; the Location of the leader if he opened it inside an entrance.
    pub at: LocationId,
    /// The leader who opened it; `None` without one.
    pub leader: Option<Piece>,
    /// Hexes from which units have moved, as bits: bit 0 is its own hex, bits 1 to 6 the adjacent hexes clockwise from
    /// north.
    pub moved: u8,
    /// Hexes from which units have fired, as bits in the same order.
    pub fired: u8,
    /// Units whose men alone have fired in it; their weapons can still fire (HNL-B34).
    pub men: PieceSet,
    /// Units whose weapon alone has fired in it; their men can still fire.
    pub weapons: PieceSet,
    /// Units that have made an assault move in it, and can fire where they are now (HNL-B31).
    pub assaulted: PieceSet,
}

impl Impulse {
    /// An impulse in which no unit has acted yet.
    #[must_use]
    pub const fn new(at: LocationId, leader: Option<Piece>) -> Impulse {
        let none = PieceSet::EMPTY;
        Impulse { at, leader, moved: 0, fired: 0, men: none, weapons: none, assaulted: none }
    }

    /// Returns the part of a unit that can still fire, if the other part has fired alone in this impulse (HNL-B34).
    #[inline]
    #[must_use]
    pub const fn left(self, unit: Piece) -> Option<With> {
        if self.men.has(unit) {
            Some(With::Weapons)
        } else if self.weapons.has(unit) {
            Some(With::Men)
        } else {
            None
        }
    }

    /// Returns the units that can fire in this impulse wherever they are.
    #[inline]
    #[must_use]
    pub fn roaming(self) -> PieceSet {
        self.men | self.weapons | self.assaulted
    }
}

/// The spotting attempt that a side has made for its next impulse (HNL-B29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// The spotter. He can fire at what he has found.
    pub unit: Piece,
    /// The Location where he has spotted units; `None` if the attempt failed.
    pub found: Option<LocationId>,
}

/// The units that are moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moving {
    pub units: PieceSet,
    pub pace: Pace,
    /// Movement points that are left.
    pub mf_left: u8,
    /// Whether they have entered a Location in this movement.
    pub stepped: bool,
    /// Those that were Shaken when they began to move (HNL-B30). Units that become Shaken on the way stop.
    pub shaken: PieceSet,
}

/// The true position of a game, including everything hidden.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All units, including those out of the game.
    pub(crate) units: ArrayVec<Unit, UNITS>,
    /// Sets of units by property, for fast queries.
    pub(crate) unit_index: UnitIndex,
    /// Holder of each objective; `None` if neither side holds it.
    pub(crate) held: Held,
    /// Number of the turn, from 1.
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// The side that has the initiative.
    pub(crate) initiative: Side,
    /// The side whose impulse or routs these are.
    pub(crate) to_act: Side,
    /// Number of passes in a row.
    pub(crate) passes: u8,
    /// The impulse under way, if there is one.
    pub(crate) impulse: Option<Impulse>,
    /// The units that are moving, if there are any.
    pub(crate) moving: Option<Moving>,
    /// Blazes of the scenario that burn now, as bits.
    pub(crate) burning: u8,
    /// Weapons that lie in Locations, sorted.
    pub(crate) lying: ArrayVec<Lying, LYING>,
    /// Grounds of the hexes from which the routing side has been barred in this phase.
    pub(crate) barred: ArrayVec<LocationId, BARRED>,
    /// The spotting attempt of the side to act, if it has made one.
    pub(crate) attempt: Option<Attempt>,
    /// Grounds of the hexes where units above and inside are in one melee, because some of them came from below ground
    /// (HNL-B38).
    pub(crate) locked: ArrayVec<LocationId, LOCKED>,
    /// Steps that are still to be resolved.
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn unit(&self, piece: Piece) -> Option<&Unit> {
        self.units.get(piece.index())
    }

    /// Lists all units with their pieces, including those out of the game.
    #[inline]
    pub(crate) fn all(&self) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
        (0u16..).map(Piece).zip(&self.units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() < 4096, "{} bytes", size_of::<Position>());
    }
}
