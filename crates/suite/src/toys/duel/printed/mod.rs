//! Constants of the published game: clauses, numbers and enumerations.

pub mod clause;
pub mod tables;
pub mod words;
