#![doc = include_str!("../README.md")]

mod answer;
mod jobs;
mod live;
mod referee;
mod routes;

pub use answer::Answer;
pub use jobs::work;
pub use referee::Referee;
