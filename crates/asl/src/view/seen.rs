//! Selections from the pieces that a seat sees.

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::setting::Setting;
use crate::state::lines::Lines;
use crate::state::pieces::Pieces;
use crate::state::position::Position;
use crate::state::unit::Unit;

/// Pieces on the board that a seat sees, as returned by [`crate::view::AslEyes::of`]. Every method only narrows the
/// set, so no unseen piece can be added.
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

    /// Returns the pieces as a set.
    #[inline]
    #[must_use]
    pub const fn group(self) -> PieceSet {
        self.group
    }

    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.group.is_empty()
    }

    /// Returns those of a set.
    #[inline]
    #[must_use]
    pub fn only(self, group: PieceSet) -> Self {
        Seen { group: self.group & group, ..self }
    }

    /// Returns those not in a set.
    #[inline]
    #[must_use]
    pub fn but(self, group: PieceSet) -> Self {
        Seen { group: self.group - group, ..self }
    }

    #[inline]
    #[must_use]
    pub fn units(self) -> Self {
        self.but(self.pieces.weapons())
    }

    #[inline]
    #[must_use]
    pub fn weapons(self) -> Self {
        self.only(self.pieces.weapons())
    }

    /// Returns the demolition charges.
    #[inline]
    #[must_use]
    pub fn charges(self) -> Self {
        self.only(self.pieces.charges())
    }

    /// Returns the squads, half-squads and single men.
    #[inline]
    #[must_use]
    pub fn men(self) -> Self {
        self.only(self.pieces.men())
    }

    /// Returns those with firepower of their own.
    #[inline]
    #[must_use]
    pub fn armed(self) -> Self {
        self.only(self.pieces.armed())
    }

    /// Returns those that hold weapons.
    #[inline]
    #[must_use]
    pub fn laden(self) -> Self {
        self.only(self.pieces.laden())
    }

    /// Returns those with this cover.
    #[inline]
    #[must_use]
    pub fn lying(self, cover: Cover) -> Self {
        self.only(self.pieces.lying(cover))
    }

    #[inline]
    #[must_use]
    pub fn below(self) -> Self {
        self.only(self.pieces.below())
    }

    #[inline]
    #[must_use]
    pub fn above(self) -> Self {
        self.but(self.pieces.below())
    }

    /// Returns those to which a piece of the other side has a line of sight above ground. The caller must know the
    /// Location of that piece, as the answer would reveal it.
    #[inline]
    #[must_use]
    pub fn in_sight_of(self, piece: Piece) -> Self {
        self.only(self.lines.of(piece))
    }

    /// Returns those of them that are at most one hex away. The caller must know the Location of the piece, as for
    /// [`in_sight_of`](Seen::in_sight_of).
    #[inline]
    #[must_use]
    pub fn in_sight_beside(self, piece: Piece) -> Self {
        self.only(self.lines.near(piece))
    }

    /// Returns those to which a piece of the other side may have a line; below ground, the sewer mechanics decide. The
    /// caller must know its Location, as for [`in_sight_of`](Seen::in_sight_of).
    #[inline]
    #[must_use]
    pub fn facing(self, piece: Piece) -> Self {
        let below = self.pieces.below();
        if below.has(piece) { self } else { self.only(self.lines.of(piece) | below) }
    }

    /// Returns those that may have a line to any of some pieces of the other side, as [`facing`](Seen::facing).
    #[inline]
    #[must_use]
    pub fn facing_any(self, others: Seen<'_>) -> Self {
        let below = self.pieces.below();
        if others.is_empty() {
            return self.only(PieceSet::EMPTY);
        }
        if !(others.group & below).is_empty() {
            return self;
        }
        let seen = others.group.iter().fold(below, |all, other| all | self.lines.of(other));
        self.only(seen)
    }

    /// Returns those with a marker.
    #[inline]
    #[must_use]
    pub fn bearing(self, flag: Flag) -> Self {
        self.only(self.pieces.bearing(flag))
    }

    /// Returns those without a marker.
    #[inline]
    #[must_use]
    pub fn without(self, flag: Flag) -> Self {
        self.but(self.pieces.bearing(flag))
    }

    /// Returns those in Good Order ([`Unit::is_good`]).
    #[inline]
    #[must_use]
    pub fn good(self) -> Self {
        self.without(Flag::Broken).without(Flag::Berserk).without(Flag::Melee)
    }

    /// Returns those in a Location, its entrenchment included (ASL-A24).
    #[inline]
    #[must_use]
    pub fn at(self, at: LocationId) -> Self {
        Seen { group: self.pieces.within(self.setting, at, self.group), ..self }
    }

    /// Returns the pieces with their Locations.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.pieces.each(self.group).filter_map(|(piece, unit)| Some((piece, unit, unit.at?)))
    }

    /// Returns a superset of those in any of some Locations, their entrenchments included.
    #[inline]
    #[must_use]
    pub fn perhaps_in(self, places: &[LocationId]) -> Self {
        let here = |at: LocationId| {
            let other = self.setting.other_part(at).map_or(PieceSet::EMPTY, |other| self.pieces.perhaps_at(other));
            self.pieces.perhaps_at(at) | other
        };
        self.only(places.iter().fold(PieceSet::EMPTY, |all, at| all | here(*at)))
    }

    /// Returns those in just this part of a Location: in an entrenchment, or outside it.
    #[inline]
    #[must_use]
    pub fn in_part(self, at: LocationId) -> Self {
        Seen { group: self.pieces.at(at, self.group), ..self }
    }

    /// Returns the Locations they are in, each once; an entrenchment counts as the ground of its hex.
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
