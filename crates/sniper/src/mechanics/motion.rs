//! What men do at once.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Clause, Piece};

use crate::printed::words::Posture;
use crate::state::man::MEN;

/// What a man does at once with others.
#[derive(Clone, Copy, Debug)]
pub enum Motion {
    /// He takes a step of his path.
    To(LocationId),
    /// He falls off the ladder.
    Fall(LocationId),
    /// He takes a posture.
    Posture(Posture),
}

/// What men do at once, each with its clause.
pub type Motions = ArrayVec<(Piece, Clause, Motion), MEN>;
