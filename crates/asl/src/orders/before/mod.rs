//! Orders before the first turn: recording and set-up.

pub mod deal;
pub mod place;
pub mod record;
pub mod tunnel;
