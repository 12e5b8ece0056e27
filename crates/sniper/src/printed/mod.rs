//! What is printed in the game, the same in every game: clauses, tables, terrain and closed words.

pub mod clause;
pub mod sections;
pub mod tables;
pub mod terrain;
pub mod words;
