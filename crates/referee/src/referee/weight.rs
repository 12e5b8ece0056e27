//! How much memory a game takes.

use std::sync::Arc;

use rules::System;

use super::Referee;
use crate::entry::{Entry, Item};
use crate::seat::SeatLog;

/// Bytes beside its content that a short text takes: the allocator's, and the text's own place.
const A_TEXT: usize = 40;

impl<S: System> Referee<S> {
    /// Returns the estimated bytes that the game takes in memory, without what it shares with other games of its
    /// scenario.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let clauses = self.header.clauses.as_ref().map_or(0, |clauses| clauses.len());
        let header = self.header.scenario.text.len() + clauses * 2 * A_TEXT;
        let entries: usize = self.entries.iter().map(entry::<S>).sum();
        let checkpoints = self.checkpoints.len() * size_of::<S::Position>();
        let seats: usize = self.seats.iter().map(SeatLog::bytes).sum();
        let answered: usize = self.answered.values().map(|(words, _)| words.len() + 4 * A_TEXT).sum();
        size_of::<Self>() + header + entries + checkpoints + seats + answered
    }
}

impl<S: System> Referee<S> {
    /// Returns the estimated bytes of what the game shares with all other games of its scenario in memory, and a number
    /// that only these games have.
    #[must_use]
    pub fn shared_bytes(&self) -> (usize, usize) {
        let bytes = size_of::<S::Position>() + S::setting_bytes(self.setting());
        (bytes, Arc::as_ptr(self.setting()).addr())
    }
}

/// Bytes of an entry. Each of its items names a clause.
fn entry<S: System>(entry: &Entry<S>) -> usize {
    size_of::<Entry<S>>() + entry.items.len() * (size_of::<Item<S>>() + A_TEXT / 2)
}

impl<S: System> SeatLog<S> {
    /// Returns the estimated bytes of the log, its view and its memory.
    pub(crate) fn bytes(&self) -> usize {
        let lines: usize = self.events().iter().map(|line| line.len() + A_TEXT).sum();
        let facts: usize = self.facts().map(|line| line.len() + 2 * A_TEXT + size_of::<S::Fact>()).sum();
        lines + size_of_val(self.heads()) + facts + self.memory().bytes()
    }
}
