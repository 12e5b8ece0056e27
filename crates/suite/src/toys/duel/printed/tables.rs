//! Numbers of the game, and names of terrains.

use board::{BoardWords, Look};

/// Lowest roll of a die with which a shot hits (D-FIRE).
pub const HITS: u8 = 5;

/// The most men of a scenario, both sides together.
pub const MEN: usize = 8;

/// Terrains and hexside features of a board.
pub const WORDS: BoardWords = BoardWords { terrains: &[("ledge", Look::Cobbles)], features: &[] };
