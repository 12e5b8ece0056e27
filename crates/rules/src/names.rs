//! Names that follow from the board and from a seat's handles alone.

use std::sync::Arc;

use board::LocationId;
use board::naming::{Name, Named, Naming};

use crate::{Guess, System};

/// The name of a side or a Location, the same for every reader.
#[must_use]
pub fn side_or_location<S: System>(setting: &S::Setting, kind: Named, id: u16) -> Option<Name> {
    match kind {
        Named::Side => S::SIDES.get(usize::from(id)).map(|name| Name::Text((*name).to_owned())),
        Named::Location => {
            S::ground(setting).board.locations().get(usize::from(id)).map(|location| Name::Text(location.label.clone()))
        }
        Named::Piece => None,
    }
}

/// The side or Location that has this name.
#[must_use]
pub fn side_or_location_id<S: System>(setting: &S::Setting, kind: Named, name: &Name) -> Option<u16> {
    let Name::Text(text) = name else { return None };
    match kind {
        Named::Side => S::SIDES.iter().position(|side| side == text).map(|index| index as u16),
        Named::Location => S::ground(setting).board.location_named(text).map(|LocationId(id)| id),
        Named::Piece => None,
    }
}

/// Handles written as they are.
#[derive(Debug)]
pub struct BareHandles<S: System> {
    setting: Arc<S::Setting>,
    of_piece: Vec<Option<u16>>,
}

impl<S: System> BareHandles<S> {
    /// Piece numbers are those of a guess, which tells each one's handle.
    pub fn of_guess(setting: &Arc<S::Setting>, guess: &Guess<S>) -> Arc<Self> {
        Self::of_handles(setting, guess.handles().to_vec())
    }

    /// The handle of each piece is given.
    pub fn of_handles(setting: &Arc<S::Setting>, handles: Vec<Option<u16>>) -> Arc<Self> {
        Arc::new(BareHandles { setting: Arc::clone(setting), of_piece: handles })
    }
}

impl<S: System> Naming for BareHandles<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        match kind {
            Named::Piece => {
                self.of_piece.get(usize::from(id)).copied().flatten().map(|handle| Name::Number(u32::from(handle)))
            }
            _ => side_or_location::<S>(&self.setting, kind, id),
        }
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name) {
            (Named::Piece, Name::Number(number)) => self
                .of_piece
                .iter()
                .position(|handle| handle.is_some_and(|handle| u32::from(handle) == *number))
                .map(|index| index as u16),
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}
