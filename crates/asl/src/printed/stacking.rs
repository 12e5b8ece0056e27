//! What a Location holds of a side (ASL-A3).

use crate::printed::kind::{Class, Kind};

/// Half-squads of a side that a Location holds.
pub const HALVES: u8 = 6;
/// Single men of a side that a Location holds.
pub const SINGLES: u8 = 4;

/// What stands in a Location. Dummies are nothing and take no room.
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
    pub fn with(self, kind: Kind) -> Load {
        match kind.class() {
            Class::Squad => Load { halves: self.halves + 2, ..self },
            Class::HalfSquad => Load { halves: self.halves + 1, ..self },
            Class::Leader | Class::Hero => Load { singles: self.singles + 1, ..self },
            _ => self,
        }
    }

    /// Squad-equivalents above what a Location holds, rounded up; each five single men too many count for one.
    #[inline]
    #[must_use]
    pub const fn excess(self) -> u8 {
        self.halves.saturating_sub(HALVES).div_ceil(2) + self.singles.saturating_sub(SINGLES).div_ceil(5)
    }
}
