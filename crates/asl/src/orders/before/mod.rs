//! Orders before the first turn: recording and set-up.

pub mod deal;
pub mod erase;
pub mod forfeit;
pub mod fortify;
pub mod place;
pub mod ready;
pub mod recorded;
pub mod tunnel;
