//! Lines of sight between pieces of opposite sides, above ground. Nearly every shot and every move needs them.
//!
//! The lines follow from the Locations of the pieces and the table of [`crate::setting::sight`]. Comparisons of
//! positions therefore ignore them.

use std::hash::{Hash, Hasher};

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::setting::sight::Sight;
use crate::state::pieces::Pieces;
use crate::state::unit::PIECES;

/// For each piece a set of units and dummies of the other side.
type Sets = [PieceSet; PIECES];

/// For each piece, the units and dummies of the other side that it has a line of sight to.
#[derive(Clone, Debug)]
pub struct Lines {
    seen: Sets,
    /// Those of them that are at most one hex away: few, and often asked for.
    near: Sets,
}

impl Lines {
    /// Returns the lines of all pieces where they are now, with these covers on the board.
    pub(crate) fn all(sight: &Sight, covered: u16, units: &Pieces) -> Lines {
        let mut lines = Lines::default();
        for (piece, unit) in units.all() {
            if let Some(at) = unit.at {
                lines.draw(sight, covered, units, piece, at);
            }
        }
        lines
    }

    /// Computes the lines of a piece again from its present Location.
    pub(crate) fn draw(&mut self, sight: &Sight, covered: u16, units: &Pieces, piece: Piece, at: LocationId) {
        let Some(unit) = units.get(piece.index()).filter(|_| !units.weapons().has(piece)) else { return };
        let view = sight.view(at, covered);
        let others = units.in_play(unit.side.other()) - units.weapons();
        let place = |piece: Piece| units.get(piece.index()).and_then(|other| other.at);
        let seen = others.only(|piece| place(piece).is_some_and(|at| view.sees(at)));
        let near = seen.only(|piece| place(piece).is_some_and(|at| view.distance(at) <= 1));
        set(&mut self.seen, piece, seen);
        set(&mut self.near, piece, near);
    }

    /// Removes the lines of a piece.
    pub(crate) fn erase(&mut self, piece: Piece) {
        set(&mut self.seen, piece, PieceSet::EMPTY);
        set(&mut self.near, piece, PieceSet::EMPTY);
    }

    /// Returns the pieces to which a piece has a line of sight.
    #[inline]
    pub(crate) fn of(&self, piece: Piece) -> PieceSet {
        self.seen.get(piece.index()).copied().unwrap_or_default()
    }

    /// Returns those of them that are at most one hex away.
    #[inline]
    pub(crate) fn near(&self, piece: Piece) -> PieceSet {
        self.near.get(piece.index()).copied().unwrap_or_default()
    }

    /// Returns whether these are the same lines.
    #[cfg(test)]
    pub(crate) fn are(&self, other: &Lines) -> bool {
        (self.seen, self.near) == (other.seen, other.near)
    }
}

impl Default for Lines {
    fn default() -> Self {
        Lines { seen: [PieceSet::EMPTY; PIECES], near: [PieceSet::EMPTY; PIECES] }
    }
}

/// Changes the set of a piece, and those of the pieces that enter or leave it.
fn set(sets: &mut Sets, piece: Piece, to: PieceSet) {
    let Some(own) = sets.get_mut(piece.index()) else { return };
    let before = std::mem::replace(own, to);
    for other in (before - to).iter() {
        sets[other.index() % PIECES] = sets[other.index() % PIECES].without(piece);
    }
    for other in (to - before).iter() {
        sets[other.index() % PIECES] = sets[other.index() % PIECES].with(piece);
    }
}

impl PartialEq for Lines {
    fn eq(&self, _: &Lines) -> bool {
        true
    }
}

impl Eq for Lines {}

impl Hash for Lines {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
