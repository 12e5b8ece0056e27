//! The pieces that a seat sees.

use board::LocationId;
use rules::{BySide, Piece, PieceSet, Refusal, Side};

use crate::printed::clause::{A2, A15, A27};
use crate::printed::flags::Flag;
use crate::printed::words::{Cover, Fate};
use crate::state::unit::{NO_AREA, Unit};
use crate::view::AslEyes;
use crate::view::seen::Seen;

impl<'a> AslEyes<'a> {
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub(super) fn sees_unit(self, unit: &Unit) -> bool {
        self.shows_unit(self.knows(unit.side), unit)
    }

    /// Returns whether a seat sees a unit; `knows` says if it knows the secrets of the unit's side.
    #[inline]
    pub(super) fn shows_unit(self, knows: bool, unit: &Unit) -> bool {
        match unit.fate {
            Fate::InPlay => {
                knows
                    || self.is_out(unit)
                        && match unit.cover {
                            Cover::Open => true,
                            Cover::Concealed => !A15.is_in_force(),
                            Cover::Hidden => !A27.is_in_force(),
                        }
            }
            Fate::Waiting => knows,
            _ => false,
        }
    }

    /// Returns whether a side's set-up is over. Public.
    #[inline]
    #[must_use]
    pub fn is_set_up(self, side: Side) -> bool {
        self.position.placed[side]
    }

    /// Returns whether a piece on the board is public: the pieces that a side places are not, until its set-up is over.
    #[inline]
    pub(super) fn is_out(self, unit: &Unit) -> bool {
        self.position.placed[unit.side] || unit.area == NO_AREA
    }

