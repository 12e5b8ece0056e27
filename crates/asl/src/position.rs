//! The whole truth.

use arrayvec::ArrayVec;
use board::{HexId, LocationId};
use rules::agenda::Agenda;
use rules::{BySide, Group, Piece, Side};

use crate::clause::A28;
use crate::flags::{Flag, Flags};
use crate::kind::Kind;
use crate::lines::Lines;
use crate::pieces::Pieces;
use crate::setting::Setting;
use crate::turn::Step;

/// The most pieces of a game: units, dummies and support weapons.
pub const PIECES: usize = Group::LIMIT;
/// The most objectives of a scenario.
pub const OBJECTIVES: usize = 16;
/// The most tunnels of a side.
pub const TUNNELS: usize = 8;
/// The most fortified Locations of both sides.
pub const FORTS: usize = 16;
/// The most Locations with residual firepower.
pub const RESIDUALS: usize = 32;
/// The most hexes in which rubble falls or a sewer is buried in play.
pub const FALLEN: usize = 16;
/// The most Locations that a side is barred from at a time.
pub const BARRED: usize = 32;
/// The most Manhole Locations from which stacks enter the sewers in one phase.
pub const ENTERED: usize = 16;
/// In [`Unit::name`]: not known.
pub const NAMELESS: u8 = u8::MAX;
/// In [`Unit::area`]: the scenario says where it starts.
pub const NO_AREA: u8 = u8::MAX;
/// In [`Unit::tunnel`]: none.
pub const NO_TUNNEL: u8 = u8::MAX;

rules::words! {
    /// The phases of a game. Each Player Turn has the eight from Rally to Close Combat.
    Phase {
        /// Before the first turn.
        SetUp = "set-up",
        /// Rally Phase.
        Rally = "Rally Phase",
        /// Prep Fire Phase.
        PrepFire = "Prep Fire Phase",
        /// Movement Phase.
        Movement = "Movement Phase",
        /// Defensive Fire Phase.
        DefensiveFire = "Defensive Fire Phase",
        /// Advancing Fire Phase.
        AdvancingFire = "Advancing Fire Phase",
        /// Rout Phase.
        Rout = "Rout Phase",
        /// Advance Phase.
        Advance = "Advance Phase",
        /// Close Combat Phase.
        CloseCombat = "Close Combat Phase",
        /// The game is over.
        Over = "game over",
    }
}

rules::words! {
    /// What has become of a piece.
    Fate {
        /// It has still to be placed by its side.
        Waiting = "not yet placed",
        /// It is in the game.
        InPlay = "in play",
        /// It is eliminated, and everybody knows.
        Lost = "eliminated",
        /// It is eliminated under a "?" below ground, and only its own side knows.
        LostUnseen = "eliminated unseen",
        /// It was a dummy and is taken off.
        Removed = "removed",
        /// It has surrendered.
        Captured = "captured",
    }
}

rules::words! {
    /// Whether the enemy sees a piece.
    Cover {
        /// It lies open.
        Open = "in sight",
        /// It lies under a "?".
        Concealed = "concealed",
        /// It is not on the board for the enemy.
        Hidden = "hidden",
    }
}

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

/// Units on the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moving {
    /// Who moves together.
    pub units: Group,
    /// How.
    pub pace: crate::order::Pace,
    /// Half movement factors left.
    pub mf_left: u8,
    /// Half movement factors spent in the last step.
    pub spent: u8,
    /// Whether they have entered a Location.
    pub stepped: bool,
    /// Whether they have moved along roads only.
    pub on_road: bool,
}

/// A tunnel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tunnel {
    /// Its two entrance Locations: ground, inside of a pillbox, or an entrenchment.
    pub ends: [LocationId; 2],
    /// Whether it is destroyed.
    pub gone: bool,
    /// Which enemies saw each entrance used (B8.63a), those who are out of the game since too: whether the last of them lives
    /// must not show.
    pub saw: [Group; 2],
    /// Which of them have found the entrance.
    pub found: [Group; 2],
}

/// A fortified building Location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fort {
    /// Whose it is.
    pub side: Side,
    /// Where.
    pub at: LocationId,
    /// Whether the other side knows.
    pub known: bool,
    /// Whether the scenario names it, so that it cannot be given up (B8.6a).
    pub fixed: bool,
}

/// Residual firepower in a Location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Residual {
    /// Where.
    pub at: LocationId,
    /// How much.
    pub fp: u8,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All pieces, those out of the game too.
    pub(crate) units: Pieces,
    /// Who of them has a line of sight to whom.
    pub(crate) lines: Lines,
    /// The Game Turn, from 1.
    pub(crate) turn: u8,
    /// The phase.
    pub(crate) phase: Phase,
    /// The ATTACKER: whose Player Turn it is.
    pub(crate) attacker: Side,
    /// The units on the move.
    pub(crate) moving: Option<Moving>,
    /// Who holds each objective.
    pub(crate) held: ArrayVec<Option<Side>, OBJECTIVES>,
    /// The tunnels of each side, which count them for themselves.
    pub(crate) tunnels: BySide<ArrayVec<Tunnel, TUNNELS>>,
    /// The fortified Locations, by side and place.
    pub(crate) forts: ArrayVec<Fort, FORTS>,
    /// Tunnels that a side may still record.
    pub(crate) tunnels_left: BySide<u8>,
    /// Fortified Locations that a side may still record, or give up for tunnels.
    pub(crate) forts_left: BySide<u8>,
    /// Who has ended its recording.
    pub(crate) recorded: BySide<bool>,
    /// Whose set-up is over: before, nobody else sees what the side has placed.
    pub(crate) placed: BySide<bool>,
    /// Residual firepower.
    pub(crate) residual: ArrayVec<Residual, RESIDUALS>,
    /// Which covers of the scenario (rubble, Blaze) are there, as bits.
    pub(crate) covered: u16,
    /// Hexes in which rubble fell in play.
    pub(crate) rubble: ArrayVec<HexId, FALLEN>,
    /// Hexes whose sewer is buried (B8.5e).
    pub(crate) buried: ArrayVec<HexId, FALLEN>,
    /// Where the side that is asked has been barred for now.
    pub(crate) barred: ArrayVec<LocationId, BARRED>,
    /// Manhole Locations from which a stack has entered the sewers in this Movement Phase (B8.41b).
    pub(crate) entered: ArrayVec<LocationId, ENTERED>,
    /// Steps to do.
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    /// A piece.
    #[inline]
    pub(crate) fn unit(&self, piece: Piece) -> Option<&Unit> {
        self.units.get(piece.index())
    }

    /// Draws all lines of sight anew: who has put a position together ends with this.
    pub(crate) fn look(&mut self, setting: &Setting) {
        self.lines = Lines::all(&setting.sight, self.covered, &self.units);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() < 8192, "{} bytes", size_of::<Position>());
        assert!(size_of::<Unit>() <= 24, "{} bytes", size_of::<Unit>());
    }
}
