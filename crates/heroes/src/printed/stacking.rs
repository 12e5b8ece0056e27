//! How much stands together (HNL-B5).

use crate::printed::counter::Kind;
use crate::printed::tables::{SINGLES, STACK};

/// What stands in a Location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Squads, counted in halves.
    pub halves: u8,
    /// Single men.
    pub singles: u8,
}

impl Load {
    /// With one more.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Load {
        Load { halves: self.halves + kind.halves(), singles: self.singles + kind.is_single() as u8 }
    }

    /// Whether it is more than may stand together.
    #[inline]
    #[must_use]
    pub const fn is_too_much(self) -> bool {
        self.halves > STACK || self.singles > SINGLES
    }
}
