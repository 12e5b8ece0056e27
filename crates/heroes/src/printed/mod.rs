//! Printed components of the game: clauses, tables, counters and enumerations.

pub(crate) mod catalogue;
pub mod clause;
pub mod counter;
pub(crate) mod notes;
pub(crate) mod stacking;
pub mod tables;
pub mod words;
