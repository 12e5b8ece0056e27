//! Constants of the published game: clauses, tables, terrain and enumerations.

pub mod clause;
pub mod sections;
pub mod tables;
pub mod terrain;
pub mod words;
