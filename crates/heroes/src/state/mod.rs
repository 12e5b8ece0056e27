//! One game as it is: the position, its changes and steps, and what is told of it. Plain data.

pub mod change;
pub(crate) mod ending;
pub(crate) mod impulse;
pub(crate) mod muster;
pub mod position;
pub mod report;
pub mod step;
pub mod unit;

/// Lock 'n Load: Heroes and Leaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heroes;
