//! What is printed in the game, the same in every game.

pub mod clause;
pub mod tables;
pub mod words;
