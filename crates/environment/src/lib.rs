#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod channels;
mod flat;
mod game;
mod keys;
mod observe;
mod state;
mod vector;

pub use flat::Unnumbered;
pub use game::{Game, Spaces, game};
pub use keys::{FEATURES, Features};
pub use state::{ActionError, Observation, State, Turn};
pub use vector::{Outputs, Vector};

/// Number of actions of every game: the highest number of an action is one less.
pub const ACTIONS: usize = 512;
