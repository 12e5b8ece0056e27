//! Errors of a store.

use rusqlite::ErrorCode;

use super::{DatabaseUrl, GameId};

/// The reason why the store refused a request. It has changed nothing, unless the error says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database failed, with this message.
    #[error("the store failed: {0}")]
    Failed(String),
    /// Another program holds the database for too long.
    #[error("the store is busy: another program holds it")]
    Busy,
    /// The database can't be reached, with the reason. Whether it did what was asked last is unknown.
    #[error("the database can't be reached: {0}")]
    Unreachable(String),
    /// The disk or a quota is full.
    #[error("the disk of the store is full")]
    Full,
    /// The store is damaged, with the message of its database.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// Another server uses the store, and one of both doesn't share it.
    #[error(
        "another table uses this store: stop it, or choose another one with --store; only servers that all have \
         --between share a store"
    )]
    InUse,
    /// The lines don't follow the last line of the ledger.
    #[error("another program has added to the ledger of game {0}")]
    Sequence(GameId),
    /// The game can't be read. The reason never quotes the game's data.
    #[error("game {0} can't be read: {1}")]
    Unreadable(GameId, String),
    /// The game was removed.
    #[error("game {0} no longer exists")]
    Gone(GameId),
    /// Another hold on the game came after this one.
    #[error("another server has taken game {0}")]
    NotHeld(GameId),
    /// The lease of this server ran out, so others may have taken its games.
    #[error("the lease of this server is over")]
    LeaseOver,
    /// The address has this many unfinished games, the maximum.
    #[error("this address has {0} unfinished games")]
    TooManyGames(u32),
}

impl StoreError {
    /// All kinds of errors of the store itself.
    pub const KINDS: [&'static str; 9] =
        ["failed", "busy", "unreachable", "full", "damaged", "in-use", "sequence", "not-held", "lease-over"];

    /// Returns an error about a file.
    pub(super) fn at(path: &std::path::Path, error: impl std::fmt::Display) -> Self {
        StoreError::Failed(format!("{}: {error}", path.display()))
    }

    /// Returns this error with the database that it is about.
    pub(super) fn about(self, url: &DatabaseUrl) -> Self {
        match self {
            StoreError::Failed(why) => StoreError::Failed(format!("{url}: {why}")),
            error => error,
        }
    }

    /// Returns the kind of an error of the store itself; `None` for one that concerns a single game or client.
    #[must_use]
    pub const fn kind(&self) -> Option<&'static str> {
        match self {
            StoreError::Failed(_) => Some("failed"),
            StoreError::Busy => Some("busy"),
            StoreError::Unreachable(_) => Some("unreachable"),
            StoreError::Full => Some("full"),
            StoreError::Damaged(_) => Some("damaged"),
            StoreError::InUse => Some("in-use"),
            StoreError::Sequence(_) => Some("sequence"),
            StoreError::NotHeld(_) => Some("not-held"),
            StoreError::LeaseOver => Some("lease-over"),
            StoreError::Unreadable(..) | StoreError::Gone(_) | StoreError::TooManyGames(_) => None,
        }
    }

    /// Returns why this game can't be read; `None` if another attempt could succeed.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        match self {
            StoreError::Unreadable(_, why) => Some(why),
            StoreError::Damaged(_) => Some("the file is damaged where its data is"),
            _ => None,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Failed(error.to_string()),
        }
    }
}
