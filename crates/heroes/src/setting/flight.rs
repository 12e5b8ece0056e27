//! Where the steps out of a hex lead, seen from where an enemy is: what whoever flees from him asks (HNL-B14).

use std::ops::{BitAnd, BitOr};

/// Where the steps out of the ground of a hex lead, each a bit: bit 0 is the first of its [`ways`](crate::setting::Spot::ways).
/// The lower eight are those that end closer to the enemy, the upper eight those that end in his hex or next to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leads(u16);

impl Leads {
    /// All that can be known of the steps.
    pub const ALL: Leads = Leads(u16::MAX);
    /// Only which of them end closer to the enemy.
    pub const CLOSER: Leads = Leads(u8::MAX as u16);

    /// The steps that end closer to the enemy.
    #[inline]
    #[must_use]
    pub const fn closer(self) -> u8 {
        self.0 as u8
    }

    /// The steps that end in the hex of the enemy or next to it.
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
    /// With either of two enemies in mind.
    #[inline]
    fn bitor(self, other: Leads) -> Leads {
        Leads(self.0 | other.0)
    }
}

impl BitAnd for Leads {
    type Output = Leads;
    /// What is asked of what is known.
    #[inline]
    fn bitand(self, other: Leads) -> Leads {
        Leads(self.0 & other.0)
    }
}
