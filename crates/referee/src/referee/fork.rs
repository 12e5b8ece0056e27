//! Copies of a game for trying out orders.

use rules::System;

use super::Referee;
use super::checkpoints::Checkpoints;
use crate::entry::{Act, Entry};
use crate::ledger::{Sink, Writer};
use crate::seat::SeatLog;

/// A sink that saves nothing.
struct Nowhere;

impl Sink for Nowhere {
    fn append(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
}

impl<S: System> Referee<S> {
    /// Returns an independent copy of this game that writes no ledger. A waiting order is not copied.
    #[must_use]
    pub fn fork(&self) -> Self {
        Referee {
            seats: self.seats.each_ref().map(|seat| SeatLog::fork(seat, &self.start.setting, seat.events().to_vec())),
            entries: self.entries.clone(),
            checkpoints: self.checkpoints.clone(),
            standing_entries: self.standing_entries.clone(),
            answered: self.answered.clone(),
            ..self.fork_from_here()
        }
    }

    /// Returns a copy like [`fork`](Referee::fork) with an empty history of the same length, which is faster. Earlier
    /// orders can't be undone in it, and earlier ids are unknown.
    #[must_use]
    pub fn fork_from_here(&self) -> Self {
        let forgotten = |n| Entry { n, act: Act::Begin, items: Vec::new() };
        let mut checkpoints = Checkpoints::default();
        checkpoints.keep(self.entries.len(), &self.position);
        Referee {
            header: std::sync::Arc::clone(&self.header),
            start: std::sync::Arc::clone(&self.start),
            position: self.position.clone(),
            names: std::sync::Arc::clone(&self.names),
            seats: self
                .seats
                .each_ref()
                .map(|seat| SeatLog::fork(seat, &self.start.setting, vec![String::new(); seat.events().len()])),
            entries: (0..self.entries.len()).map(forgotten).collect(),
            checkpoints,
            traces: self.traces.clone(),
            standing_entries: Vec::new(),
            undone: self.undone,
            times_stood: self.times_stood,
            standing_orders: self.standing_orders.clone(),
            answered: Default::default(),
            ordinals: self.ordinals,
            dice: self.dice.clone(),
            pending: None,
            recorded: None,
            writer: Writer::clone(&self.writer),
            sink: Box::new(Nowhere),
            began: self.began,
            resigned: self.resigned,
            closed: self.closed,
            broken: self.broken,
        }
    }
}
