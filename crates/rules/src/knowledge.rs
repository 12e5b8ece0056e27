//! The knowledge of a seat, and possible positions consistent with it.

use std::sync::Arc;

use rand::Rng;

use crate::{GamePlay, Piece, RollRecord, Seat};

/// One item in the history of a seat: an order it gave, or something it saw or was sent.
#[derive(Clone, Debug)]
pub enum Observation<S: GamePlay> {
    /// An order that this seat gave.
    Ordered(S::Order),
    /// A report that this seat received.
    Report(S::Report),
    /// From here on this piece number stands for another handle: the piece it stood for had long been out of sight.
    HandleReused(Piece),
    /// A roll whose dice this seat saw.
    Rolled(RollRecord),
    /// An order was undone, and its observations were removed from the list. Pieces that the order had put out of sight
    /// reappear under new handles.
    Undone {
        /// Facts about those pieces under their former handles.
        gone: Vec<S::Fact>,
        /// The corresponding facts under the new handles.
        new: Vec<S::Fact>,
    },
    /// Facts of the view stopped or began to hold.
    ViewChanged {
        /// Facts that no longer hold.
        gone: Vec<S::Fact>,
        /// Facts that began to hold.
        new: Vec<S::Fact>,
    },
}

/// Everything a seat knows: its current view and all its observations. Piece numbers in it stand for the seat's
/// handles, not for true pieces, and a piece that was out of sight returns under another number. Numbers stay below
/// [`PieceSet::LIMIT`] while at most that many pieces are in sight at once. A number is reused
/// ([`Observation::HandleReused`]) when its handle is out of sight for good.
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
    /// Creates the knowledge of a seat; called by the referee. `handles[n]` is the handle that piece number `n` stands
    /// for now.
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

    /// Returns the same knowledge with its facts in another order.
    #[must_use]
    pub fn with_facts(self, facts: Vec<S::Fact>) -> Self {
        Knowledge { facts, ..self }
    }

    /// The highest handle that any piece number stands for; 0 if there is none.
    #[must_use]
    pub fn last_handle(&self) -> u16 {
        self.handles.iter().copied().max().unwrap_or_default()
    }

    /// The handle that a piece number stands for; `None` if it is out of range.
    #[must_use]
    pub fn handle(&self, piece: Piece) -> Option<u16> {
        self.handles.get(piece.index()).copied()
    }

    /// The constant part of the game, which is public.
    #[must_use]
    pub fn setting(&self) -> &Arc<S::Setting> {
        &self.setting
    }

    /// The seat that has this knowledge.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The facts of the current view.
    #[must_use]
    pub fn facts(&self) -> &[S::Fact] {
        &self.facts
    }

    /// All observations so far, oldest first.
    #[must_use]
    pub fn observations(&self) -> &[Observation<S>] {
        &self.observations
    }
}

/// Returns a uniformly distributed number from 0 to `bound - 1`. `bound` must be at least 1.
pub fn number_below(rng: &mut impl Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// A possible position: one that is consistent with what a seat knows (a determinization). Odds and computer players
/// work on guesses. The type differs from that of the true position, and neither can be passed for the other.
#[derive(Clone, Debug)]
pub struct Guess<S: GamePlay> {
    position: S::Position,
    handles: Vec<Option<u16>>,
}

impl<S: GamePlay> Guess<S> {
    /// Creates a guess. `seen[n]` is the piece number in `known` of piece `n` of the guess, or `None` if the seat does
    /// not see that piece.
    #[must_use]
    pub fn new(known: &Knowledge<S>, position: S::Position, seen: Vec<Option<Piece>>) -> Self {
        let handles = seen.into_iter().map(|piece| known.handle(piece?)).collect();
        Guess { position, handles }
    }

    /// The guessed position, complete with hidden units.
    #[must_use]
    pub fn position(&self) -> &S::Position {
        &self.position
    }

    /// The seat's handle of each piece of the guess; `None` for a piece that the seat does not see.
    #[must_use]
    pub fn handles(&self) -> &[Option<u16>] {
        &self.handles
    }
}
