//! What can go wrong at the referee's table.

use rules::Refusal;

use crate::dice::RollAsked;

/// A failure of the referee's own.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// A system tried to tell a seat of something the seat has no name for. The game stops rather than leak.
    #[error("the game is stopped: a message would have named something its reader doesn't know ({0})")]
    Unnamed(#[source] serde_json::Error),
    /// The ledger could not be kept; nothing was changed.
    #[error("can't write the ledger: {0}")]
    Sink(#[from] std::io::Error),
    /// A seat has used up all the handles there are.
    #[error("the game is stopped: a seat has used up its names for pieces")]
    Handles,
    /// The scenario has mistakes.
    #[error("the scenario has mistakes")]
    Scenario(#[from] board::scenario::Diagnostics),
    /// A nonce of a party (`referee` or a side) does not open its commitment.
    #[error("the nonce of {0} does not match its commitment")]
    Nonce(&'static str),
    /// Play has not begun, or has begun already.
    #[error("{0}")]
    Order(&'static str),
    /// An earlier failure stopped the game.
    #[error("the game was stopped by an earlier failure")]
    Broken,
}

impl RefereeError {
    pub(crate) fn unnamed(error: serde_json::Error) -> Self {
        RefereeError::Unnamed(error)
    }
}

/// Why an order was not done.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The rules or the referee refuse it; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It waits for dice to be rolled at the table; nothing changed yet.
    #[error("roll {} dice for {} [{}]", .0.dice, .0.label, .0.clause)]
    Roll(RollAsked),
    /// The referee failed.
    #[error(transparent)]
    Failed(#[from] RefereeError),
}
