#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod design;
mod fit;
mod matrix;
mod model;
mod record;

pub use design::Design;
pub use fit::{Fit, Interval};
pub use record::{Cell, Record, Score, Tally};

/// Points of the Elo scale in one unit of log-odds: 400 points are odds of 10 to 1.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Standard deviation of a player's strength before any game, in log-odds; 521 points.
pub const STRENGTH_PRIOR: f64 = 3.0;

/// Standard deviation of the advantage of a scenario's first side before any game, in log-odds; 347 points.
pub const SIDE_PRIOR: f64 = 2.0;
