//! The whole truth.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{BySide, Group, Piece, Side};

use crate::figures::Figures;
use crate::muster::Muster;
use crate::turn::Step;

/// The Soviet side.
pub const SOVIET: Side = Side::A;
/// The German side.
pub const GERMAN: Side = Side::B;

/// The most squads of a scenario.
pub const SQUADS: usize = Group::LIMIT;
/// The most objectives of a scenario.
pub const OBJECTIVES: usize = 16;

rules::words! {
    /// A sewer card, by its colour (TOI-S1).
    Card {
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Green.
        Green = "green",
        /// Yellow.
        Yellow = "yellow",
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
}

impl Card {
    /// All cards, in the order they are given out.
    pub const ALL: [Card; 6] = [Card::Red, Card::Blue, Card::Green, Card::Yellow, Card::White, Card::Black];

    /// Its place in [`Card::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

rules::words! {
    /// What an activated squad is doing.
    Action {
        /// Advance.
        Advance = "Advance",
        /// Fire and Movement.
        FireAndMovement = "Fire and Movement",
        /// Assault.
        Assault = "Assault",
        /// It has come up and has not chosen its action.
        Emerge = "Emerge",
        /// It assaults from the sewer for all to see.
        SewerAssault = "Assault from the sewer",
        /// It assaults from a hidden sewer: its own side alone knows which squad does (TOI-S5).
        UnseenAssault = "Assault from the hidden sewer",
    }
}

rules::words! {
    /// A squad's morale (TOI-B23).
    State {
        /// In good order.
        Steady = "steady",
        /// Pinned.
        Pinned = "pinned",
        /// Disrupted.
        Disrupted = "disrupted",
    }
}

rules::words! {
    /// A squad's activation token (TOI-B4).
    Token {
        /// None: it can be activated.
        Fresh = "fresh",
        /// Fatigue side up.
        Fatigued = "fatigued",
        /// Op Fire side up, on the board.
        OpFire = "op fire",
    }
}

rules::words! {
    /// The phases of a round (TOI-B1).
    Phase {
        /// Action Phase.
        Action = "Action Phase",
        /// Command Phase.
        Command = "Command Phase",
        /// Status Phase.
        Status = "Status Phase",
        /// The game is over.
        Over = "game over",
    }
}

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

/// A sewer card in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// Where its entrance marker lies.
    pub entrance: LocationId,
    /// How many squares are covered.
    pub covered: u8,
    /// Whether the last token shows fatigue.
    pub fatigued: bool,
}

/// The activated squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Active {
    /// The squad.
    pub piece: Piece,
    /// What it does.
    pub action: Action,
    /// Movement points it has left.
    pub mp_left: u8,
    /// Whether it has moved.
    pub moved: bool,
    /// Whether it has fired (Fire and Movement).
    pub fired: bool,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All squads, those out of the game too.
    pub(crate) squads: ArrayVec<Squad, SQUADS>,
    /// Which of them are what.
    pub(crate) muster: Muster,
    /// The sewer cards; `None` lies with its owner.
    pub(crate) cards: [Option<Sheet>; 6],
    /// Who holds each objective.
    pub(crate) held: ArrayVec<Option<Side>, OBJECTIVES>,
    /// The round, from 1.
    pub(crate) round: u8,
    /// The phase.
    pub(crate) phase: Phase,
    /// Who begins the next Action Phase.
    pub(crate) initiative: Side,
    /// Whose turn it is.
    pub(crate) turn: Side,
    /// Actions left in the turn.
    pub(crate) actions_left: u8,
    /// Victory points.
    pub(crate) victory: BySide<u16>,
    /// The activated squad.
    pub(crate) active: Option<Active>,
    /// Steps to do.
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn squad(&self, piece: Piece) -> Option<&Squad> {
        self.squads.get(piece.index())
    }

    /// Changes a squad.
    #[inline]
    pub(crate) fn change(&mut self, piece: Piece, change: impl FnOnce(&mut Squad)) {
        if let Some(squad) = self.squads.get_mut(piece.index()) {
            change(squad);
            self.muster.file(piece, squad);
        }
    }

    /// Whether this squad is fighting out of a hidden sewer, and has not come up (TOI-S5).
    #[inline]
    pub(crate) fn fights_unseen(&self, piece: Piece) -> bool {
        let assaults = |active: Active| active.piece == piece && active.action == Action::UnseenAssault;
        self.active.is_some_and(assaults) && self.squad(piece).is_some_and(|squad| squad.below().is_some())
    }

    #[inline]
    pub(crate) fn sheet_mut(&mut self, card: Card) -> Option<&mut Sheet> {
        self.cards[card.index()].as_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() < 4096, "{} bytes", size_of::<Position>());
    }
}
