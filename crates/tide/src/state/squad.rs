//! Squads and their places.

use board::LocationId;
use rules::{PieceSet, Side};

use crate::printed::figures::Figures;
use crate::printed::words::{Card, State, Token};

/// Largest number of squads in a scenario.
pub const SQUADS: usize = PieceSet::LIMIT;

/// Place of a squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In a Location of the board.
    On(LocationId),
    /// Below, on a sewer card.
    Below(Card),
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squad {
    pub side: Side,
    pub figures: Figures,
    pub place: Place,
    pub state: State,
    /// Its activation token. Squads below have `Fresh` here; their card shows the token.
    pub token: Token,
    /// Index of its name in [`Setting::names`](crate::setting::Setting::names).
    pub name: u8,
}

impl Squad {
    /// Returns its Location on the board; `None` if it is below or out of the game.
    #[inline]
    #[must_use]
    pub const fn on(&self) -> Option<LocationId> {
        match self.place {
            Place::On(at) => Some(at),
            Place::Below(_) | Place::Gone => None,
        }
    }

    /// Returns its card; `None` if it is not below.
    #[inline]
    #[must_use]
    pub const fn below(&self) -> Option<Card> {
        match self.place {
            Place::Below(card) => Some(card),
            Place::On(_) | Place::Gone => None,
        }
    }

    /// Whether it was lost. A squad whose last figures went to another squad has none left, and does not count as a loss
    /// (TOI-B33).
    #[must_use]
    pub const fn is_lost(&self) -> bool {
        !self.is_alive() && self.figures.total() > 0
    }

    /// Whether it is in the game, on the board or below.
    #[inline]
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        !matches!(self.place, Place::Gone)
    }
}
