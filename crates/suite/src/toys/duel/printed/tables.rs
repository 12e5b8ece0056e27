//! The numbers of the game, and the words of its boards.

use board::{BoardWords, Look};

/// A shot hits on this roll of a die, and on any higher one (D-FIRE).
pub const HITS: u8 = 5;

/// The most men of a scenario, both sides together.
pub const MEN: usize = 8;

/// What may stand on a board.
pub const WORDS: BoardWords = BoardWords { terrains: &[("ledge", Look::Cobbles)], features: &[] };
