//! Names of pieces and Locations for each kind of reader.

use std::collections::HashMap;
use std::sync::Arc;

use board::naming::{Name, Named, Naming};
use fair::Nonce;
use rules::names::{BareHandles, side_or_location, side_or_location_id};
use rules::{Piece, Seat, System};
use sha2::{Digest, Sha256};

use crate::RefereeError;
use crate::seat::written_view;

/// The scenario's own names: what the ledger and the conformance cases use. They name hidden things too.
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
    /// Orders what looks alike; nobody knows it before the game ends.
    key: Option<Nonce>,
}

impl Handles {
    /// No handles yet.
    #[must_use]
    pub fn new(key: Nonce) -> Self {
        Handles { key: Some(key), ..Handles::default() }
    }

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

    /// Handles after another look: pieces that came into sight get new ones, and those that went out of sight lose
    /// theirs. `None` when nothing came or went.
    ///
    /// Of several that come at once, which gets the lower number follows from what the seat sees of them: the order of
    /// the position's list is that of the scenario file, and who knows the file would know like pieces apart. Only at
    /// the first look it is that order: the set-up of a scenario is public.
    ///
    /// # Errors
    /// When all handles there are have been given.
    pub(crate) fn after<S: System>(
        &self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        seat: Seat,
    ) -> Result<Option<Handles>, RefereeError> {
        let count = S::pieces(position);
        let eyes = S::eyes(setting, position, seat);
        let sees = |index: usize| S::sees(eyes, Piece(index as u16));
        // A list that grew by pieces this seat does not see is the same to it.
        if (0..count).all(|index| self.handle(Piece(index as u16)).is_some() == sees(index)) {
            return Ok(None);
        }
        let mut next = self.clone();
        next.of_piece.resize(count, None);
        let mut come = Vec::new();
        for (index, slot) in next.of_piece.iter_mut().enumerate() {
            match (sees(index), *slot) {
                (true, None) => come.push(index),
                (false, Some(handle)) => {
                    next.pieces.remove(&handle);
                    *slot = None;
                }
                _ => {}
            }
        }
        if come.len() > 1 && !self.pieces.is_empty() {
            let looks = next.looks::<S>(setting, position, seat, &come)?;
            come.sort_by_cached_key(|index| (looks.get(index).cloned(), self.draw(*index)));
        }
        for index in come {
            next.last = next.last.checked_add(1).ok_or(RefereeError::Handles)?;
            next.pieces.insert(next.last, Piece(index as u16));
            if let Some(slot) = next.of_piece.get_mut(index) {
                *slot = Some(next.last);
            }
        }
        Ok(Some(next))
    }

    /// A number for a piece that nobody can foresee, another one at each look.
    fn draw(&self, index: usize) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(b"undercity/handle/1");
        if let Some(key) = &self.key {
            hash.update(key.as_bytes());
        }
        hash.chain_update(self.last.to_be_bytes()).chain_update((index as u64).to_be_bytes()).finalize().into()
    }

    /// What a seat sees of each of these pieces, that piece called 0 and the others that come with it 65535.
    fn looks<S: System>(
        &self,
        setting: &Arc<S::Setting>,
        position: &S::Position,
        seat: Seat,
        come: &[usize],
    ) -> Result<HashMap<usize, Vec<String>>, RefereeError> {
        let mut looks = HashMap::new();
        for &piece in come {
            let mut of_piece = self.of_piece.clone();
            for &other in come {
                if let Some(slot) = of_piece.get_mut(other) {
                    *slot = Some(if other == piece { 0 } else { u16::MAX });
                }
            }
            let names = BareHandles::<S>::of_handles(setting, of_piece);
            looks.insert(piece, written_view::<S>(setting, position, seat, names)?.facts.into_iter().collect());
        }
        Ok(looks)
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
