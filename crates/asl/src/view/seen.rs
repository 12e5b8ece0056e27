//! The pieces that a seat sees, narrowed down to those that a rule asks for.

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::setting::Setting;
use crate::state::lines::Lines;
use crate::state::pieces::Pieces;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// Pieces on the board that a seat sees, as [`crate::view::AslEyes::of`] hands them out. They are only ever narrowed down, so
/// nothing comes in that the seat does not see.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    setting: &'a Setting,
    pieces: &'a Pieces,
    lines: &'a Lines,
    group: PieceSet,
}

impl<'a> Seen<'a> {
    #[inline]
    pub(super) const fn new(setting: &'a Setting, position: &'a Position, group: PieceSet) -> Self {
        Seen { setting, pieces: &position.units, lines: &position.lines, group }
    }

    /// Their numbers.
    #[inline]
    #[must_use]
    pub const fn group(self) -> PieceSet {
        self.group
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.group.is_empty()
    }

    /// Those of a group.
    #[inline]
    #[must_use]
    pub fn only(self, group: PieceSet) -> Self {
        Seen { group: self.group & group, ..self }
    }

    /// Those of no such group.
    #[inline]
    #[must_use]
    pub fn but(self, group: PieceSet) -> Self {
        Seen { group: self.group - group, ..self }
    }

    /// Units and dummies.
    #[inline]
    #[must_use]
    pub fn units(self) -> Self {
        self.but(self.pieces.weapons())
    }

    /// Weapons.
    #[inline]
    #[must_use]
    pub fn weapons(self) -> Self {
        self.only(self.pieces.weapons())
    }

    /// Squads, half-squads and single men.
    #[inline]
    #[must_use]
    pub fn men(self) -> Self {
        self.only(self.pieces.men())
    }

    /// Those of these with firepower of their own.
    #[inline]
    #[must_use]
    pub fn armed(self) -> Self {
        self.only(self.pieces.armed())
    }

    /// Those that lie so.
    #[inline]
    #[must_use]
    pub fn lying(self, cover: Cover) -> Self {
        self.only(self.pieces.lying(cover))
    }

    /// Those below ground.
    #[inline]
    #[must_use]
    pub fn below(self) -> Self {
        self.only(self.pieces.below())
    }

    /// Those above ground.
    #[inline]
    #[must_use]
    pub fn above(self) -> Self {
        self.but(self.pieces.below())
    }

    /// Those to whom a piece of the other side has a line of sight above ground. It may be asked only of a piece whose place
    /// the asker knows, or the answer would tell it.
    #[inline]
    #[must_use]
    pub fn in_sight_of(self, piece: Piece) -> Self {
        self.only(self.lines.of(piece))
    }

    /// Those to whom a piece of the other side may have one: below ground that is the affair of the sewers. For whom this may
    /// be asked see [`in_sight_of`](Seen::in_sight_of).
    #[inline]
    #[must_use]
    pub fn facing(self, piece: Piece) -> Self {
        let below = self.pieces.below();
        if below.has(piece) { self } else { self.only(self.lines.of(piece) | below) }
    }

    /// Those that bear a marker.
    #[inline]
    #[must_use]
    pub fn bearing(self, flag: Flag) -> Self {
        self.only(self.pieces.bearing(flag))
    }

    /// Those without a marker.
    #[inline]
    #[must_use]
    pub fn without(self, flag: Flag) -> Self {
        self.but(self.pieces.bearing(flag))
    }

    /// Those in Good Order ([`Unit::is_good`]).
    #[inline]
    #[must_use]
    pub fn good(self) -> Self {
        self.without(Flag::Broken).without(Flag::Berserk).without(Flag::Melee)
    }

    /// Those in a Location, in its entrenchment too (ASL-A24).
    #[inline]
    #[must_use]
    pub fn at(self, at: LocationId) -> Self {
        Seen { group: self.pieces.within(self.setting, at, self.group), ..self }
    }

    /// One by one, with their Locations.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.pieces.each(self.group).filter_map(|(piece, unit)| Some((piece, unit, unit.at?)))
    }

    /// Those in just this part of a Location: in an entrenchment, or outside of it.
    #[inline]
    #[must_use]
    pub fn in_part(self, at: LocationId) -> Self {
        Seen { group: self.pieces.at(at, self.group), ..self }
    }

    /// The Locations they are in, each once; an entrenchment is none of its own.
    #[inline]
    pub fn places(self) -> impl Iterator<Item = LocationId> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (_, _, at) = rest.iter().next()?;
            rest = rest.but(rest.at(at).group);
            Some(self.setting.location(at))
        })
    }
}
