//! The position of a game, with everything that is hidden in it.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::objectives::Held;
use rules::{Piece, PieceSet, Side};

use crate::printed::counter::Weapon;
use crate::printed::words::{Pace, Phase};
use crate::state::step::Step;
use crate::state::unit::{UNITS, Unit};
use crate::state::unit_index::UnitIndex;

/// The most weapons that lie about: every unit can have laid down one.
pub const LYING: usize = UNITS;
/// The most Locations that a rout is barred from.
pub const BARRED: usize = UNITS;

/// A weapon that lies in a Location, carried by nobody (HNL-B28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lying {
    /// Where.
    pub at: LocationId,
    /// Which.
    pub weapon: Weapon,
}

/// The impulse under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Impulse {
    /// The ground of its hex.
    pub at: LocationId,
    /// The leader who has opened it, if one has.
    pub leader: Option<Piece>,
    /// From which hexes units have moved: bit 0 its own, bit 1 to 6 the hexes around, clockwise from north.
    pub moved: u8,
    /// From which hexes units have fired, counted likewise.
    pub fired: u8,
}

/// Units on the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moving {
    /// Who moves together.
    pub units: PieceSet,
    /// How.
    pub pace: Pace,
    /// Movement points left.
    pub mf_left: u8,
    /// Whether they have entered a hex.
    pub stepped: bool,
}

/// The position of a game, with everything that is hidden in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All units, those out of the game too.
    pub(crate) units: ArrayVec<Unit, UNITS>,
    /// Which of them are what.
    pub(crate) unit_index: UnitIndex,
    /// Who holds each objective.
    pub(crate) held: Held,
    /// The turn, from 1.
    pub(crate) turn: u8,
    /// The phase.
    pub(crate) phase: Phase,
    /// Who has the initiative.
    pub(crate) initiative: Side,
    /// Whose impulse it is, or who routs.
    pub(crate) to_act: Side,
    /// Passes in a row.
    pub(crate) passes: u8,
    /// The impulse under way.
    pub(crate) impulse: Option<Impulse>,
    /// The units on the move.
    pub(crate) moving: Option<Moving>,
    /// Which blazes of the scenario burn, as bits.
    pub(crate) burning: u8,
    /// The weapons that lie about, in the order of their Locations.
    pub(crate) lying: ArrayVec<Lying, LYING>,
    /// Where the routing side has been barred in this Rout.
    pub(crate) barred: ArrayVec<LocationId, BARRED>,
    /// Steps to do.
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn unit(&self, piece: Piece) -> Option<&Unit> {
        self.units.get(piece.index())
    }

    /// All units with their numbers, those out of the game too.
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
