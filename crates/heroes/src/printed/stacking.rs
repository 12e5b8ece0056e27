//! Stacking limits of a Location (HNL-B5).

use crate::printed::counter::Kind;
use crate::printed::tables::{SINGLES, STACK};

/// The units of a side in a Location, as far as stacking limits count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Number of half-squads; a squad counts as two.
    pub halves: u8,
    /// Number of leaders and heroes.
    pub singles: u8,
}

impl Load {
    /// Returns the load with one more unit.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Load {
        Load { halves: self.halves + kind.halves(), singles: self.singles + kind.is_single() as u8 }
    }

    /// Whether it exceeds a stacking limit.
    #[inline]
    #[must_use]
    pub const fn is_too_much(self) -> bool {
        self.halves > STACK || self.singles > SINGLES
    }
}
