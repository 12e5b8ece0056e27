//! What is printed on a counter.

use board::NetworkKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::words::Below;

rules::words! {
    /// The kinds of counter.
    Kind {
        /// A squad.
        Squad = "squad",
        /// A half-squad, or what is left of a squad.
        HalfSquad = "half-squad",
        /// A leader.
        Leader = "leader",
        /// A hero.
        Hero = "hero",
    }
}

impl Kind {
    /// Whether it is a single man.
    #[inline]
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Kind::Leader | Kind::Hero)
    }
}

rules::words! {
    /// What a unit carries.
    Weapon {
        /// Nothing but its own arms.
        None = "none",
        /// A light machine gun.
        Lmg = "LMG",
        /// A medium machine gun.
        Mmg = "MMG",
        /// A heavy machine gun.
        Hmg = "HMG",
        /// A Gun, that stays where it is.
        Gun = "Gun",
    }
}

/// What is printed on a counter, and the card it holds. Part of both views and positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Its kind.
    pub kind: Kind,
    /// Firepower without its weapon.
    pub fp: u8,
    /// Range in hexes without its weapon.
    pub range: u8,
    /// Movement points.
    pub mf: u8,
    /// Morale.
    pub morale: u8,
    /// Leadership, of leaders.
    pub leadership: u8,
    /// Its weapon.
    pub weapon: Weapon,
    /// Whether it holds the Sewer Rat card (SEW-16, TUN-16).
    pub sewer_rat: bool,
    /// Whether it rallies without a leader.
    pub self_rally: bool,
    /// Whether it may use the sewers and tunnels (SEW-17, TUN-17).
    pub granted: bool,
    /// The one of the two that it may use, if not both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granted_only: Option<Below>,
}

/// Which of the two ways below a unit may use (SEW-17, TUN-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Sewer movement.
    pub sewers: bool,
    /// Tunnel movement.
    pub tunnels: bool,
}

impl Counter {
    /// A counter with the usual values of its kind.
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
        }
    }

    /// With this grant in the place of its own.
    #[must_use]
    pub const fn with(self, grant: Grant) -> Counter {
        let granted_only = match grant {
            Grant { sewers: true, tunnels: false } => Some(Below::Sewer),
            Grant { sewers: false, tunnels: true } => Some(Below::Tunnel),
            _ => None,
        };
        Counter { granted: grant.sewers || grant.tunnels, granted_only, ..self }
    }

    /// Whether it may use sewers, or tunnels.
    #[inline]
    #[must_use]
    pub fn may_use(self, kind: NetworkKind) -> bool {
        self.granted && self.granted_only.is_none_or(|only| only.kind() == kind)
    }

    /// Firepower with its weapon.
    #[inline]
    #[must_use]
    pub const fn firepower(self) -> u8 {
        self.fp.saturating_add(self.weapon.values().0)
    }

    /// Range in hexes with its weapon, if that reaches farther.
    #[inline]
    #[must_use]
    pub const fn reach(self) -> u8 {
        let far = self.weapon.values().1;
        if far > self.range { far } else { self.range }
    }

    /// Whether it can hurt anybody from a distance.
    #[inline]
    #[must_use]
    pub const fn is_armed(self) -> bool {
        self.firepower() > 0
    }

    /// What is left of a squad that is reduced (HNL-B16): half of its firepower, rounded up.
    #[must_use]
    pub const fn halved(self) -> Counter {
        Counter { kind: Kind::HalfSquad, fp: self.fp.div_ceil(2), ..self }
    }
}
