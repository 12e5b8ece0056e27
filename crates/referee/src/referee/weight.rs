//! How much memory a game takes.

use std::sync::Arc;

use rules::System;

use super::Referee;
use crate::entry::{Entry, Item};
use crate::history::{Names, Weight};
use crate::seat::SeatLog;

/// Bytes beside its content that a short text takes: the allocator's, and the text's own place.
pub(super) const A_TEXT: usize = 40;

impl<S: System> Referee<S> {
    /// Returns the estimated bytes that the game takes in memory, without what it shares with other games of its
    /// scenario. It is a sum of totals, so it takes equally long for every game.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let clauses = self.header.clauses.as_ref().map_or(0, |clauses| clauses.len());
        let header = self.header.scenario.text.len() + clauses * 2 * A_TEXT;
        let checkpoints = self.checkpoints.len() * size_of::<S::Position>();
        let seats: usize = self.seats.iter().map(SeatLog::bytes).sum();
        size_of::<Self>() + header + self.entries.bytes() + checkpoints + seats + self.answered.bytes()
    }
}

impl<S: System> Referee<S> {
    /// Packs what is seldom looked at: earlier entries and events, up to some thousand bytes of each list. Returns whether
    /// there may be more to pack. Offers, orders and undos never look at what is packed; events are unpacked for a seat
    /// that asks for early ones.
    pub fn pack(&mut self) -> bool {
        let entries = self.entries.pack(Arc::clone(&self.names) as Names, self.checkpoints.undo_from());
        self.seats.iter_mut().fold(entries, |more, seat| seat.pack() | more)
    }

    /// Forgets the knowledge that was read of the logs. It is read again when it is needed, which takes long, so this is
    /// for games that rest.
    pub fn forget(&self) {
        for seat in &self.seats {
            seat.forget(&self.start.setting);
        }
    }

    /// Returns the estimated bytes of what the game shares with all other games of its scenario in memory, and a number
    /// that only these games have.
    #[must_use]
    pub fn shared_bytes(&self) -> (usize, usize) {
        let bytes = size_of::<S::Position>() + S::setting_bytes(self.setting());
        (bytes, Arc::as_ptr(self.setting()).addr())
    }
}

impl<S: System> Weight for Entry<S> {
    /// Each of its items names a clause.
    fn weight(&self) -> usize {
        size_of::<Self>() + self.items.len() * (size_of::<Item<S>>() + A_TEXT / 2)
    }
}

impl Weight for String {
    fn weight(&self) -> usize {
        self.len() + A_TEXT
    }
}

impl<S: System> SeatLog<S> {
    /// Returns the estimated bytes of the log, its view and its memory.
    pub(crate) fn bytes(&self) -> usize {
        let (facts, text) = self.facts_size();
        let facts = text + facts * (2 * A_TEXT + size_of::<S::Fact>());
        self.events_bytes() + facts + self.memory().bytes()
    }
}
