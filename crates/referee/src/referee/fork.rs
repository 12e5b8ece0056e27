//! A game once more, to try out what would come of something.

use rules::System;

use super::Referee;
use crate::ledger::{Sink, Writer};
use crate::seat::SeatLog;

/// Keeps nothing.
struct Nowhere;

impl Sink for Nowhere {
    fn append(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
}

impl<S: System> Referee<S> {
    /// This game once more, its ledger kept nowhere: what is done in one does not touch the other. An order that waits
    /// for dice is not taken along.
    #[must_use]
    pub fn fork(&self) -> Self {
        Referee {
            header: self.header.clone(),
            setting: std::sync::Arc::clone(&self.setting),
            position: self.position.clone(),
            names: std::sync::Arc::clone(&self.names),
            seats: self.seats.each_ref().map(|seat| SeatLog::fork(seat, &self.setting)),
            entries: self.entries.clone(),
            kept: self.kept.clone(),
            traces: self.traces.clone(),
            standing_entries: self.standing_entries.clone(),
            undone: self.undone,
            times_stood: self.times_stood,
            standing_orders: self.standing_orders.clone(),
            answered: self.answered.clone(),
            ordinals: self.ordinals,
            dice: self.dice.clone(),
            pending: None,
            writer: Writer::clone(&self.writer),
            sink: Box::new(Nowhere),
            began: self.began,
            resigned: self.resigned,
            closed: self.closed,
            broken: self.broken,
        }
    }
}
