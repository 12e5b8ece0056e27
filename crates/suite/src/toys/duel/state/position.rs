//! The whole position of a game: flat and small, for it is copied often.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{BySide, Piece, Side};

use crate::toys::duel::printed::tables::MEN;
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::step::Step;

/// A man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose he is.
    pub side: Side,
    /// Where he is: a hex on the ledge of his side.
    pub at: LocationId,
    /// What he is to do this turn: a secret of his side until both sides are ready.
    pub plan: Plan,
    /// Whether he was hit and is out of action.
    pub down: bool,
}

/// The whole position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The steps still to do.
    pub agenda: Agenda<Step>,
    /// Every man, in the order of the scenario.
    pub men: ArrayVec<Man, MEN>,
    /// Which side has ended its plot: a secret of that side.
    pub ready: BySide<bool>,
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
}

impl Position {
    /// Whether a side is plotting: both are at once, until each is ready.
    #[must_use]
    pub fn plots(&self, side: Side) -> bool {
        self.agenda.top() == Some(Step::Plot) && !self.ready[side]
    }

    /// Every man who is not down.
    #[must_use]
    pub fn standing(&self) -> ArrayVec<(Piece, Man), MEN> {
        (0..).map(Piece).zip(self.men.iter().copied()).filter(|(_, man)| !man.down).collect()
    }

    /// The plans of one side.
    pub fn plans(&mut self, side: Side) -> impl Iterator<Item = &mut Plan> {
        self.men.iter_mut().filter(move |man| man.side == side).map(|man| &mut man.plan)
    }
}
