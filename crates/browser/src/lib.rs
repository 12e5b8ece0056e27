#![doc = include_str!("../README.md")]

mod jobs;
mod live;
mod referee;
mod routes;

pub use jobs::work;
pub use referee::{Answer, Referee};
