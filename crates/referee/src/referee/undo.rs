//! What a side may take back (REF-2).

use rules::{Refusal, Side, System, referee_clauses};

use super::{Referee, discloses};
use crate::entry::{Act, Item};
use crate::{Ack, RefereeError, SubmitError};

/// How many orders a side may take back in a game: nobody plays so, and a ledger must not grow without end.
const MOST_UNDONE: usize = 1000;

impl<S: System> Referee<S> {
    /// Takes back the side's last order, where no knowledge stands in the way.
    ///
    /// # Errors
    /// The refusal, or a failure of the referee.
    pub fn undo(&mut self, side: Side) -> Result<Ack, SubmitError> {
        let Some(entry) = self.undoable(side) else {
            return Err(Refusal::new(referee_clauses::UNDO, "you have no order that can be undone").into());
        };
        if self.broken {
            return Err(RefereeError::Broken.into());
        }
        self.commit(Act::Undo { by: side, entry }, Vec::new())?;
        Ok(self.ack(side.seat()))
    }

    /// The entry that an undo by this side would take back.
    ///
    /// Undo stops at the last roll the side saw, at an order of the other side, at a change that could have disclosed
    /// something, and at a change in what the side knows of the enemy. It never asks what the enemy really saw. While
    /// both sides were awaited nothing can be taken back: a plot is changed by another plot, and the other side's
    /// orders must not be felt.
    #[must_use]
    pub fn undoable(&self, side: Side) -> Option<usize> {
        if self.pending.is_some() || self.outcome().is_some() || self.undone[side] >= MOST_UNDONE {
            return None;
        }
        let n = *self.standing_entries.last()?;
        let entry = self.entries.get(n)?;
        let Act::Order { by, standing: false, .. } = entry.act else { return None };
        let trace = self.traces.get(n)?;
        if by != side || trace.learnt[side] || trace.both_awaited || self.both_awaited() {
            return None;
        }
        let stops = |item: &Item<S>| match item {
            Item::Roll { to, .. } => to.includes(side.seat()),
            Item::Change { change, .. } => S::could_disclose(&self.setting, change),
            Item::Report { clause, to, .. } => to.includes(side.seat()) && discloses::<S>(clause),
            Item::Push(_) | Item::Pop => false,
        };
        (!entry.items.iter().any(stops)).then_some(n)
    }

    /// Whether both sides are asked something now.
    pub(super) fn both_awaited(&self) -> bool {
        Side::BOTH.iter().all(|side| S::pending_question(self.eyes(side.seat())).is_some())
    }
}
