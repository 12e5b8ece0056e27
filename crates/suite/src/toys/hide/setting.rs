//! Constant data of a game.

use board::{Board, LocationId};

/// The strip of hexes.
#[derive(Debug)]
pub struct Setting {
    pub(super) board: Board,
}

/// Returns whether two hexes are the same or neighbours.
pub(super) fn near(a: LocationId, b: LocationId) -> bool {
    a.0.abs_diff(b.0) <= 1
}
