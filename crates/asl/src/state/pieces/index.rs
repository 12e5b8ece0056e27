//! The index of pieces: sets of them by the properties that rules ask for.

use rules::{BySide, Piece, PieceSet, Stands};

use crate::printed::flags::{FLAGS, Flags};
use crate::printed::kind::Class;
use crate::printed::words::Fate;
use crate::state::unit::{PIECES, Unit};

/// Number of rows of Locations: as many as pieces, to make it rare that two stacks share one.
pub const ROWS: usize = PIECES;

/// Sets of pieces by the properties that rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    pub of: BySide<PieceSet>,
    pub in_play: BySide<PieceSet>,
    pub below: PieceSet,
    pub weapons: PieceSet,
    /// Demolition charges.
    pub charges: PieceSet,
    /// The weapons that each piece holds.
    pub held: [PieceSet; PIECES],
    /// Pieces that hold weapons.
    pub laden: PieceSet,
    pub men: PieceSet,
    pub armed: PieceSet,
    pub lurking: PieceSet,
    /// One set for each kind of cover.
    pub lying: [PieceSet; 3],
    /// One set for each marker.
    pub bearing: [PieceSet; FLAGS],
    pub stands: Stands<ROWS>,
}

impl Default for Index {
    fn default() -> Self {
        let none = PieceSet::EMPTY;
        Index {
            of: BySide::default(),
            in_play: BySide::default(),
            below: none,
            weapons: none,
            charges: none,
            held: [none; PIECES],
            laden: none,
            men: none,
            armed: none,
            lurking: none,
            lying: [none; 3],
            bearing: [none; FLAGS],
            stands: Stands::default(),
        }
    }
}

impl Index {
    /// Adds a new piece to the index.
    pub fn enter(&mut self, piece: Piece, unit: &Unit) {
        self.of[unit.side] = self.of[unit.side].with(piece);
        self.place(piece, unit, true);
        self.lie(piece, unit, true);
        self.mark(piece, Flags::NONE, unit.flags);
    }

    /// Updates the index for a changed piece. Looks only at what differs: usually a single marker.
    #[inline]
    pub fn update(&mut self, piece: Piece, before: &Unit, now: &Unit) {
        debug_assert_eq!(before.side, now.side, "a piece changes sides");
        if before.at != now.at {
            self.place(piece, before, false);
            self.place(piece, now, true);
        }
        let lies = |unit: &Unit| (unit.kind, unit.fate, unit.cover, unit.set_up_hidden);
        if lies(before) != lies(now) {
            self.lie(piece, before, false);
            self.lie(piece, now, true);
        }
        self.mark(piece, before.flags, now.flags);
    }

    #[inline]
    pub fn place(&mut self, piece: Piece, unit: &Unit, on: bool) {
        if let Some(at) = unit.at {
            self.stands.set(at, piece, on);
            self.in_play[unit.side].set(piece, on);
            self.below.set(piece, on && unit.below);
        }
    }

    #[inline]
    fn lie(&mut self, piece: Piece, unit: &Unit, on: bool) {
        let lives = matches!(unit.fate, Fate::InPlay | Fate::Waiting | Fate::LostUnseen);
        self.lying[unit.cover as usize].set(piece, on);
        self.weapons.set(piece, on && unit.kind.is_weapon());
        self.charges.set(piece, on && unit.kind.class() == Class::Dc);
        self.men.set(piece, on && unit.is_men());
        self.armed.set(piece, on && unit.is_men() && unit.kind.values().fp > 0);
        self.lurking.set(piece, on && unit.set_up_hidden && lives);
    }

    /// Notes that a piece gets into the hands of another, or out of them. Only weapons count, not prisoners.
    pub fn hold(&mut self, piece: Piece, unit: &Unit, holder: Option<Piece>, on: bool) {
        let Some(holder) = holder.filter(|_| unit.kind.is_weapon()) else { return };
        let Some(held) = self.held.get_mut(holder.index()) else { return };
        held.set(piece, on);
        let laden = !held.is_empty();
        self.laden.set(holder, laden);
    }

    #[inline]
    fn mark(&mut self, piece: Piece, before: Flags, now: Flags) {
        for flag in before.unlike(now).iter() {
            self.bearing[flag as usize].set(piece, now.has(flag));
        }
    }
}
