//! The three streams of dice.

use serde::{Deserialize, Serialize};

/// Whose dice a roll takes. Each stream counts its own rolls, so that the
/// number of a roll tells nothing of those the seat may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// Rolled before everyone.
    Public,
    /// Rolled for side A alone.
    A,
    /// Rolled for side B alone.
    B,
}

impl Stream {
    /// All streams, in the order of their codes.
    pub const ALL: [Self; 3] = [Self::Public, Self::A, Self::B];

    /// The byte that stands for the stream in a roll: 0 public, 1 A, 2 B.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Public => 0,
            Self::A => 1,
            Self::B => 2,
        }
    }
}
