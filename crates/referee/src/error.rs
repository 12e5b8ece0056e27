//! What can go wrong at the referee's table.

use rules::Refusal;

use crate::dice::RollAsked;

/// A failure of the referee's own.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// A system tried to tell a seat of something the seat has no name for. The game stops rather than leak.
    #[error("the game is stopped: something without a name for its reader was about to be written ({0})")]
    Unnamed(#[source] serde_json::Error),
    /// The ledger could not be kept; nothing was changed.
    #[error("the ledger could not be written: {0}")]
    Sink(#[from] std::io::Error),
    /// A seat has used up all the handles there are.
    #[error("the game is stopped: a seat has seen more pieces come and go than can be named")]
    Handles,
    /// The scenario has mistakes.
    #[error("the scenario has mistakes")]
    Scenario(#[from] board::scenario::Problems),
    /// A nonce of a party (`referee` or a side) does not open its commitment.
    #[error("the nonce of {0} does not open its commitment")]
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
