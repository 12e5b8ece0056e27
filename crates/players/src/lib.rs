#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod greedy;
mod player;
mod random;
mod rollout;
mod search;
mod timing;
mod tree;

pub use greedy::Greedy;
pub use player::{Level, Player, PlayerError, Skill};
pub use random::Random;
pub use search::{Budget, Search};
pub use timing::{OrderTiming, ThinkingClock};
