//! A piece: a unit, a dummy or a support weapon.

use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::printed::clause::A28;
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate};

/// The most pieces of a game: units, dummies and support weapons.
pub const PIECES: usize = PieceSet::LIMIT;

/// In [`Unit::name`]: not known.
pub const NAMELESS: u8 = u8::MAX;
/// In [`Unit::area`]: the scenario says where it starts.
pub const NO_AREA: u8 = u8::MAX;
/// In [`Unit::tunnel`]: none.
pub const NO_TUNNEL: u8 = u8::MAX;

/// A piece: a unit, a dummy or a support weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// What is printed on it.
    pub kind: Kind,
    /// What the enemy last knew to be printed on it.
    pub known_as: Kind,
    /// What has become of it.
    pub fate: Fate,
    /// Whether the enemy sees it.
    pub cover: Cover,
    /// Where it is; none unless it is in play.
    pub at: Option<LocationId>,
    /// Whether that is below ground.
    pub below: bool,
    /// Its markers.
    pub flags: Flags,
    /// Who holds it, of a support weapon.
    pub holder: Option<Piece>,
    /// The tunnel of its side that it is in, by number, or [`NO_TUNNEL`].
    pub tunnel: u8,
    /// Whether it may use the sewers without a leader's task check (B8.4c).
    pub granted: bool,
    /// Whether it was set up hidden and nobody has seen it since. That is all the enemy knows of where it is: it may have
    /// come onto the board under a "?".
    pub set_up_hidden: bool,
    /// Where its side may place it before the first turn, as a place in [`crate::setting::Setting::areas`], or
    /// [`NO_AREA`].
    pub area: u8,
    /// Its name, as a place in the list of names.
    pub name: u8,
}

impl Unit {
    /// Whether it bears a marker.
    #[inline]
    #[must_use]
    pub const fn is(&self, flag: Flag) -> bool {
        self.flags.has(flag)
    }

    /// Whether it is in Good Order: neither broken, nor berserk, nor in Melee. Dummies are.
    #[inline]
    #[must_use]
    pub const fn is_good(&self) -> bool {
        !self.is(Flag::Broken) && !self.is(Flag::Berserk) && !self.is(Flag::Melee)
    }

    /// Whether it is men, not a weapon or a dummy.
    #[inline]
    #[must_use]
    pub fn is_men(&self) -> bool {
        self.kind.is_men()
    }

    /// Whether it makes its side have a "?" where it is: a unit or a dummy under one; a weapon alone needs no counter.
    #[inline]
    #[must_use]
    pub fn is_under_counter(&self) -> bool {
        self.cover == Cover::Concealed && !self.kind.is_weapon()
    }

    /// Whether the enemy sees it as it is.
    #[inline]
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.cover == Cover::Open
    }

    /// Morale Level as it is now, without modifiers by others (ASL-A11): a wounded man's is one lower, in an Encircled
    /// Location it is one lower.
    #[inline]
    #[must_use]
    pub fn morale(&self) -> u8 {
        let values = self.kind.values();
        let printed = if self.is(Flag::Broken) { values.broken } else { values.morale };
        printed
            .saturating_sub(u8::from(self.is(Flag::Wounded)))
            .saturating_sub(u8::from(self.is(Flag::Encircled) && A28.is_in_force()))
    }

    /// Inherent Portage Capacity (ASL-A5).
    #[inline]
    #[must_use]
    pub fn ipc(&self) -> u8 {
        let full: u8 = match self.kind {
            kind if kind.is_mmc() => 3,
            kind if kind.is_smc() && !self.is(Flag::Wounded) => 1,
            _ => 0,
        };
        full.saturating_sub(u8::from(self.is(Flag::Cx)))
    }
}
