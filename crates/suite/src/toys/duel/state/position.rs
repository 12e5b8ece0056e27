//! The complete position of a game, which is flat and small because it is copied often.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{BySide, Piece, Side};

use crate::toys::duel::printed::tables::MEN;
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::step::Step;

/// Present state of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Side he belongs to.
    pub side: Side,
    /// His place: a hex on the ledge of his side.
    pub at: LocationId,
    /// His plan for this turn. Secret from the other side until both are ready.
    pub plan: Plan,
    /// Whether he was hit and is out of action.
    pub down: bool,
}

/// The complete position, secrets included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Steps still to be done.
    pub agenda: Agenda<Step>,
    /// Every man, in the order of the scenario.
    pub men: ArrayVec<Man, MEN>,
    /// Whether each side has ended its plot. Secret from the other side.
    pub ready: BySide<bool>,
    /// Number of the turn, from 1; 0 before the first.
    pub turn: u8,
}

impl Position {
    /// Returns whether a side is plotting. Both are at once, until each is ready.
    #[must_use]
    pub fn plots(&self, side: Side) -> bool {
        self.agenda.top() == Some(Step::Plot) && !self.ready[side]
    }

    /// Lists every man who is not down.
    #[must_use]
    pub fn standing(&self) -> ArrayVec<(Piece, Man), MEN> {
        (0..).map(Piece).zip(self.men.iter().copied()).filter(|(_, man)| !man.down).collect()
    }

    /// Lists the plans of one side.
    pub fn plans(&mut self, side: Side) -> impl Iterator<Item = &mut Plan> {
        self.men.iter_mut().filter(move |man| man.side == side).map(|man| &mut man.plan)
    }
}
