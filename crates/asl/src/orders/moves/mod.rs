//! Orders of the Movement Phase and the Advance Phase above ground.

pub mod advance;
pub mod go;
pub mod search_around;
pub mod step;
pub mod stop;
