//! Which squads are what: the sets that the rules ask for at every turn, so that none of them walks over all squads.
//!
//! They follow from the squads alone, and are no part of what is written down. Every change of a squad files it anew
//! ([`crate::state::change::apply`]); that nothing is missed, `audit` makes sure.

use rules::{BySide, Group, Piece};

use crate::printed::words::{State, Token};
use crate::state::squad::Squad;

/// Which of the squads in the game are what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Muster {
    /// Whose they are.
    pub sides: BySide<Group>,
    /// Those on the board.
    pub on: Group,
    /// Those on the board without a token.
    pub fresh: Group,
    /// Those on the board in Op Fire mode.
    pub op_fire: Group,
    /// Those pinned or disrupted.
    pub shaken: Group,
}

/// Puts a squad into a set, or takes it out.
#[inline]
fn file(group: &mut Group, piece: Piece, is: bool) {
    let others = group.without(piece);
    *group = if is { others.with(piece) } else { others };
}

impl Muster {
    /// The sets of these squads.
    pub fn of(squads: &[Squad]) -> Muster {
        let mut muster = Muster::default();
        for (piece, squad) in (0u16..).map(Piece).zip(squads) {
            muster.file(piece, squad);
        }
        muster
    }

    /// Files a squad that has changed.
    #[inline]
    pub fn file(&mut self, piece: Piece, squad: &Squad) {
        let on = squad.on().is_some();
        file(&mut self.sides[squad.side], piece, squad.is_alive());
        file(&mut self.on, piece, on);
        file(&mut self.shaken, piece, squad.is_alive() && squad.state != State::Steady);
        file(&mut self.fresh, piece, on && squad.token == Token::Fresh);
        file(&mut self.op_fire, piece, on && squad.token == Token::OpFire);
    }
}
