//! The three streams of dice.

use serde::{Deserialize, Serialize};

/// The stream that a roll is taken from. Each stream counts its own rolls, and the index of a roll reveals nothing
/// about rolls in other streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// Rolls that everyone sees.
    Public,
    /// Rolls that only side A sees.
    A,
    /// Rolls that only side B sees.
    B,
}

impl Stream {
    /// All streams, in order of their codes.
    pub const ALL: [Self; 3] = [Self::Public, Self::A, Self::B];

    /// The byte that represents the stream in a roll: 0 for public, 1 for A, 2 for B.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Public => 0,
            Self::A => 1,
            Self::B => 2,
        }
    }
}
