//! Stacking limits of a side in a Location (ASL-A3).

use crate::printed::kind::{Class, Kind};

/// Maximum number of half-squads of a side in a Location; a squad counts as two.
pub const HALVES: u8 = 6;
/// Number of single men of a side in a Location who do not count; one more, and they are a half-squad.
pub const SINGLES: u8 = 4;

/// The units of a side in a Location. Dummies don't count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Number of half-squads; a squad counts as two.
    pub halves: u8,
    pub singles: u8,
}

impl Load {
    /// Returns the load with one more counter.
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

    /// Returns the half-squads of the load: each five single men count for one.
    #[inline]
    #[must_use]
    pub const fn in_halves(self) -> u8 {
        self.halves + self.singles / (SINGLES + 1)
    }

    /// Returns the squad-equivalents above the limit, all counted together and rounded up once.
    #[inline]
    #[must_use]
    pub const fn excess(self) -> u8 {
        self.excess_over(HALVES)
    }

    /// Returns the squad-equivalents above the limit of a Location for so many half-squads.
    #[inline]
    #[must_use]
    pub const fn excess_over(self, halves: u8) -> u8 {
        self.in_halves().saturating_sub(halves).div_ceil(2)
    }
}
