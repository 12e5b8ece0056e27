//! Orders for the sewers (TOI-S1 to TOI-S16).

pub mod advance;
pub mod assault;
pub mod emerge;
pub mod enter;
