//! Men and dummies in a game.

use board::LocationId;
use rules::Side;

use crate::printed::words::{Hand, Posture};
use crate::setting::recruit::Recruit;
use crate::state::plot::Plot;

/// The most men and dummies of a game: the limit of a set of pieces.
pub const MEN: usize = rules::PieceSet::LIMIT;
/// The most men of a side.
pub const MEN_A_SIDE: usize = 24;
/// The most dummies of a side.
pub const DUMMIES_A_SIDE: usize = 16;

/// Present state of a man or dummy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    pub side: Side,
    /// His place; `None` if he is out of the game.
    pub at: Option<LocationId>,
    /// Whether he is a dummy.
    pub dummy: bool,
    pub posture: Posture,
    /// Index of his weapon in the tables.
    pub weapon: u8,
    /// Shots left in his magazine.
    pub shots: u8,
    pub frag: u8,
    pub smoke: u8,
    /// What he has in hand (SNP-B33). His grenades include the one in hand.
    pub hand: Hand,
    /// Whether he is wounded.
    pub wounded: bool,
    /// Whether he is incapacitated (SNP-B28): he lies where he is and does nothing.
    pub incapacitated: bool,
    /// Stun (SNP-B26): 0 none, 1 in this turn, 2 in the next turn only, 3 in both.
    pub stunned: u8,
    /// Whether the other side sees him. Updated by the sight sweep (SNP-B18).
    pub seen: bool,
    pub plot: Plot,
    /// Number of steps of his path already taken.
    pub walked: u8,
    /// Movement point of the turn at which he completed his last step or change of posture.
    pub clock: u8,
    /// Patrol: whether he has been at the far edge (SNP-B20).
    pub mission: bool,
    /// Whether he follows his route (SNP-B20).
    pub on_route: bool,
    /// Number of steps of his route already taken.
    pub route_done: u16,
}

impl Man {
    /// Returns the step he takes next.
    #[inline]
    #[must_use]
    pub fn next_step(&self) -> Option<LocationId> {
        self.plot.path.steps().get(usize::from(self.walked)).copied()
    }

    /// Returns the grenade he still has to prepare this turn (SNP-B33).
    #[inline]
    #[must_use]
    pub fn still_prepares(&self) -> Option<Hand> {
        self.plot.prepare.map(Hand::from).filter(|hand| self.hand != *hand)
    }

    /// Returns whether he is stunned in this turn. A stun has no effect in the turn in which it occurs (SNP-B26).
    #[inline]
    #[must_use]
    pub const fn is_stunned(&self) -> bool {
        self.stunned % 2 == 1
    }

    /// Returns whether he counts as moving (SNP-B9): a step is plotted or was taken.
    #[inline]
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.walked > 0 || !self.plot.path.is_empty()
    }
}

impl From<&Recruit> for Man {
    fn from(recruit: &Recruit) -> Man {
        let &Recruit { side, at, dummy, posture, weapon, shots, frag, smoke, hand, wounded, on_route } = recruit;
        Man {
            side,
            at,
            dummy,
            posture,
            weapon,
            shots,
            frag,
            smoke,
            hand,
            wounded,
            incapacitated: false,
            stunned: 0,
            seen: false,
            plot: Plot::default(),
            walked: 0,
            clock: 0,
            mission: false,
            on_route,
            route_done: 0,
        }
    }
}
