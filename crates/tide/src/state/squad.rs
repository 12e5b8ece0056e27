//! Squads.

use board::LocationId;
use rules::{PieceSet, Side};

use crate::printed::figures::Figures;
use crate::printed::words::{Card, State, Token};

/// The most squads of a scenario.
pub const SQUADS: usize = PieceSet::LIMIT;
/// Where a squad is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On the board.
    On(LocationId),
    /// Below, on a sewer card.
    Below(Card),
    /// Out of the game.
    Gone,
}

/// A squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squad {
    /// Whose it is.
    pub side: Side,
    /// Who is in it.
    pub figures: Figures,
    /// Where it is.
    pub place: Place,
    /// Its morale.
    pub state: State,
    /// Its token; below, the card shows it instead.
    pub token: Token,
    /// Its name, as a place in the scenario's list of names.
    pub name: u8,
}

impl Squad {
    /// Where it stands on the board, if it does.
    #[inline]
    #[must_use]
    pub const fn on(&self) -> Option<LocationId> {
        match self.place {
            Place::On(at) => Some(at),
            Place::Below(_) | Place::Gone => None,
        }
    }

    /// The card it is on, if it is below.
    #[inline]
    #[must_use]
    pub const fn below(&self) -> Option<Card> {
        match self.place {
            Place::Below(card) => Some(card),
            Place::On(_) | Place::Gone => None,
        }
    }

    /// Whether it is still in the game.
    #[inline]
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        !matches!(self.place, Place::Gone)
    }
}
