//! The position of a game, with everything that is hidden in it.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{BySide, Piece, Side};

use crate::printed::words::Phase;
use crate::setting::smoke::{CLOUDS, Cloud};
use crate::state::man::Man;
use crate::state::men::Men;
use crate::state::step::Step;

/// The position of a game, with everything that is hidden in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All men and dummies, those out of the game too.
    pub(crate) men: Men,
    /// Who is ready. No side ever learns it of the other.
    pub(crate) ready: BySide<bool>,
    /// The turn, from 1.
    pub(crate) turn: u8,
    /// What the game is at.
    pub(crate) phase: Phase,
    /// The movement point of the turn, 0 before movement.
    pub(crate) pulse: u8,
    /// Who has seen an enemy.
    pub(crate) alerted: BySide<bool>,
    /// How many men of each side have left and count for it.
    pub(crate) left: BySide<u8>,
    /// Smoke.
    pub(crate) clouds: ArrayVec<Cloud, CLOUDS>,
    /// How the game ended, if it has: the winner, none for a draw.
    pub(crate) over: Option<Option<Side>>,
    /// Steps to do.
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn man(&self, piece: Piece) -> Option<&Man> {
        self.men.get(piece.index())
    }

    /// All men and dummies with their numbers, those out of the game too.
    #[inline]
    pub(crate) fn all(&self) -> impl Iterator<Item = (Piece, &Man)> + Clone {
        (0u16..).map(Piece).zip(&self.men)
    }

    /// Those in the game, with their Locations.
    #[inline]
    pub(crate) fn here(&self) -> impl Iterator<Item = (Piece, &Man, LocationId)> + Clone {
        self.all().filter_map(|(piece, man)| Some((piece, man, man.at?)))
    }

    /// The men of a side who can fight.
    #[inline]
    pub(crate) fn fit(&self, side: Side) -> usize {
        self.men.real(side).len()
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
