//! Opponents.
//!
//! A player is handed what a seat knows ([`rules::Knowledge`]) and nothing else. This crate does not know the referee,
//! so that there is no truth here that could be handed to one: whatever a player thinks over is a [`rules::Guess`].
//! What it answers is an order in the seat's own words.
//!
//! ```text
//! Random   any offer
//! Greedy   the order with the best prospect, by its odds, one order deep
//! Search   Monte Carlo tree search over guesses at what the seat cannot know
//! ```
#![forbid(unsafe_code)]

mod greedy;
mod pace;
mod player;
mod random;
mod rollout;
mod search;
mod tree;

pub use greedy::Greedy;
pub use pace::{Pace, Turn};
pub use player::{Level, Player, PlayerError, Skill};
pub use random::Random;
pub use search::{Budget, Search};
