//! The position of a game, with everything that is hidden in it.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::objectives::Held;
use rules::{BySide, Piece, Side};

use crate::printed::words::{Action, Card, Phase};
use crate::state::squad::{SQUADS, Squad};
use crate::state::step::Step;
use crate::state::unit_index::UnitIndex;

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

/// The position of a game, with everything that is hidden in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All squads, those out of the game too.
    pub(crate) squads: ArrayVec<Squad, SQUADS>,
    /// Which of them are what.
    pub(crate) unit_index: UnitIndex,
    /// The sewer cards; `None` lies with its owner.
    pub(crate) cards: [Option<Sheet>; 6],
    /// Who holds each objective.
    pub(crate) held: Held,
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
            self.unit_index.file(piece, squad);
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

/// Whether the side has anything left to activate (TOI-B2).
#[inline]
#[must_use]
pub fn has_fresh(position: &Position, side: Side) -> bool {
    let (squads, unit_index) = (position.unit_index.sides[side], &position.unit_index);
    let fresh_below = |squad: &Squad| {
        let sheet = squad.below().and_then(|card| position.cards[card.index()]);
        sheet.is_none_or(|sheet| !sheet.fatigued)
    };
    !(squads & unit_index.fresh).is_empty()
        || (squads - unit_index.on).iter().filter_map(|piece| position.squad(piece)).any(fresh_below)
}

/// Whether the side has a squad left, above or below.
#[inline]
#[must_use]
pub fn has_squads(position: &Position, side: Side) -> bool {
    let squads = position.unit_index.sides[side];
    // Squads below are alive.
    !if crate::printed::clause::I3.is_in_force() { squads } else { squads & position.unit_index.on }.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() < 4096, "{} bytes", size_of::<Position>());
    }
}
