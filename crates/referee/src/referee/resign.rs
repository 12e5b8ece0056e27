//! A side gives the game up (REF-10).

use rules::{Outcome, Side, System, referee_clauses};

use super::Referee;
use crate::entry::Act;
use crate::{Ack, RefereeError, SubmitError};

impl<S: System> Referee<S> {
    /// Ends the game: the other side wins, whoever is awaited now. What was secret is then handed out as after any
    /// game. An order that waits for its dice is dropped.
    ///
    /// # Errors
    /// The refusal when the game is not under way; a failure of the referee.
    pub fn resign(&mut self, side: Side) -> Result<Ack, SubmitError> {
        referee_clauses::AWAITED.forbids(!self.began, "play has not begun")?;
        referee_clauses::OVER.forbids(self.outcome().is_some(), "the game is over")?;
        if self.broken {
            return Err(RefereeError::Broken.into());
        }
        self.pending = None;
        self.clear_dice();
        self.commit(Act::Resign { by: side }, Vec::new())?;
        let ack = self.ack(side.seat());
        // The end is done and safe; a last line that could not be kept is written when the game is resumed.
        self.broken |= self.close_if_over().is_err();
        Ok(ack)
    }

    /// The outcome, if a side gave up.
    pub(super) fn resignation(&self) -> Option<Outcome> {
        let winner = self.resigned?.other();
        Some(Outcome {
            winner: Some(winner),
            clause: referee_clauses::RESIGNED,
            why: "the losing side gave the game up",
        })
    }
}
