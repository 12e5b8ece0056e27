//! Calculators of this game.

pub mod reach;
pub mod sight;
