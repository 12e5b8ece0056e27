//! Names of pieces and Locations for each kind of reader.

use std::collections::HashMap;
use std::sync::Arc;

use board::LocationId;
use board::naming::{Name, Named, Naming};
use rules::{Piece, Seat, System};

use crate::RefereeError;

fn side_or_location<S: System>(setting: &S::Setting, kind: Named, id: u16) -> Option<Name> {
    match kind {
        Named::Side => S::SIDES.get(usize::from(id)).map(|name| Name::Text((*name).to_owned())),
        Named::Location => {
            S::board(setting).locations().get(usize::from(id)).map(|location| Name::Text(location.label.clone()))
        }
        Named::Piece => None,
    }
}

fn side_or_location_id<S: System>(setting: &S::Setting, kind: Named, name: &Name) -> Option<u16> {
    let Name::Text(text) = name else { return None };
    match kind {
        Named::Side => S::SIDES.iter().position(|side| side == text).map(|index| index as u16),
        Named::Location => S::board(setting).location_named(text).map(|LocationId(id)| id),
        Named::Piece => None,
    }
}

/// The scenario's own names: what the ledger and the conformance cases use. They tell the whole truth.
#[derive(Debug)]
pub struct TrueNames<S: System> {
    setting: Arc<S::Setting>,
    pieces: HashMap<String, u16>,
}

impl<S: System> TrueNames<S> {
    /// The names of a game's setting and position.
    pub fn new(setting: &Arc<S::Setting>, position: &S::Position) -> Arc<Self> {
        let pieces = (0..S::pieces(position) as u16)
            .filter_map(|id| Some((S::piece_name(setting, Piece(id))?.to_owned(), id)))
            .collect();
        Arc::new(TrueNames { setting: Arc::clone(setting), pieces })
    }
}

impl<S: System> Naming for TrueNames<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        match kind {
            Named::Piece => S::piece_name(&self.setting, Piece(id)).map(|name| Name::Text(name.to_owned())),
            _ => side_or_location::<S>(&self.setting, kind, id),
        }
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name) {
            (Named::Piece, Name::Text(text)) => self.pieces.get(text).copied(),
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}

/// Handles: a seat's own numbers for the pieces it sees. A piece that goes out of sight loses its handle for good and
/// comes back under a new one. Handles count only what the seat has seen.
#[derive(Clone, Debug, Default)]
pub struct Handles {
    of_piece: Vec<Option<u16>>,
    pieces: HashMap<u16, Piece>,
    last: u16,
}

impl Handles {
    /// The handle of a piece in sight.
    #[must_use]
    pub fn handle(&self, piece: Piece) -> Option<u16> {
        self.of_piece.get(piece.index()).copied().flatten()
    }

    /// The piece in sight that has this handle.
    #[must_use]
    pub fn piece(&self, handle: u16) -> Option<Piece> {
        self.pieces.get(&handle).copied()
    }

    /// Handles after another look: pieces that came into sight get new ones, in the order of the position's list, and
    /// those that went out of sight lose theirs. `None` when nothing came or went.
    ///
    /// # Errors
    /// When all handles there are have been given.
    pub(crate) fn after<S: System>(
        &self,
        setting: &S::Setting,
        position: &S::Position,
        seat: Seat,
    ) -> Result<Option<Handles>, RefereeError> {
        let count = S::pieces(position);
        let eyes = S::eyes(setting, position, seat);
        let sees = |index: usize| S::sees(eyes, Piece(index as u16));
        let same = self.of_piece.len() == count
            && self.of_piece.iter().enumerate().all(|(index, handle)| handle.is_some() == sees(index));
        if same {
            return Ok(None);
        }
        let mut next = self.clone();
        next.of_piece.resize(count, None);
        for (index, slot) in next.of_piece.iter_mut().enumerate() {
            match (sees(index), *slot) {
                (true, None) => {
                    next.last = next.last.checked_add(1).ok_or(RefereeError::Handles)?;
                    next.pieces.insert(next.last, Piece(index as u16));
                    *slot = Some(next.last);
                }
                (false, Some(handle)) => {
                    next.pieces.remove(&handle);
                    *slot = None;
                }
                _ => {}
            }
        }
        Ok(Some(next))
    }
}

/// A seat's names: its handles, and the board's labels.
#[derive(Debug)]
pub struct SeatNames<S: System> {
    setting: Arc<S::Setting>,
    pub(crate) handles: Handles,
}

impl<S: System> SeatNames<S> {
    /// The names a seat uses while it has these handles.
    pub fn new(setting: &Arc<S::Setting>, handles: Handles) -> Arc<Self> {
        Arc::new(SeatNames { setting: Arc::clone(setting), handles })
    }
}

impl<S: System> Naming for SeatNames<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        match kind {
            Named::Piece => self.handles.handle(Piece(id)).map(|handle| Name::Number(u32::from(handle))),
            _ => side_or_location::<S>(&self.setting, kind, id),
        }
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name) {
            (Named::Piece, Name::Number(number)) => {
                let handle = u16::try_from(*number).ok()?;
                self.handles.piece(handle).map(|Piece(id)| id)
            }
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}

/// Handles written as they are: how [`rules::Knowledge`] holds pieces.
#[derive(Debug)]
pub struct BareHandles<S: System> {
    setting: Arc<S::Setting>,
    of_piece: Option<Vec<Option<u16>>>,
}

impl<S: System> BareHandles<S> {
    /// Piece numbers are handles.
    pub fn of_knowledge(setting: &Arc<S::Setting>) -> Arc<Self> {
        Arc::new(BareHandles { setting: Arc::clone(setting), of_piece: None })
    }

    /// Piece numbers are those of a guess, which tells each one's handle.
    pub fn of_guess(setting: &Arc<S::Setting>, guess: &rules::Guess<S>) -> Arc<Self> {
        Arc::new(BareHandles { setting: Arc::clone(setting), of_piece: Some(guess.handles().to_vec()) })
    }
}

impl<S: System> Naming for BareHandles<S> {
    fn name(&self, kind: Named, id: u16) -> Option<Name> {
        match (kind, &self.of_piece) {
            (Named::Piece, None) => Some(Name::Number(u32::from(id))),
            (Named::Piece, Some(handles)) => {
                handles.get(usize::from(id)).copied().flatten().map(|handle| Name::Number(u32::from(handle)))
            }
            _ => side_or_location::<S>(&self.setting, kind, id),
        }
    }

    fn id(&self, kind: Named, name: &Name) -> Option<u16> {
        match (kind, name, &self.of_piece) {
            (Named::Piece, Name::Number(number), None) => u16::try_from(*number).ok(),
            (Named::Piece, Name::Number(number), Some(handles)) => handles
                .iter()
                .position(|handle| handle.is_some_and(|handle| u32::from(handle) == *number))
                .map(|index| index as u16),
            _ => side_or_location_id::<S>(&self.setting, kind, name),
        }
    }
}
