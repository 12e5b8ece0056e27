//! Printed components of the game: clauses, tables, figures and enumerations.

pub mod clause;
pub mod figures;
pub mod notes;
pub mod tables;
pub mod words;
