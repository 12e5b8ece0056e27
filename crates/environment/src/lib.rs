#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod channels;
mod flat;
mod game;
mod keys;
mod observe;
mod of_system;
mod state;
#[cfg(test)]
mod tests;
mod vector;
mod way;

pub use flat::Unnumbered;
pub use game::{Game, Spaces, game};
pub use keys::{FEATURES, Features};
pub use state::{ActionError, Observation, State, Turn};
pub use vector::{OutputArrays, Outputs, Vector};

/// Number of actions of every game: the highest number of an action is one less.
pub const ACTIONS: usize = 512;
/// Number of free orders that a side may give before it gives another order. Free orders only change what a side has
/// chosen in a question, and without a limit a side could give them without end.
pub const FREE_ORDERS: u32 = 512;
/// Most actions that lead to one order: a draft for each piece that a side can have in sight, and some for the rest.
pub const ACTIONS_OF_ORDER: u64 = 80;
