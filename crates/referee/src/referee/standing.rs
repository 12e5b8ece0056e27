//! Standing orders (REF-5).

use std::collections::BTreeMap;

use board::naming::naming;
use rules::{Question as _, Refusal, Side, System, referee_clauses};
use serde_json::Value;

use super::Referee;
use crate::entry::Act;
use crate::{Ack, RefereeError, SubmitError};

/// Maximum number of times a side may set or clear standing orders in a game. Far above normal use; it limits the size
/// of the ledger.
const MOST_STOOD: usize = 1000;

impl<S: System> Referee<S> {
    /// Sets a standing order in the side's own names: from now on it answers questions of this kind, whenever it is
    /// legal and its names are known. `None` clears it.
    ///
    /// # Errors
    /// Refuses if:
    /// - play has not begun, or the game is over (REF-5);
    /// - there is no such kind of question (REF-5);
    /// - the side has set or cleared 1,000 standing orders (REF-5);
    /// - the answer is not an order (REF-8), or names something unknown (REF-3).
    pub fn stand(&mut self, side: Side, question: String, answer: Option<&Value>) -> Result<Ack, SubmitError> {
        if !self.began || self.outcome().is_some() {
            return Err(Refusal::new(referee_clauses::STANDING, "standing orders can be set only during play").into());
        }
        let kinds: Vec<&str> = S::Question::ALL.iter().map(|kind| kind.word()).collect();
        if !kinds.contains(&question.as_str()) {
            let why = format!("unknown kind of question; expected one of {}", kinds.join(", "));
            return Err(Refusal::new(referee_clauses::STANDING, why).into());
        }
        if self.times_stood[side] >= MOST_STOOD {
            return Err(
                Refusal::new(referee_clauses::STANDING, "you can't set more standing orders in this game").into()
            );
        }
        let order: Option<S::Order> = answer.map(|answer| self.read(side.seat(), answer)).transpose()?;
        let words = match order {
            Some(order) => Some(
                naming(self.seats[side.index()].names(), || serde_json::to_value(order))
                    .map_err(RefereeError::unnamed)?,
            ),
            None => None,
        };
        self.commit(Act::Standing { by: side, question, answer: words }, Vec::new())?;
        Ok(self.ack(side.seat()))
    }

    /// The standing orders of a side, by kind of question.
    #[must_use]
    pub fn standing_orders(&self, side: Side) -> &BTreeMap<String, Value> {
        &self.standing_orders[side]
    }

    /// Answers one question by a standing order. Returns false if none applied. The host calls this on a schedule that
    /// must not depend on whether there is a standing order.
    ///
    /// # Errors
    /// Returns [`SubmitError::Roll`] if the order needs dice to be entered. Fails if the referee fails.
    pub fn answer_standing(&mut self) -> Result<bool, SubmitError> {
        for side in Side::BOTH {
            let Some(question) = self.pending_question(side) else { continue };
            let Some(words) = self.standing_orders[side].get(question.word()) else { continue };
            // Resolved by the current names: an order about a piece that went out of sight no longer refers to any
            // piece.
            let Ok(order) = self.read::<S::Order>(side.seat(), words) else { continue };
            if self.check(side, &order).is_ok() {
                self.order(side, order, None, true)?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
