//! Offers as their seat reads them: text, and JSON that can be submitted.

use board::naming::naming;
use rules::scene::OrderText;
use rules::{Choice, Refusal, Seat, Side, System, referee_clauses};

use super::Referee;
use crate::{Ack, SubmitError};

impl<S: System> Referee<S> {
    /// The name of a side in this system, such as `german`.
    #[must_use]
    pub fn side_name(&self, side: Side) -> &'static str {
        S::SIDES[side.index()]
    }

    /// What a seat sees, as facts in the system's form. Their pieces are the true ones, like those of offers.
    /// [`crate::SeatLog::facts`] returns the facts as JSON in the seat's own names.
    #[must_use]
    pub fn facts(&self, seat: Seat) -> Vec<S::Fact> {
        let mut facts = Vec::new();
        S::view(self.eyes(seat), &mut |fact| facts.push(fact));
        facts
    }

    /// The text of an offer as its side reads it: verb, sentence, and what it is about.
    ///
    /// The choice must come from [`Referee::offers`] of this side. For many choices of one moment,
    /// [`Referee::describe_with`] is faster.
    #[must_use]
    pub fn describe(&self, side: Side, choice: &Choice<S>) -> OrderText {
        self.describe_with(side, &self.facts(side.seat()), choice)
    }

    /// The text of an offer like [`Referee::describe`]. `facts` must be the present [`Referee::facts`] of the side's
    /// seat.
    #[must_use]
    pub fn describe_with(&self, side: Side, facts: &[S::Fact], choice: &Choice<S>) -> OrderText {
        let seat = side.seat();
        naming(self.seat(seat).names(), || match choice {
            Choice::Order(order) => S::describe_order(&self.start.setting, seat, facts, order),
            Choice::Draft(draft) => S::describe_draft(&self.start.setting, seat, facts, draft),
        })
    }

    /// Submits an order as JSON text in a side's own names, such as [`crate::Offered::written`] of an offer that is a
    /// complete order.
    ///
    /// # Errors
    /// Fails if the text is not JSON (REF-8), or as in [`Referee::submit_written`].
    pub fn submit_text(&mut self, side: Side, text: &str, id: Option<String>) -> Result<Ack, SubmitError> {
        let written = serde_json::from_str(text)
            .map_err(|error| Refusal::new(referee_clauses::COMPLETE, format!("the order is not JSON: {error}")))?;
        self.submit_written(side, &written, id)
    }
}
