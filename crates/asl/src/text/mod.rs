//! Facts and reports in words and as a scene.

pub mod below;
pub mod fights;
pub mod names;
pub mod questions;
pub mod reports;
pub mod scene;
