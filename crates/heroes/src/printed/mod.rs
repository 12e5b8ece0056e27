//! What is printed in the game, the same in every game: clauses, tables, counters, closed words.

pub(crate) mod catalogue;
pub mod clause;
pub mod counter;
pub(crate) mod stacking;
pub mod tables;
pub mod words;
