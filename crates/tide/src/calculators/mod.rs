//! Calculators of this game.

pub mod arrival;
pub mod reach;
pub mod sight;
