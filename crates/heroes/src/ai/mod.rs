//! For computer players: truths that fit what is known, and how a position looks.

pub mod prospect;
pub mod sample;
