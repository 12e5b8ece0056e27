//! The complete position of a game, secrets included.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{BySide, Piece, Side};

use crate::printed::words::{Grenade, Phase};
use crate::setting::smoke::{CLOUDS, Cloud};
use crate::state::man::Man;
use crate::state::men::Men;
use crate::state::step::Step;

/// The most grenades that lie on the ground at a time.
const DROPPED: usize = 16;

/// A grenade let fall by a man who was to throw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dropped {
    pub man: Piece,
    pub at: LocationId,
    pub grenade: Grenade,
}

/// The complete position of a game, secrets included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All men and dummies, including those out of the game.
    pub(crate) men: Men,
    /// Whether each side is ready. Never disclosed to the other side.
    pub(crate) ready: BySide<bool>,
    /// Number of the turn, from 1.
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// Movement point of the turn, 0 before movement.
    pub(crate) pulse: u8,
    /// Whether each side has seen an enemy.
    pub(crate) alerted: BySide<bool>,
    /// Number of men of each side who have left and count for it.
    pub(crate) left: BySide<u8>,
    /// Total of the chits each side has drawn (SNP-B29), known to itself only.
    pub(crate) chits: BySide<u8>,
    pub(crate) clouds: ArrayVec<Cloud, CLOUDS>,
    /// Grenades let fall in this turn that have not gone off yet (SNP-B33).
    pub(crate) dropped: ArrayVec<Dropped, DROPPED>,
    /// Winner if the game has ended, `Some(None)` for a draw; `None` while it continues.
    pub(crate) over: Option<Option<Side>>,
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn man(&self, piece: Piece) -> Option<&Man> {
        self.men.get(piece.index())
    }

    /// Lists all men and dummies with their numbers, including those out of the game.
    #[inline]
    pub(crate) fn all(&self) -> impl Iterator<Item = (Piece, &Man)> + Clone {
        (0u16..).map(Piece).zip(&self.men)
    }

    /// Lists those in the game with their Locations.
    #[inline]
    pub(crate) fn here(&self) -> impl Iterator<Item = (Piece, &Man, LocationId)> + Clone {
        self.all().filter_map(|(piece, man)| Some((piece, man, man.at?)))
    }

    /// Returns the number of a side's men who can fight.
    #[inline]
    pub(crate) fn fit(&self, side: Side) -> usize {
        self.men.able(side).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() < 16 * 1024, "{} bytes", size_of::<Position>());
    }
}
