//! One game as it is: position with its indexes, steps, changes, reports, how it ends. Plain data.

pub mod apply;
pub mod below;
pub mod change;
pub mod ending;
pub mod fight;
pub mod lines;
pub mod pieces;
pub mod position;
pub mod report;
pub mod step;
pub mod unit;

/// Advanced Squad Leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asl;
