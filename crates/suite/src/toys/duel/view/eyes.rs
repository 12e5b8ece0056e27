//! Access of a seat to the position: every look at secrets goes through it.
//!
//! The plans and the readiness of a side are secret until both sides are ready.

use rules::looks::knows;
use rules::{Outcome, Piece, Seat, Side};

use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::ending;
use crate::toys::duel::state::position::{Man, Position};

/// The true position as one seat may look at it.
#[derive(Clone, Copy, Debug)]
pub struct DuelEyes<'a> {
    setting: &'a Setting,
    position: &'a Position,
    seat: Seat,
}

impl<'a> DuelEyes<'a> {
    /// Returns the eyes of a seat.
    #[must_use]
    pub const fn new(setting: &'a Setting, position: &'a Position, seat: Seat) -> Self {
        DuelEyes { setting, position, seat }
    }

    /// Returns the constant data of the game.
    #[must_use]
    pub const fn setting(self) -> &'a Setting {
        self.setting
    }

    /// Returns the seat that looks.
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// Lists every man with his number. His plan is only for his own side: see [`own`](DuelEyes::own).
    pub fn men(self) -> impl Iterator<Item = (Piece, &'a Man)> {
        (0..).map(Piece).zip(&self.position.men)
    }

    /// Returns a man of this seat's side who stands. His plan may be looked at.
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn own(self, piece: Piece) -> Option<&'a Man> {
        let man = self.position.men.get(piece.index())?;
        (knows(self.seat == man.side.seat()) && !man.down).then_some(man)
    }

    /// Returns the side of this seat if it is asked for its plans.
    #[must_use]
    pub fn plotting(self) -> Option<Side> {
        self.seat.side().filter(|side| self.position.plots(*side))
    }

    /// Returns whether this is the side of this seat, and ready.
    #[must_use]
    #[cfg_attr(feature = "looks", track_caller)]
    pub fn ready(self, side: Side) -> bool {
        knows(self.seat == side.seat()) && self.position.ready[side]
    }

    /// Returns the number of the turn, from 1.
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.position.turn
    }

    /// Returns the end of the game; `None` while it continues.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        ending::outcome(self.setting, self.position)
    }
}
