//! True position of a game, including everything hidden.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::objectives::Held;
use rules::{BySide, Piece, PieceSet, Side};

use crate::printed::words::{Action, Card, Phase};
use crate::state::squad::{SQUADS, Squad};
use crate::state::step::Step;
use crate::state::unit_index::UnitIndex;

/// A sewer card in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// The ground where its entrance marker lies.
    pub entrance: LocationId,
    /// Number of covered squares, from the first.
    pub covered: u8,
    /// Whether the last token shows fatigue.
    pub fatigued: bool,
}

/// The command points of a side (TOI-B34).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Command {
    /// Points that it has not spent.
    pub points: u16,
    /// Points that it has on the initiative card.
    pub on_card: u16,
}

/// The activated squad and its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Active {
    pub piece: Piece,
    /// The action that it takes.
    pub action: Action,
    /// Movement points that are left.
    pub mp_left: u8,
    /// Whether it has moved in this action.
    pub moved: bool,
    /// Whether it has fired in this action (Fire and Movement).
    pub fired: bool,
    /// Squads whose machine-gun crews have fired Op Fire at it in this action (TOI-B31).
    pub crews_fired: PieceSet,
}

/// The true position of a game, including everything hidden.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All squads, including those out of the game.
    pub(crate) squads: ArrayVec<Squad, SQUADS>,
    /// Sets of squads by property, for fast queries.
    pub(crate) unit_index: UnitIndex,
    /// Sewer cards in use; `None` for a card that its owner has back.
    pub(crate) cards: [Option<Sheet>; 6],
    /// Holder of each objective; `None` if neither side holds it.
    pub(crate) held: Held,
    /// Number of the round, from 1.
    pub(crate) round: u8,
    pub(crate) phase: Phase,
    /// The side that begins the next Action Phase.
    pub(crate) initiative: Side,
    /// The side whose turn it is.
    pub(crate) turn: Side,
    /// Number of actions left in the turn.
    pub(crate) actions_left: u8,
    /// Victory points of each side.
    pub(crate) victory: BySide<u16>,
    /// Command points of each side.
    pub(crate) command: BySide<Command>,
    /// The activated squad, if there is one.
    pub(crate) active: Option<Active>,
    /// Steps that are still to be resolved.
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn squad(&self, piece: Piece) -> Option<&Squad> {
        self.squads.get(piece.index())
    }

    /// Changes a squad and updates the sets.
    #[inline]
    pub(crate) fn change(&mut self, piece: Piece, change: impl FnOnce(&mut Squad)) {
        if let Some(squad) = self.squads.get_mut(piece.index()) {
            change(squad);
            self.unit_index.file(piece, squad);
        }
    }

    /// Whether this squad assaults from a hidden sewer and has not come up (TOI-S5).
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

/// Whether the side has a squad that can still be activated in this round (TOI-B2).
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

/// Whether the side has a squad left, on the board or below.
#[inline]
#[must_use]
pub fn has_squads(position: &Position, side: Side) -> bool {
    let squads = position.unit_index.sides[side];
    // Squads below count as alive by a clause of their own (TOI-I3).
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
