//! For computer players: positions that could be the true one, and how a position looks for a side.

pub mod prospect;
pub mod sample;
