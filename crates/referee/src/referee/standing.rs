//! Standing orders (REF-5).

use std::collections::BTreeMap;

use board::naming::naming;
use rules::{Question as _, Refusal, Side, System, referee_clauses};
use serde_json::Value;

use super::Referee;
use crate::entry::Act;
use crate::{Ack, RefereeError, SubmitError};

/// How often a side may set or clear a standing order in a game: nobody plays so, and a ledger must not grow
/// without end.
const MOST_STOOD: usize = 1000;

impl<S: System> Referee<S> {
    /// Sets a standing order in the side's own words: from now on a question of this kind is answered so, whenever
    /// that is legal and still means something. `None` clears it.
    ///
    /// # Errors
    /// When there is no such kind of question, the answer is no order, or the game is not under way.
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

    /// The standing orders of a side.
    #[must_use]
    pub fn standing_orders(&self, side: Side) -> &BTreeMap<String, Value> {
        &self.standing_orders[side]
    }

    /// Answers one question that a standing order covers. The host calls this on a schedule of its own, one that does
    /// not depend on whether there is a standing order; true when something was answered.
    ///
    /// # Errors
    /// A roll that must be entered first; a failure of the referee.
    pub fn answer_standing(&mut self) -> Result<bool, SubmitError> {
        for side in Side::BOTH {
            let Some(question) = self.pending_question(side) else { continue };
            let Some(words) = self.standing_orders[side].get(question.word()) else { continue };
            // Read by today's names: an order about a piece that went out of sight is about nobody any more.
            let Ok(order) = self.read::<S::Order>(side.seat(), words) else { continue };
            if self.check(side, &order).is_ok() {
                self.order(side, order, None, true)?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
