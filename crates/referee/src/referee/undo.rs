//! Undo of a side's last order (REF-2).

use rules::{BySide, Refusal, Side, System, referee_clauses};

use super::{Referee, discloses};
use crate::entry::{Act, Entry, Item};
use crate::{Ack, RefereeError, SubmitError};

/// Maximum number of orders a side may undo in a game. Far above normal use; it limits the size of the ledger.
const MOST_UNDONE: usize = 1000;

impl<S: System> Referee<S> {
    /// Undoes the side's last order, if it revealed nothing.
    ///
    /// # Errors
    /// Refuses if no order can be undone (REF-2). Fails if the ledger can't be written.
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

    /// The number of the entry that this side could undo now; `None` if there is none.
    ///
    /// Undo stops at:
    /// - the last roll that the side saw;
    /// - an order of the other side, or one given by a standing order;
    /// - a change that could have disclosed something, whatever the enemy really saw;
    /// - a change in what the side knows of the enemy.
    ///
    /// Nothing can be undone while both sides have a question: plots are changed by new plots, and the other side's
    /// orders must have no visible effect.
    #[must_use]
    pub fn undoable(&self, side: Side) -> Option<usize> {
        if self.pending.is_some() || self.outcome().is_some() || self.undone[side] >= MOST_UNDONE {
            return None;
        }
        let n = *self.standing_entries.last()?;
        let trace = self.traces.get(n)?;
        (trace.undoable_by == Some(side) && !self.both_awaited()).then_some(n)
    }

    /// The side that may undo an entry as long as it is the last order, from what has come of it; `None` if none may.
    pub(super) fn may_undo(&self, entry: &Entry<S>, learnt: BySide<bool>, both_awaited: bool) -> Option<Side> {
        let Act::Order { by: side, standing: false, .. } = entry.act else { return None };
        let stops = |item: &Item<S>| match item {
            Item::Roll { to, .. } => to.includes(side.seat()),
            Item::Change { change, .. } => S::could_disclose(&self.start.setting, change),
            Item::Report { clause, to, .. } => to.includes(side.seat()) && discloses::<S>(clause),
            Item::Push(_) | Item::Pop => false,
        };
        let may = !learnt[side] && !both_awaited && !entry.items.iter().any(stops);
        may.then_some(side)
    }

    /// Whether both sides have a question to answer now.
    pub(super) fn both_awaited(&self) -> bool {
        Side::BOTH.iter().all(|side| S::pending_question(self.eyes(side.seat())).is_some())
    }
}
