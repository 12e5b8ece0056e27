//! The whole truth.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{BySide, Piece, Side};

use crate::men::Men;
use crate::order::Posture;
use crate::plot::Plot;
use crate::turn::Step;

/// The most men and dummies of a game: as many as a set of pieces holds.
pub const MEN: usize = rules::Group::LIMIT;
/// The most men of a side.
pub const MEN_A_SIDE: usize = 24;
/// The most dummies of a side.
pub const DUMMIES_A_SIDE: usize = 16;
/// The most clouds of smoke at a time; beyond it the oldest is gone.
pub const CLOUDS: usize = 16;

rules::words! {
    /// What a game is at.
    Phase {
        /// Both sides set up.
        SetUp = "setting up",
        /// Both sides plot.
        Plot = "plotting",
        /// Plots are carried out.
        Resolution = "resolution",
        /// The game is over.
        Over = "game over",
    }
}

/// A man or dummy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose he is.
    pub side: Side,
    /// Where he is; `None` is out of the game.
    pub at: Option<LocationId>,
    /// Whether he is a dummy.
    pub dummy: bool,
    /// How he holds himself.
    pub posture: Posture,
    /// His weapon, as a place in the setting's list.
    pub weapon: u8,
    /// Shots left in the magazine.
    pub shots: u8,
    /// Grenades left.
    pub frag: u8,
    /// Smoke grenades left.
    pub smoke: u8,
    /// Whether he is wounded.
    pub wounded: bool,
    /// For how many turns he is still stunned, this one included.
    pub stunned: u8,
    /// Whether the other side sees him. Kept by the sight sweep (SNP-B18).
    pub seen: bool,
    /// What he will do.
    pub plot: Plot,
    /// How many steps of his path are done.
    pub walked: u8,
    /// The movement point of the turn at which his last step or change of posture was done.
    pub clock: u8,
    /// Patrol: whether he has been at the far edge (SNP-B20).
    pub mission: bool,
    /// Whether he follows his route (SNP-B20).
    pub on_route: bool,
    /// How many steps of his route are done.
    pub route_done: u16,
}

impl Man {
    /// The step he takes next.
    #[inline]
    #[must_use]
    pub fn next_step(&self) -> Option<LocationId> {
        self.plot.path.steps().get(usize::from(self.walked)).copied()
    }

    /// Whether he counts as moving (SNP-B9): he is plotted to go somewhere or has gone.
    #[inline]
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.walked > 0 || !self.plot.path.is_empty()
    }
}

/// Smoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cloud {
    /// Where it was thrown.
    pub at: LocationId,
    /// Whose it is.
    pub by: Side,
    /// Turns left.
    pub turns: u8,
    /// Whether the other side, one of whose men has just come upon it, is still to be told (39.71).
    pub unnoticed: bool,
}

/// The whole truth.
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
