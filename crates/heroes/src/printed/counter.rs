//! Counters: kind, weapon, printed values and the cards a unit holds.

use board::NetworkKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::Below;

rules::words! {
    /// Kind of a counter.
    Kind {
        /// A full squad, the largest unit.
        Squad = "squad",
        /// A half-squad: a separate counter, or a squad after losses.
        HalfSquad = "half-squad",
        /// A leader, a single man who leads the units in his Location.
        Leader = "leader",
        /// A hero, a single man who can appear during the game (HNL-B10).
        Hero = "hero",
    }
}

impl Kind {
    #[inline]
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Kind::Leader | Kind::Hero)
    }
}

rules::words! {
    /// A weapon that a unit carries.
    Weapon {
        /// No weapon: the unit has only its own firepower.
        None = "none",
        /// A light machine gun, the lightest to carry.
        Lmg = "LMG",
        /// A medium machine gun, heavier than a light one.
        Mmg = "MMG",
        /// A heavy machine gun, heavier than a medium one.
        Hmg = "HMG",
        /// A Gun. A unit with a Gun can't move (HNL-B20).
        Gun = "Gun",
    }
}

/// The values printed on a counter and the cards that the unit holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Kind of the counter, such as `squad`.
    pub kind: Kind,
    /// Firepower without the weapon, 0 to 20.
    pub fp: u8,
    /// Range in hexes without the weapon, 0 to 30.
    pub range: u8,
    /// Movement points of the unit, 0 to 12.
    pub mf: u8,
    /// Morale as printed, 1 to 12.
    pub morale: u8,
    /// Leadership, 0 to 3; always 0 unless the unit is a leader.
    pub leadership: u8,
    /// The weapon that it carries; `none` without one.
    pub weapon: Weapon,
    /// Whether it holds the Sewer Rat card (SEW-16, TUN-16).
    pub sewer_rat: bool,
    /// Whether it can try to rally without help.
    pub self_rally: bool,
    /// Whether it may use sewers, tunnels or both (SEW-17, TUN-17).
    pub granted: bool,
    /// The only kind of network that it may use. Left out if both are granted, or neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granted_only: Option<Below>,
    /// Whether it can make assault moves (HNL-B24).
    #[serde(default, skip_serializing_if = "is_not")]
    pub assault: bool,
    /// Whether it holds the Assaulter card: a leader who gives the capability to his Location (HNL-B24).
    #[serde(default, skip_serializing_if = "is_not")]
    pub assaulter: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
pub(crate) const fn is_not(holds: &bool) -> bool {
    !*holds
}

/// Whether a unit may use sewers, and whether it may use tunnels (SEW-17, TUN-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    pub sewers: bool,
    pub tunnels: bool,
}

impl Counter {
    /// A counter with the default values of its kind.
    #[must_use]
    pub const fn usual(kind: Kind) -> Counter {
        let (fp, range, mf, morale, leadership) = kind.usual();
        Counter {
            kind,
            fp,
            range,
            mf,
            morale,
            leadership,
            weapon: Weapon::None,
            sewer_rat: false,
            self_rally: kind.is_single(),
            granted: true,
            granted_only: None,
            assault: false,
            assaulter: false,
        }
    }

    /// Returns this counter with `granted` and `granted_only` set from a grant.
    #[must_use]
    pub const fn with(self, grant: Grant) -> Counter {
        let granted_only = match grant {
            Grant { sewers: true, tunnels: false } => Some(Below::Sewer),
            Grant { sewers: false, tunnels: true } => Some(Below::Tunnel),
            _ => None,
        };
        Counter { granted: grant.sewers || grant.tunnels, granted_only, ..self }
    }

    /// Whether it may use this kind of network.
    #[inline]
    #[must_use]
    pub fn may_use(self, kind: NetworkKind) -> bool {
        self.granted && self.granted_only.is_none_or(|only| only.kind() == kind)
    }

    /// Firepower including the weapon.
    #[inline]
    #[must_use]
    pub const fn firepower(self) -> u8 {
        self.fp.saturating_add(self.weapon.values().0)
    }

    /// Range in hexes, of the weapon if that is longer.
    #[inline]
    #[must_use]
    pub const fn reach(self) -> u8 {
        let far = self.weapon.values().1;
        if far > self.range { far } else { self.range }
    }

    /// Whether it can attack other hexes: its firepower and range are not 0.
    #[inline]
    #[must_use]
    pub const fn is_armed(self) -> bool {
        self.firepower() > 0
    }

    /// Returns the counter of a reduced squad: a half-squad with half the firepower, rounded up (HNL-B16).
    #[must_use]
    pub const fn halved(self) -> Counter {
        Counter { kind: Kind::HalfSquad, fp: self.fp.div_ceil(2), ..self }
    }
}
