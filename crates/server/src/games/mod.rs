//! The games of a server, each with its lock and its tasks.
//!
//! A game resolves an order immediately, but no client sees the result until its line is on disk. Requests wait for
//! that without the game's lock, so many orders share one sync.

mod computer;
mod guided;
mod live_game;
mod loader;
mod packing;

pub use computer::start as start_computers;
pub use guided::start as start_script;
pub use live_game::{LiveGame, PersistState};
pub use loader::{Loader, on_disk};
pub use packing::Packing;
