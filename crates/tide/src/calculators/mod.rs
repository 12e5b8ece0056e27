//! Calculators.

pub mod arrival;
