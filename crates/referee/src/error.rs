//! Errors of the referee.

use rules::{Refusal, Seat};

use crate::dice::RollAsked;

/// A failure of the referee itself, as opposed to a refused order.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// A message would have named something that its seat has no name for. The game stops to prevent a leak.
    #[error("the game is stopped: a message would have named something its reader doesn't know ({0})")]
    Unnamed(#[source] serde_json::Error),
    /// The ledger could not be written; nothing was changed.
    #[error("can't write the ledger: {0}")]
    Sink(#[from] std::io::Error),
    /// A seat has used all 65,535 handles.
    #[error("the game is stopped: a seat has used up its names for pieces")]
    Handles,
    /// Pieces that look alike to a seat come into its sight at once, and a lot must be drawn among this many of them. Only
    /// in games whose lots are drawn outside.
    #[error("{1} pieces that look alike come into sight: a lot must be drawn")]
    Lot(Seat, usize),
    /// The scenario contains errors, each with its position.
    #[error("the scenario has mistakes")]
    Scenario(#[from] board::scenario::Diagnostics),
    /// The nonce of a party (`referee` or the name of a side) does not match its commitment.
    #[error("the nonce of {0} does not match its commitment")]
    Nonce(&'static str),
    /// A method was called at the wrong time, such as before play began. Contains the message.
    #[error("{0}")]
    Order(&'static str),
    /// An earlier failure stopped the game; resume it from its ledger.
    #[error("the game was stopped by an earlier failure")]
    Broken,
}

impl RefereeError {
    pub(crate) fn unnamed(error: serde_json::Error) -> Self {
        RefereeError::Unnamed(error)
    }
}

/// The reason why an order was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The rules or the referee refuse the order; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The order waits for dice that a player must roll and enter; the position has not changed yet.
    #[error("roll {} dice for {} [{}]", .0.dice, .0.label, .0.clause)]
    Roll(RollAsked),
    /// The referee failed; the order may not have been carried out.
    #[error(transparent)]
    Failed(#[from] RefereeError),
}
