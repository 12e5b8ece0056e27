//! Simultaneous actions of men.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Clause, Piece};

use crate::printed::words::Posture;
use crate::state::man::MEN;

/// An action of one man among several at once.
#[derive(Clone, Copy, Debug)]
pub enum Motion {
    /// One step of his path.
    To(LocationId),
    /// A fall off the ladder.
    Fall(LocationId),
    /// A change of posture.
    Posture(Posture),
}

/// Simultaneous actions, each with its clause.
pub type Motions = ArrayVec<(Piece, Clause, Motion), MEN>;