    /// Returns a piece in the game, or one still to be placed, if this seat sees it.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn unit(self, piece: Piece) -> Option<&'a Unit> {
        let unit = self.position.unit(piece)?;
        if self.sees_unit(unit) { Some(unit) } else { None }
    }

    /// Returns all pieces this seat sees, on the board or still to be placed.
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn all_seen(self) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let knows = BySide { a: self.knows(Side::A), b: self.knows(Side::B) };
        self.position.units.all().filter(move |(_, unit)| self.shows_unit(knows[unit.side], unit))
    }

    /// Returns all pieces of a side that this seat sees, on the board or still to be placed.
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn seen_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let (pieces, knows) = (&self.position.units, self.knows(side));
        pieces.each(pieces.of(side)).filter(move |(_, unit)| self.shows_unit(knows, unit))
    }

    /// Returns all pieces of a side on the board that this seat sees, weapons too.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn of(self, side: Side) -> Seen<'a> {
        let pieces = &self.position.units;
        let all = pieces.in_play(side);
        let seen = match () {
            () if self.knows(side) => all,
            () if self.is_set_up(side) => {
                let concealed = if A15.is_in_force() { pieces.lying(Cover::Concealed) } else { PieceSet::EMPTY };
                let hidden = if A27.is_in_force() { pieces.lying(Cover::Hidden) } else { PieceSet::EMPTY };
                all - concealed - hidden
            }
            () => self.seen_one_by_one(all),
        };
        Seen::new(self.setting, self.position, seen)
    }

    /// Returns those of `all` that this seat sees, for the other side while it sets up.
    #[cold]
    fn seen_one_by_one(self, all: PieceSet) -> PieceSet {
        let seen = self.position.units.each(all).filter(|(_, unit)| self.shows_unit(false, unit));
        seen.map(|(piece, _)| piece).collect()
    }

    /// Returns all pieces of a side on the board that this seat sees, weapons too.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn pieces_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.of(side).iter()
    }

    /// Returns all units and dummies of a side on the board that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn units_of(self, side: Side) -> impl Iterator<Item = (Piece, &'a Unit, LocationId)> + Clone {
        self.of(side).units().iter()
    }

    /// Returns all units and dummies of a side in a Location that this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn at(self, side: Side, at: LocationId) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        self.of(side).units().at(at).iter().map(|(piece, unit, _)| (piece, unit))
    }

    /// Returns the number of pieces of the game so far, those that left it included. Public.
    #[inline]
    #[must_use]
    pub fn pieces(self) -> usize {
        self.position.units.len()
    }

    /// Returns a superset of the units in a Location that have firepower of their own, those in its entrenchment included.
    /// Only for the referee: others are told of none.
    #[inline]
    #[must_use]
    pub(crate) fn armed_near(self, at: LocationId) -> PieceSet {
        let units = &self.position.units;
        let other = self.setting.other_part(at).map_or(PieceSet::EMPTY, |other| units.perhaps_at(other));
        if self.open { (units.perhaps_at(at) | other) & units.armed() } else { PieceSet::EMPTY }
    }

    /// Returns whether a Location has so few pieces, with some more, that their kinds don't matter for stacking.
    #[inline]
    #[must_use]
    pub fn are_few(self, at: LocationId, more: PieceSet, few: usize) -> bool {
        let units = &self.position.units;
        let other = self.setting.other_part(at).map_or(PieceSet::EMPTY, |other| units.perhaps_at(other));
        (units.perhaps_at(at) | other | more).iter().nth(few).is_none()
    }

    /// Returns a piece of this side that the seat can give orders to, on the board or still to be placed. Enemy pieces
    /// are never read.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn own_piece(self, side: Side, piece: Piece) -> Option<&'a Unit> {
        self.position.unit(piece).filter(|unit| unit.side == side && self.sees_unit(unit))
    }

    /// Returns a unit of this side that the seat can give orders to, and its Location. Enemy pieces are never read, so
    /// a refusal does not reveal a hidden one.
    ///
    /// # Errors
    ///
    /// - This side has no such unit.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn own(self, side: Side, piece: Piece) -> Result<(&'a Unit, LocationId), Refusal> {
        let own = self.own_piece(side, piece);
        own.and_then(|unit| Some((unit, unit.at?)))
            .ok_or_else(|| Refusal::new(A2, "this is not one of your units on the board"))
    }

    /// Returns whether a unit holds any weapon, seen or unseen: if not, [`AslEyes::weapons`] has none. The caller must know
    /// the unit, and must not tell of weapons it does not see.
    #[inline]
    #[must_use]
    pub(crate) fn is_laden(self, unit: Piece) -> bool {
        self.position.units.laden().has(unit)
    }

    /// Returns the weapons that a unit holds, of those this seat sees.
    #[inline]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn weapons(self, holder: Piece) -> impl Iterator<Item = (Piece, &'a Unit)> + Clone {
        let pieces = &self.position.units;
        let held = match self.position.unit(holder).filter(|_| pieces.laden().has(holder)) {
            Some(unit) => pieces.held_by(holder, self.of(unit.side).weapons().group()),
            None => PieceSet::EMPTY,
        };
        pieces.each(held)
    }

    /// Returns the weapons that any of some units of a side holds, of those this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn weapons_of(self, side: Side, holders: Seen<'_>) -> PieceSet {
        let seen = self.of(side).weapons().group();
        let held = holders.laden().group().iter().map(|holder| self.position.units.held_by(holder, seen));
        held.fold(PieceSet::EMPTY, |all, held| all | held)
    }

    /// Returns the portage points of what a unit holds (ASL-A5).
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn load(self, holder: Piece) -> u8 {
        self.weapons(holder).map(|(_, weapon)| weapon.kind.values().pp).sum()
    }

    /// Returns whether some of these units are in Hazardous Movement outside sewers: public, as all move together.
    #[inline]
    #[must_use]
    pub fn any_hazardous(self, units: PieceSet) -> bool {
        !(units & self.position.units.bearing(Flag::Hazardous)).is_empty()
    }

    /// Returns those of a set on the board that this seat sees.
    #[inline]
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn seen(self, group: PieceSet) -> PieceSet {
        group & (self.of(Side::A).group() | self.of(Side::B).group())
    }
}
