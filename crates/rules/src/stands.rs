//! An index of pieces by Location, which saves rules a search through all pieces.

use board::LocationId;

use crate::{Piece, PieceSet};

/// A set of pieces for each of `ROWS` groups of Locations. Locations whose numbers are equal modulo `ROWS` share a set,
/// which keeps the index small. Callers must check the true Location of each piece found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stands<const ROWS: usize>([PieceSet; ROWS]);

impl<const ROWS: usize> Default for Stands<ROWS> {
    fn default() -> Self {
        Stands([PieceSet::EMPTY; ROWS])
    }
}

impl<const ROWS: usize> Stands<ROWS> {
    /// Returns a superset of the pieces in a Location.
    #[inline(always)]
    #[must_use]
    pub fn near(&self, at: LocationId) -> PieceSet {
        self.0[at.index() % ROWS]
    }

    /// Returns a superset of the pieces in these three Locations.
    #[inline]
    #[must_use]
    pub fn near_any(&self, places: [LocationId; 3]) -> PieceSet {
        self.near(places[0]) | self.near(places[1]) | self.near(places[2])
    }

    /// Records that a piece stands in a Location (`stands` true) or has left it.
    #[inline(always)]
    pub fn set(&mut self, at: LocationId, piece: Piece, stands: bool) {
        self.0[at.index() % ROWS].set(piece, stands);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_of_one_row_share_it() {
        let mut stands = Stands::<4>::default();
        stands.set(LocationId(1), Piece(0), true);
        stands.set(LocationId(5), Piece(1), true);
        let both = PieceSet::EMPTY.with(Piece(0)).with(Piece(1));
        assert_eq!([stands.near(LocationId(1)), stands.near(LocationId(2))], [both, PieceSet::EMPTY]);
        assert_eq!(stands.near_any([LocationId(2), LocationId(3), LocationId(9)]), both);
        stands.set(LocationId(5), Piece(1), false);
        assert_eq!(stands.near(LocationId(5)), PieceSet::EMPTY.with(Piece(0)));
    }
}
