//! All pieces of a game, with an index: nearly every rule asks which pieces are where.
//!
//! Pieces change only by `Pieces::change`, which updates the index. It follows from the pieces alone, so two lists are
//! equal if their pieces are.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::printed::born;
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate};
use crate::setting::Setting;
use crate::state::changes::Changes;
use crate::state::pieces::index::{Index, ROWS};
use crate::state::unit::{PIECES, Unit};

/// Markers that a piece has in common with the one it comes out of.
const SHARED: [Flag; 13] = [
    Flag::Pinned,
    Flag::Cx,
    Flag::Ti,
    Flag::PrepFired,
    Flag::FirstFired,
    Flag::FinalFired,
    Flag::AdvanceFired,
    Flag::Moved,
    Flag::Advanced,
    Flag::Used,
    Flag::Stopped,
    Flag::Minimum,
    Flag::WasCx,
];

/// Markers whose changes [`Pieces::changes`] counts.
const STATES: Flags =
    Flags::NONE.set(Flag::Broken, true).set(Flag::Berserk, true).set(Flag::Melee, true).set(Flag::Malfunctioned, true);

/// All pieces, including those out of the game, by number.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    units: ArrayVec<Unit, PIECES>,
    index: Index,
    changes: Changes,
    /// Rows of Locations without any objective, as bits; none before they are known ([`Pieces::seek`]).
    plain: u64,
}

impl Pieces {
    /// Adds a piece, if there is room, and returns it.
    pub(crate) fn add(&mut self, unit: Unit) -> Option<Piece> {
        let piece = Piece(u16::try_from(self.units.len()).ok()?);
        self.units.try_push(unit).ok()?;
        self.changes.count(true);
        self.index.enter(piece, &unit);
        self.index.hold(piece, &unit, unit.holder, true);
        Some(piece)
    }

    /// Adds a piece that comes out of another, such as a half-squad or a hero: in the same Location and under the same
    /// cover, without weapons. It keeps the markers of fire, movement and exhaustion. `None` if there is no room.
    pub(crate) fn create(&mut self, from: Piece, kind: Kind) -> Option<Piece> {
        let from = *self.units.get(from.index())?;
        let flags = SHARED.into_iter().filter(|flag| from.is(*flag)).collect();
        let taken = |born: u8| self.units.iter().any(|unit| unit.name == from.name && unit.born == born);
        let born = (born::first(kind)..u8::MAX).find(|born| !taken(*born))?;
        self.add(Unit { kind, known_as: kind, flags, holder: None, born, ..from })
    }

    /// Changes a piece, but never its side. Does nothing if the piece doesn't exist.
    #[inline]
    pub(crate) fn change(&mut self, piece: Piece, change: impl FnOnce(&mut Unit)) {
        let Some(unit) = self.units.get_mut(piece.index()) else { return };
        let before = *unit;
        change(unit);
        let lurks = |unit: &Unit| (unit.fate, unit.set_up_hidden);
        let claims =
            is_sought(self.plain, before.at) || is_sought(self.plain, unit.at) || lurks(&before) != lurks(unit);
        self.changes.count(claims);
        self.index.update(piece, &before, unit);
        let (was, is) = (before.holder, unit.holder);
        if was != is {
            self.index.hold(piece, unit, was, false);
            self.index.hold(piece, unit, is, true);
        }
    }

