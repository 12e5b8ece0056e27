//! Repeated orders: they get their first answer and are not carried out again (REF-6).

use board::naming::naming;
use rules::{Refusal, Side, System, referee_clauses};
use serde::Deserialize;
use serde_json::Value;

use super::Referee;
use crate::canonical::canonical;
use crate::dice::RollAsked;
use crate::entry::{Act, Entry};
use crate::memory::Numbers;
use crate::{Ack, RefereeError};

impl<S: System> Referee<S> {
    /// Whether an order of this side was carried out under this id.
    #[must_use]
    pub fn has_answered(&self, side: Side, id: &str) -> bool {
        self.answered.get(side, id).is_some()
    }

    /// Returns the first answer to an order repeated under its id; `None` for a new id. Compares names, not pieces.
    ///
    /// # Errors
    /// Refuses if the id was used for another order (REF-6), or the JSON is not an order (REF-8).
    pub fn repeated(&self, side: Side, id: &str, written: &Value) -> Result<Option<Ack>, Refusal> {
        if !self.has_answered(side, id) {
            return Ok(None);
        }
        // Parsed and serialized with an arbitrary number for each handle: this normalizes the text without resolving
        // any piece.
        let words = naming(Numbers::<S>::new(&self.start.setting), || {
            S::Order::deserialize(written).and_then(|order| canonical(&order))
        })
        .map_err(|error| Refusal::new(referee_clauses::COMPLETE, error.to_string()))?;
        self.answer_again(side, id, &words)
    }

    pub(super) fn answer_again(&self, side: Side, id: &str, words: &str) -> Result<Option<Ack>, Refusal> {
        match self.answered.get(side, id) {
            None => Ok(None),
            Some((same, ack)) if same == words => Ok(Some(*ack)),
            Some(_) => Err(Refusal::new(referee_clauses::REPEATED, "this id was used for another order")),
        }
    }

    /// Returns the roll that the waiting order with this id needs; `None` if no order with this id waits.
    ///
    /// # Errors
    /// Refuses if the waiting order with this id is another one (REF-6).
    pub(super) fn waits_again(&self, side: Side, id: &str, order: &S::Order) -> Result<Option<RollAsked>, Refusal> {
        match &self.pending {
            Some(pending) if pending.side == side && pending.id.as_deref() == Some(id) => {
                referee_clauses::REPEATED.forbids(pending.order != *order, "this id was used for another order")?;
                Ok(self.roll_asked().cloned())
            }
            _ => Ok(None),
        }
    }

    /// Returns an order as canonical JSON in a side's own names.
    pub(super) fn words(&self, side: Side, order: &S::Order) -> Result<String, RefereeError> {
        naming(self.seats[side.index()].names(), || canonical(order)).map_err(RefereeError::unnamed)
    }

    /// Records the answer to an order during replay, for later repetitions.
    pub(crate) fn remember(&mut self, entry: &Entry<S>, words: Option<String>) {
        if let (Act::Order { by, id: Some(id), .. }, Some(words)) = (&entry.act, words) {
            let ack = self.ack(by.seat());
            self.answered.insert(*by, id.clone(), words, ack);
        }
    }

    /// Returns the JSON of an entry's order in the names that were valid before the entry.
    pub(crate) fn words_of(&self, entry: &Entry<S>) -> Option<String> {
        match &entry.act {
            Act::Order { by, order, id: Some(_), .. } => self.words(*by, order).ok(),
            _ => None,
        }
    }
}
