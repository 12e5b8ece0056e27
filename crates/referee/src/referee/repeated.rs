//! The same order twice: it is answered as it was the first time, and not done again (REF-6).

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
    /// Whether an order of this side was done under this id.
    #[must_use]
    pub fn has_answered(&self, side: Side, id: &str) -> bool {
        self.answered.contains_key(&(side, id.to_owned()))
    }

    /// What an order that comes again under its id is answered; `None` for a new id. Compares words, never pieces.
    ///
    /// # Errors
    /// When the id was used for another order.
    pub fn repeated(&self, side: Side, id: &str, written: &Value) -> Result<Option<Ack>, Refusal> {
        if !self.answered.contains_key(&(side, id.to_owned())) {
            return Ok(None);
        }
        // Read and written again with a number for each handle: the same words in the same form, and no piece meant.
        let words = naming(Numbers::<S>::new(&self.setting), || {
            S::Order::deserialize(written).and_then(|order| canonical(&order))
        })
        .map_err(|error| Refusal::new(referee_clauses::COMPLETE, error.to_string()))?;
        self.answer_again(side, id, &words)
    }

    pub(super) fn answer_again(&self, side: Side, id: &str, words: &str) -> Result<Option<Ack>, Refusal> {
        match self.answered.get(&(side, id.to_owned())) {
            None => Ok(None),
            Some((same, ack)) if same == words => Ok(Some(*ack)),
            Some(_) => Err(Refusal::new(referee_clauses::REPEATED, "this id was used for another order")),
        }
    }

    /// The roll that the order of this id waits for, when it comes again; `None` if no order of this id waits.
    ///
    /// # Errors
    /// When another order waits under this id.
    pub(super) fn waits_again(&self, side: Side, id: &str, order: &S::Order) -> Result<Option<RollAsked>, Refusal> {
        match &self.pending {
            Some(pending) if pending.side == side && pending.id.as_deref() == Some(id) => {
                referee_clauses::REPEATED.forbids(pending.order != *order, "this id was used for another order")?;
                Ok(self.roll_asked().cloned())
            }
            _ => Ok(None),
        }
    }

    /// An order in a side's own words, in canonical form.
    pub(super) fn words(&self, side: Side, order: &S::Order) -> Result<String, RefereeError> {
        naming(self.seats[side.index()].names(), || canonical(order)).map_err(RefereeError::unnamed)
    }

    /// After replay: an order that comes again is answered as it was.
    pub(crate) fn remember(&mut self, entry: &Entry<S>, words: Option<String>) {
        if let (Act::Order { by, id: Some(id), .. }, Some(words)) = (&entry.act, words) {
            let ack = self.ack(by.seat());
            self.answered.insert((*by, id.clone()), (words, ack));
        }
    }

    /// The words in which an entry's order was given, taken before the entry is performed.
    pub(crate) fn words_of(&self, entry: &Entry<S>) -> Option<String> {
        match &entry.act {
            Act::Order { by, order, id: Some(_), .. } => self.words(*by, order).ok(),
            _ => None,
        }
    }
}
