//! Calculators of this game.

pub mod arrival;
