#![doc = include_str!("../README.md")]
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
