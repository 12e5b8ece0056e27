//! The sequence of play: who is asked what, what follows an answer, and the steps between.

pub mod answers;
pub mod questions;
pub mod turns;
