//! Which squads are what: the sets that the rules ask for at every turn, so that none of them walks over all squads.
//!
//! They follow from the squads alone, and are no part of what is written down. Every change of a squad files it anew
//! ([`crate::state::change::apply`]); that nothing is missed, `check_invariants` makes sure.

use rules::{BySide, Piece, PieceSet};

use crate::printed::words::{State, Token};
use crate::state::squad::Squad;

/// Which of the squads in the game are what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitIndex {
    /// Whose they are.
    pub sides: BySide<PieceSet>,
    /// Those on the board.
    pub on: PieceSet,
    /// Those on the board without a token.
    pub fresh: PieceSet,
    /// Those on the board in Op Fire mode.
    pub op_fire: PieceSet,
    /// Those pinned or disrupted.
    pub shaken: PieceSet,
}

impl UnitIndex {
    /// The sets of these squads.
    pub fn of(squads: &[Squad]) -> UnitIndex {
        let mut unit_index = UnitIndex::default();
        for (piece, squad) in (0u16..).map(Piece).zip(squads) {
            unit_index.file(piece, squad);
        }
        unit_index
    }

    /// Files a squad that has changed.
    #[inline]
    pub fn file(&mut self, piece: Piece, squad: &Squad) {
        let on = squad.on().is_some();
        self.sides[squad.side].set(piece, squad.is_alive());
        self.on.set(piece, on);
        self.shaken.set(piece, squad.is_alive() && squad.state != State::Steady);
        self.fresh.set(piece, on && squad.token == Token::Fresh);
        self.op_fire.set(piece, on && squad.token == Token::OpFire);
    }
}
