//! Steps of a rout that lead closer to an enemy or next to it (HNL-B14).

use std::ops::{BitAnd, BitOr};

/// The steps out of the ground of a hex that lead closer to an enemy or next to it, as bits. Bit 0 is the first of its
/// [`edges`](crate::setting::Spot::edges). The lower eight bits mark steps that end closer to the enemy, the upper
/// eight those that end in its hex or adjacent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leads(u16);

impl Leads {
    pub const ALL: Leads = Leads(u16::MAX);
    pub const CLOSER: Leads = Leads(u8::MAX as u16);

    /// Bits of the steps that end closer to the enemy.
    #[inline]
    #[must_use]
    pub const fn closer(self) -> u8 {
        self.0 as u8
    }

    /// Bits of the steps that end in the hex of the enemy or adjacent to it.
    #[inline]
    #[must_use]
    pub const fn beside(self) -> u8 {
        (self.0 >> 8) as u8
    }

    pub(crate) const fn of(closer: u8, beside: u8) -> Leads {
        Leads(closer as u16 | (beside as u16) << 8)
    }
}

impl BitOr for Leads {
    type Output = Leads;
    /// Combines the steps for two enemies.
    #[inline]
    fn bitor(self, other: Leads) -> Leads {
        Leads(self.0 | other.0)
    }
}

impl BitAnd for Leads {
    type Output = Leads;
    /// Keeps only the steps that a mask selects.
    #[inline]
    fn bitand(self, other: Leads) -> Leads {
        Leads(self.0 & other.0)
    }
}
