//! Constants of the printed game: clauses, tables, terrain, counters, markers and other fixed words.

pub mod born;
pub mod chart;
pub mod clause;
pub mod drm;
pub mod flags;
pub mod kind;
pub mod stacking;
pub mod tables;
pub mod terrain;
pub mod words;
