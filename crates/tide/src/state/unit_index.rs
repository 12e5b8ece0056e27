//! Sets of squads by property, so that frequent queries don't scan all squads.
//!
//! The sets follow from the squads and are not serialized. Every change of a squad updates them
//! ([`crate::state::change::apply`]); `check_invariants` verifies that they are complete.

use rules::{BySide, Piece, PieceSet};

use crate::printed::words::{State, Token};
use crate::state::squad::Squad;

/// Sets of the squads in the game, by property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitIndex {
    /// Squads of each side.
    pub sides: BySide<PieceSet>,
    /// Squads on the board.
    pub on: PieceSet,
    /// Squads on the board without a token.
    pub fresh: PieceSet,
    /// Squads on the board in Op Fire mode.
    pub op_fire: PieceSet,
    /// Squads that are pinned or disrupted.
    pub shaken: PieceSet,
}

impl UnitIndex {
    /// Builds the sets for these squads.
    pub fn of(squads: &[Squad]) -> UnitIndex {
        let mut unit_index = UnitIndex::default();
        for (piece, squad) in (0u16..).map(Piece).zip(squads) {
            unit_index.file(piece, squad);
        }
        unit_index
    }

    /// Updates the sets for a squad that has changed.
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
