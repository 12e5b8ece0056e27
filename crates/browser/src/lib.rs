#![doc = include_str!("../README.md")]

mod answer;
mod imports;
mod jobs;
mod live;
mod referee;
mod routes;
mod write;

pub use answer::Answer;
pub use jobs::work;
pub use referee::Referee;