    /// Moves a piece to a Location, above ground or below.
    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, at: LocationId, below: bool) {
        let Some(unit) = self.units.get_mut(piece.index()).filter(|unit| unit.fate == Fate::InPlay) else {
            return self.change(piece, |unit| (unit.at, unit.below, unit.fate) = (Some(at), below, Fate::InPlay));
        };
        self.changes.count(is_sought(self.plain, unit.at) || is_sought(self.plain, Some(at)));
        self.index.place(piece, unit, false);
        (unit.at, unit.below) = (Some(at), below);
        self.index.place(piece, unit, true);
    }

    /// Gives a piece a marker, or removes it.
    #[inline]
    pub(crate) fn mark(&mut self, piece: Piece, flag: Flag, on: bool) {
        let Some(unit) = self.units.get_mut(piece.index()) else { return };
        unit.flags = unit.flags.set(flag, on);
        if STATES.has(flag) {
            self.changes.count(is_sought(self.plain, unit.at));
        }
        self.index.bearing[flag as usize].set(piece, on);
    }

    /// Removes a marker from all pieces of a side.
    pub(crate) fn clear(&mut self, side: Side, flag: Flag) {
        let bearing = self.index.bearing[flag as usize] & self.index.of[side];
        if STATES.has(flag) {
            return bearing.iter().for_each(|piece| self.mark(piece, flag, false));
        }
        for piece in bearing.iter() {
            if let Some(unit) = self.units.get_mut(piece.index()) {
                unit.flags = unit.flags.set(flag, false);
            }
        }
        self.index.bearing[flag as usize] = self.index.bearing[flag as usize] - bearing;
    }

    /// Returns how often pieces have changed.
    #[inline]
    pub(crate) fn changes(&self) -> Changes {
        self.changes
    }

    /// Notes in which Locations there are objectives. Before, every change counts as one that may decide who Controls one.
    pub(crate) fn seek(&mut self, objectives: impl Iterator<Item = LocationId>) {
        self.plain = objectives.fold(u64::MAX, |plain, at| plain & !(1 << (at.index() % ROWS)));
    }

    /// Returns all pieces with their numbers.
    #[inline]
    pub(crate) fn all(&self) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
        (0u16..).map(Piece).zip(&self.units)
    }

    /// Returns the pieces of a set with their numbers.
    #[inline]
    pub(crate) fn each(&self, group: PieceSet) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
        group.iter().filter_map(|piece| Some((piece, self.units.get(piece.index())?)))
    }

    /// Returns all pieces of a side, including those out of the game.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> PieceSet {
        self.index.of[side]
    }

    /// Returns the pieces of a side on the board.
    #[inline]
    pub(crate) fn in_play(&self, side: Side) -> PieceSet {
        self.index.in_play[side]
    }

    /// Returns a superset of the pieces in a Location: it may include some that are elsewhere.
    #[inline]
    pub(crate) fn perhaps_at(&self, at: LocationId) -> PieceSet {
        self.index.stands.near(at)
    }

    /// Returns the pieces of a set in a Location.
    #[inline]
    pub(crate) fn at(&self, at: LocationId, group: PieceSet) -> PieceSet {
        let row = group & self.perhaps_at(at);
        let elsewhere = self.each(row).filter(|(_, unit)| unit.at != Some(at));
        elsewhere.fold(row, |row, (piece, _)| row.without(piece))
    }

    /// Returns the pieces of a set in all of a Location, its entrenchment included (ASL-A24).
    #[inline]
    pub(crate) fn within(&self, setting: &Setting, at: LocationId, group: PieceSet) -> PieceSet {
        let here = self.at(at, group);
        setting.other_part(at).map_or(here, |other| here | self.at(other, group))
    }

    /// Returns all support weapons.
    #[inline]
    pub(crate) fn weapons(&self) -> PieceSet {
        self.index.weapons
    }

    /// Returns all demolition charges.
    #[inline]
    pub(crate) fn charges(&self) -> PieceSet {
        self.index.charges
    }

    /// Returns those of `weapons` that a piece holds.
    #[inline]
    pub(crate) fn held_by(&self, holder: Piece, weapons: PieceSet) -> PieceSet {
        self.index.held.get(holder.index()).copied().unwrap_or_default() & weapons
    }

    /// Returns the pieces that hold weapons.
    #[inline]
    pub(crate) fn laden(&self) -> PieceSet {
        self.index.laden
    }

    /// Returns the pieces below ground.
    #[inline]
    pub(crate) fn below(&self) -> PieceSet {
        self.index.below
    }

    /// Returns the squads, half-squads and single men; not weapons or dummies.
    #[inline]
    pub(crate) fn men(&self) -> PieceSet {
        self.index.men
    }

    /// Returns the units with firepower of their own.
    #[inline]
    pub(crate) fn armed(&self) -> PieceSet {
        self.index.armed
    }

    /// Returns the pieces with this cover.
    #[inline]
    pub(crate) fn lying(&self, cover: Cover) -> PieceSet {
        self.index.lying[cover as usize]
    }

    /// Returns the pieces with a marker.
    #[inline]
    pub(crate) fn bearing(&self, flag: Flag) -> PieceSet {
        self.index.bearing[flag as usize]
    }

    /// Returns the pieces that were set up hidden, were not seen since, and may still live as far as is public.
    #[inline]
    pub(crate) fn lurking(&self) -> PieceSet {
        self.index.lurking
    }

    /// Returns whether the index fits the pieces.
    #[cfg(test)]
    pub(crate) fn is_sound(&self) -> bool {
        self.index == self.units.iter().copied().collect::<Pieces>().index
    }
}

impl Deref for Pieces {
    type Target = [Unit];

    #[inline]
    fn deref(&self) -> &[Unit] {
        &self.units
    }
}

impl<'a> IntoIterator for &'a Pieces {
    type Item = &'a Unit;
    type IntoIter = std::slice::Iter<'a, Unit>;

    fn into_iter(self) -> Self::IntoIter {
        self.units.iter()
    }
}

impl FromIterator<Unit> for Pieces {
    /// Collects units into pieces. Those beyond the limit are left out.
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
        let mut pieces = Pieces::default();
        for unit in units {
            pieces.add(unit);
        }
        pieces
    }
}

impl PartialEq for Pieces {
    fn eq(&self, other: &Pieces) -> bool {
        self.units == other.units
    }
}

impl Eq for Pieces {}

impl Hash for Pieces {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.units.hash(state);
    }
}

/// Returns whether there may be an objective in a Location; `plain` are the rows without any.
#[inline]
fn is_sought(plain: u64, at: Option<LocationId>) -> bool {
    at.is_some_and(|at| plain >> (at.index() % ROWS) & 1 == 0)
}

mod index;
#[cfg(test)]
mod tests;
