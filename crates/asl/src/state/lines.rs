//! Lines of sight between pieces of opposite sides, above ground. Nearly every shot and every move needs them.
//!
//! The lines follow from the Locations of the pieces and the table of [`crate::setting::sight`]. Comparisons of
//! positions therefore ignore them.

use std::hash::{Hash, Hasher};

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::setting::sight::Sight;
use crate::state::pieces::Pieces;
use crate::state::unit::{PIECES, Unit};

/// For each piece, the units and dummies of the other side that it has a line of sight to.
#[derive(Clone, Debug)]
pub struct Lines([PieceSet; PIECES]);

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
        let others = units.each(units.in_play(unit.side.other()) - units.weapons());
        let sees = |other: &Unit| other.at.is_some_and(|at| view.sees(at));
        let seen =
            others.fold(PieceSet::EMPTY, |seen, (piece, other)| if sees(other) { seen.with(piece) } else { seen });
        self.set(piece, seen);
    }

    /// Removes the lines of a piece.
    pub(crate) fn erase(&mut self, piece: Piece) {
        self.set(piece, PieceSet::EMPTY);
    }

    fn set(&mut self, piece: Piece, to: PieceSet) {
        let Some(lines) = self.0.get_mut(piece.index()) else { return };
        let before = std::mem::replace(lines, to);
        for other in (before - to).iter() {
            self.0[other.index() % PIECES] = self.0[other.index() % PIECES].without(piece);
        }
        for other in (to - before).iter() {
            self.0[other.index() % PIECES] = self.0[other.index() % PIECES].with(piece);
        }
    }

    /// Returns the pieces to which a piece has a line of sight.
    #[inline]
    pub(crate) fn of(&self, piece: Piece) -> PieceSet {
        self.0.get(piece.index()).copied().unwrap_or_default()
    }

    /// Returns whether these are the same lines.
    #[cfg(test)]
    pub(crate) fn are(&self, other: &Lines) -> bool {
        self.0 == other.0
    }
}

impl Default for Lines {
    fn default() -> Self {
        Lines([PieceSet::EMPTY; PIECES])
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
