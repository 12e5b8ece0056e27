//! A piece: a unit, a dummy or a support weapon.

use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::printed::clause::{A28, A45, A46};
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::{Class, Kind};
use crate::printed::words::{Cover, Fate};

/// Maximum number of pieces of a game: units, dummies and support weapons.
pub const PIECES: usize = PieceSet::LIMIT;

/// Value of [`Unit::name`] for an unknown name.
pub const NAMELESS: u8 = u8::MAX;
/// Value of [`Unit::area`] if the scenario says where the unit starts.
pub const NO_AREA: u8 = u8::MAX;
/// Value of [`Unit::tunnel`] outside tunnels.
pub const NO_TUNNEL: u8 = u8::MAX;

/// A piece: a unit, a dummy or a support weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    pub side: Side,
    /// The values printed on it.
    pub kind: Kind,
    /// The values that the enemy last knew to be printed on it.
    pub known_as: Kind,
    /// Whether it is waiting, in play, or how it left the game.
    pub fate: Fate,
    /// Whether the enemy sees it.
    pub cover: Cover,
    /// Its Location; `None` unless it is in play.
    pub at: Option<LocationId>,
    /// Whether its Location is below ground.
    pub below: bool,
    pub flags: Flags,
    /// The unit that holds it, or its Guard; `None` unless it is a weapon that is held, or a prisoner.
    pub holder: Option<Piece>,
    /// Index of the tunnel of its side that it is in, or [`NO_TUNNEL`].
    pub tunnel: u8,
    /// Whether it may use the sewers without a leader's task check (B8.4c).
    pub granted: bool,
    /// Whether it was set up hidden and was not seen since. The enemy knows no more of its Location: it may have come
    /// onto the board under a "?".
    pub set_up_hidden: bool,
    /// Index in [`crate::setting::Setting::areas`] of the area where its side may place it, or [`NO_AREA`].
    pub area: u8,
    /// Index of its name in the list of names, or [`NAMELESS`]. A piece that came into play later has the name of the
    /// one it came from.
    pub name: u8,
    /// What is added to that name, see [`crate::printed::born`]; 0 for a piece of the scenario.
    pub born: u8,
}

/// The highest Morale Level.
const TOP_MORALE: u8 = 10;

impl Unit {
    /// Returns whether it has a marker.
    #[inline]
    #[must_use]
    pub const fn is(&self, flag: Flag) -> bool {
        self.flags.has(flag)
    }

    /// Returns whether it is in Good Order: neither broken, nor berserk, nor in Melee. True of dummies.
    #[inline]
    #[must_use]
    pub const fn is_good(&self) -> bool {
        !self.is(Flag::Broken) && !self.is(Flag::Berserk) && !self.is(Flag::Melee)
    }

    /// Returns whether it is a squad, half-squad or single man, not a weapon or a dummy.
    #[inline]
    #[must_use]
    pub fn is_men(&self) -> bool {
        self.kind.is_men()
    }

    /// Returns whether it needs a "?" in its Location: a unit or a dummy under one. A weapon alone needs no counter.
    #[inline]
    #[must_use]
    pub fn is_under_counter(&self) -> bool {
        self.cover == Cover::Concealed && !self.kind.is_weapon()
    }

    /// Returns whether the enemy sees its counter.
    #[inline]
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.cover == Cover::Open
    }

    /// Returns the present Morale Level without modifiers by other units (ASL-A11): 10 if berserk (ASL-A46), otherwise
    /// 1 lower if wounded, and 1 higher if Fanatic (ASL-A45), but never above 10.
    #[inline]
    #[must_use]
    pub fn morale(&self) -> u8 {
        let values = self.kind.values();
        if self.is(Flag::Berserk) && A46.is_in_force() {
            return TOP_MORALE;
        }
        let printed = if self.is(Flag::Broken) { values.broken } else { values.morale };
        let fanatic = u8::from(self.is(Flag::Fanatic) && A45.is_in_force());
        (printed.saturating_sub(u8::from(self.is(Flag::Wounded))) + fanatic).min(TOP_MORALE)
    }

    /// Returns the Morale Level in a check because of an attack on its Location: 1 lower if Encircled there (ASL-A28).
    #[inline]
    #[must_use]
    pub fn morale_under_attack(&self) -> u8 {
        let encircled = self.is(Flag::Encircled) && !self.is(Flag::Berserk) && A28.is_in_force();
        self.morale().saturating_sub(u8::from(encircled))
    }

    /// Returns whether it is a hero, or a leader who has become heroic (ASL-A18).
    #[inline]
    #[must_use]
    pub fn is_heroic(&self) -> bool {
        self.kind.class() == Class::Hero || self.is(Flag::Heroic)
    }

    /// Returns the Inherent Portage Capacity (ASL-A5).
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
