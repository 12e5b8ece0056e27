//! Resignation of a side (REF-10).

use rules::{Outcome, Reason, Side, System, referee_clauses};

use super::Referee;
use crate::entry::Act;
use crate::{Ack, RefereeError, SubmitError};

impl<S: System> Referee<S> {
    /// Ends the game with a win of the other side, whichever side is to move. Secrets are revealed as after any game. A
    /// waiting order is dropped.
    ///
    /// # Errors
    /// Refuses if play has not begun (REF-1) or the game is over (REF-4). Fails if the ledger can't be written.
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
        // The entry is saved. If the last line can't be written, it is written when the game is resumed.
        self.broken |= self.close_if_over().is_err();
        Ok(ack)
    }

    /// The outcome of a resignation; `None` if neither side has resigned.
    pub(super) fn resignation(&self) -> Option<Outcome> {
        let winner = self.resigned?.other();
        Some(Outcome {
            winner: Some(winner),
            clause: referee_clauses::RESIGNED,
            why: Reason::between(winner, ["the other side resigned", "you resigned", "the losing side resigned"]),
        })
    }
}
