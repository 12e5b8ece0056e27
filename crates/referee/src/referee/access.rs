//! What of a game can be read.

use std::sync::Arc;

use board::naming::Naming;
use rules::resolution::has_pending_question;
use rules::{Outcome, Seat, Side, System};

use crate::entry::Entry;
use crate::ledger::Header;
use crate::referee::Referee;
use crate::referee::answer::Ack;
use crate::seat::SeatLog;

impl<S: System> Referee<S> {
    /// The question that a side must answer now; `None` if it has none.
    #[must_use]
    pub fn pending_question(&self, side: Side) -> Option<S::Question> {
        if !self.began || self.outcome().is_some() { None } else { S::pending_question(self.eyes(side.seat())) }
    }

    /// The result of the game; `None` while it continues.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        S::outcome(&self.start.setting, &self.position).or_else(|| self.resignation())
    }

    /// Whether no side has a question although the game is not over, which is a defect of the system.
    #[must_use]
    pub fn stuck(&self) -> bool {
        self.began && self.outcome().is_none() && !has_pending_question::<S>(&self.start.setting, &self.position)
    }

    /// A seat's log head, and the number of events in its log.
    #[must_use]
    pub fn ack(&self, seat: Seat) -> Ack {
        let log = self.seat(seat);
        Ack { heard: log.heard(), head: log.head(), public: self.seat(Seat::Spectator).head() }
    }

    /// The true position restricted to what a seat may see.
    #[must_use]
    pub fn eyes(&self, seat: Seat) -> S::Eyes<'_> {
        S::eyes(&self.start.setting, &self.position, seat)
    }

    /// The log of a seat, with its names.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &SeatLog<S> {
        &self.seats[seat.index()]
    }

    /// The constant part of the game.
    #[must_use]
    pub fn setting(&self) -> &Arc<S::Setting> {
        &self.start.setting
    }

    /// The true position. For the host, tests and the end of the game only; never show it to a seat.
    #[must_use]
    pub fn true_position(&self) -> &S::Position {
        &self.position
    }

    /// Replaces the position without any event and forgets what could be undone, for tests of secrecy.
    #[cfg(feature = "suite")]
    pub fn pretend(&mut self, position: S::Position) {
        self.checkpoints.keep(self.entries.len(), &position);
        self.position = position;
        self.standing_entries.clear();
    }

    /// The names in the scenario, which include hidden pieces.
    #[must_use]
    pub fn true_names(&self) -> Arc<dyn Naming> {
        Arc::clone(&self.names) as Arc<dyn Naming>
    }

    /// The names in the scenario, and those of pieces still to come, for reading what an order will do.
    #[must_use]
    pub fn names_to_come(&self) -> Arc<dyn Naming> {
        self.names.foreseeing()
    }

    /// The first line of the ledger.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// All entries of the ledger so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry<S>] {
        self.entries.whole()
    }

    /// An entry of the ledger by its number, if it is at hand: one of the latest.
    pub(crate) fn entry(&self, number: usize) -> Option<&Entry<S>> {
        self.entries.at_hand(number).unwrap_or_default().first()
    }

    /// Number of entries of the ledger so far.
    #[must_use]
    pub fn number_of_entries(&self) -> usize {
        self.entries.len()
    }
}
