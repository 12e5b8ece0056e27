//! Names that depend only on the board and on a seat's handles.

use std::sync::Arc;

use board::LocationId;
use board::naming::{Name, Named, Naming};

use crate::{Guess, System};

/// Returns the name of a side or Location, which is the same for every reader. `None` for a piece, or if `id` is out of
/// range.
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

/// Returns the id of the side or Location with this name. `None` for a piece or an unknown name.
#[must_use]
pub fn side_or_location_id<S: System>(setting: &S::Setting, kind: Named, name: &Name) -> Option<u16> {
    let Name::Text(text) = name else { return None };
    match kind {
        Named::Side => S::SIDES.iter().position(|side| side == text).map(|index| index as u16),
        Named::Location => S::ground(setting).board.location_named(text).map(|LocationId(id)| id),
        Named::Piece => None,
    }
}

/// A naming that writes each piece as its handle number.
#[derive(Debug)]
pub struct BareHandles<S: System> {
    setting: Arc<S::Setting>,
    of_piece: Vec<Option<u16>>,
}

impl<S: System> BareHandles<S> {
    /// Creates a naming for the piece numbers of a guess.
    pub fn of_guess(setting: &Arc<S::Setting>, guess: &Guess<S>) -> Arc<Self> {
        Self::of_handles(setting, guess.handles().to_vec())
    }

    /// Creates a naming in which piece `n` has the handle `handles[n]`; `None` makes a piece unnameable.
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
