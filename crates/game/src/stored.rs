//! What is stored of a game.

use serde::{Deserialize, Serialize};

use crate::pre_game::PreGame;

/// The response to a request, for repetitions of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedResponse {
    /// Index of the seat that sent the request.
    pub seat: u8,
    /// The client's own id of the request.
    pub id: String,
    /// SHA-256 of the request.
    pub request: [u8; 32],
    /// Response as JSON text.
    pub answer: String,
}

/// One change of a game, stored completely or not at all.
#[derive(Clone, Debug)]
pub enum Change {
    /// New data from before the ledger.
    PreGame(PreGame),
    /// Lines that follow the first `after` lines of a ledger, and the response that belongs to them.
    Lines {
        /// Number of lines that are already stored.
        after: u64,
        /// Lines without line breaks.
        lines: Vec<String>,
        /// Response to the request that caused these lines.
        response: Option<CachedResponse>,
    },
}

/// What a carrier keeps of a game, to rebuild it.
#[derive(Clone, Debug)]
pub struct StoredGame {
    pub pre_game: PreGame,
    /// Ledger with a line break after every line; empty before play.
    pub ledger: String,
    /// Number of lines of the ledger.
    pub lines: u64,
    /// Responses that have been given so far.
    pub responses: Vec<CachedResponse>,
}

/// The reason why a stored game can't be read. It quotes no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);
