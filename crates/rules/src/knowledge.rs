//! What a seat knows, and positions that would fit it.

use std::sync::Arc;

use rand::Rng;

use crate::{GamePlay, Piece, RollRecord, Seat};

/// One thing that a seat saw, heard or did.
#[derive(Clone, Debug)]
pub enum Observation<S: GamePlay> {
    /// An order of its own.
    Ordered(S::Order),
    /// A report.
    Report(S::Report),
    /// From here on this piece stands for another handle: the one before has been out of sight for long.
    HandleReused(Piece),
    /// Dice it saw fall.
    Rolled(RollRecord),
    /// An order was taken back; what was heard of it is not in the list any more. Pieces that it had put out of sight are
    /// seen again by new handles.
    Undone {
        /// Facts of them as they were.
        gone: Vec<S::Fact>,
        /// The same facts by their new handles.
        new: Vec<S::Fact>,
    },
    /// Its view changed: facts that stopped and facts that began to hold.
    ViewChanged {
        /// No longer in the view.
        gone: Vec<S::Fact>,
        /// New in the view.
        new: Vec<S::Fact>,
    },
}

/// What a seat knows: its view now and all it was told. Pieces in it stand for the seat's own handles, not for true
/// ones, so that a piece that was out of sight is a stranger here too. They are numbered below [`PieceSet::LIMIT`] as long
/// as no more are in sight at once: a number comes to stand for another handle ([`Observation::HandleReused`]) when its own is out of
/// sight for good.
///
/// [`PieceSet::LIMIT`]: crate::PieceSet::LIMIT
#[derive(Clone, Debug)]
pub struct Knowledge<S: GamePlay> {
    setting: Arc<S::Setting>,
    seat: Seat,
    facts: Vec<S::Fact>,
    observations: Arc<Vec<Observation<S>>>,
    handles: Arc<[u16]>,
}

impl<S: GamePlay> Knowledge<S> {
    /// For the referee: facts and what was heard, and the handle for which each piece in them stands now.
    #[must_use]
    pub fn new(
        setting: Arc<S::Setting>,
        seat: Seat,
        facts: Vec<S::Fact>,
        observations: impl Into<Arc<Vec<Observation<S>>>>,
        handles: impl Into<Arc<[u16]>>,
    ) -> Self {
        Knowledge { setting, seat, facts, observations: observations.into(), handles: handles.into() }
    }

    /// The last handle of those for which its pieces stand.
    #[must_use]
    pub fn last_handle(&self) -> u16 {
        self.handles.iter().copied().max().unwrap_or_default()
    }

    /// The handle for which a piece stands.
    #[must_use]
    pub fn handle(&self, piece: Piece) -> Option<u16> {
        self.handles.get(piece.index()).copied()
    }

    /// What never changes in this game; public by definition.
    #[must_use]
    pub fn setting(&self) -> &Arc<S::Setting> {
        &self.setting
    }

    /// Whose knowledge it is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The view now.
    #[must_use]
    pub fn facts(&self) -> &[S::Fact] {
        &self.facts
    }

    /// All it was told so far.
    #[must_use]
    pub fn observations(&self) -> &[Observation<S>] {
        &self.observations
    }
}

/// A number below `bound` (at least 1), for drawing a guess.
pub fn number_below(rng: &mut impl Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// A position that a seat's knowledge allows. The determinization that odds and computer players work on, and a different
/// type from the true position, so that neither can stand for the other.
#[derive(Clone, Debug)]
pub struct Guess<S: GamePlay> {
    position: S::Position,
    handles: Vec<Option<u16>>,
}

impl<S: GamePlay> Guess<S> {
    /// A guessed position, with the piece of the knowledge that each of its pieces is (`None` for one the seat does not
    /// see).
    #[must_use]
    pub fn new(known: &Knowledge<S>, position: S::Position, seen: Vec<Option<Piece>>) -> Self {
        let handles = seen.into_iter().map(|piece| known.handle(piece?)).collect();
        Guess { position, handles }
    }

    /// The guessed position.
    #[must_use]
    pub fn position(&self) -> &S::Position {
        &self.position
    }

    /// The seat's handle of each piece of the guess.
    #[must_use]
    pub fn handles(&self) -> &[Option<u16>] {
        &self.handles
    }
}
