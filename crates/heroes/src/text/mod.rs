//! Facts and reports in plain words, and a view as a scene.

pub mod names;
pub mod questions;
pub mod reports;
pub mod scene;
