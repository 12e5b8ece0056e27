//! A man or dummy.

use board::LocationId;
use rules::Side;

use crate::printed::words::Posture;
use crate::setting::recruit::Recruit;
use crate::state::plot::Plot;

/// The most men and dummies of a game: as many as a set of pieces holds.
pub const MEN: usize = rules::PieceSet::LIMIT;
/// The most men of a side.
pub const MEN_A_SIDE: usize = 24;
/// The most dummies of a side.
pub const DUMMIES_A_SIDE: usize = 16;

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

impl From<&Recruit> for Man {
    /// As he begins.
    fn from(recruit: &Recruit) -> Man {
        let &Recruit { side, at, dummy, posture, weapon, shots, frag, smoke, wounded, on_route } = recruit;
        Man {
            side,
            at,
            dummy,
            posture,
            weapon,
            shots,
            frag,
            smoke,
            wounded,
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
