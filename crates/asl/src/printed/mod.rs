//! What is printed in the game, the same in every game: clauses, tables, terrain, counters, markers, closed words.

pub mod chart;
pub mod clause;
pub mod drm;
pub mod flags;
pub mod kind;
pub mod stacking;
pub mod tables;
pub mod terrain;
pub mod words;
