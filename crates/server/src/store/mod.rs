//! Where games are kept.
//!
//! A game is its ledger; besides its lines only what comes before and beside it is kept: the seats' links (as hashes),
//! what was committed and revealed before play, and the answers given, so that a repeated request is answered again
//! and not done again.

mod schema;
mod sqlite;
mod write_queue;

use serde::{Deserialize, Serialize};

pub use schema::VERSION as STORE_VERSION;
pub use sqlite::SqliteStore;
pub use write_queue::{OnWritten, WriteQueue};

use crate::pre_game::PreGame;
use crate::seats::TokenHash;

/// The number of a game in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub i64);

/// Why the store did not do something. Nothing of what was asked has happened.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the store failed: {0}")]
    Failed(String),
    /// Another server has the store.
    #[error("another table uses this store: stop it, or choose another file with --store")]
    InUse,
    /// Lines were to follow a line that is not the last one kept.
    #[error("another program has added to the ledger of game {0:?}")]
    Sequence(GameId),
    /// A game or seat is kept in a form that this program cannot read.
    #[error("game {0:?} is saved in a form this program can't read: {1}")]
    Unreadable(GameId, String),
}

/// A new game.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// What comes before its ledger.
    pub pre_game: PreGame,
    /// The links to its seats, each with the index of its seat (0, 1 the sides, 2 the spectator).
    pub links: Vec<(TokenHash, u8)>,
}

/// The response to a request that must not be done twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedResponse {
    /// The index of the seat that asked.
    pub seat: u8,
    /// Its own id of the request.
    pub id: String,
    /// SHA-256 of the request.
    pub request: [u8; 32],
    /// The response, as JSON.
    pub answer: String,
}

/// One thing to be kept, whole or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// What comes before the ledger has changed.
    PreGame(GameId, PreGame),
    /// Lines to follow the first `after` lines of a ledger, and the answer that goes with them.
    Lines {
        /// The game.
        game: GameId,
        /// How many lines are kept already.
        after: u64,
        /// The lines, without ends of line.
        lines: Vec<String>,
        /// The response to the request that caused them.
        response: Option<CachedResponse>,
    },
}

impl Write {
    /// The game it belongs to.
    #[must_use]
    pub fn game(&self) -> GameId {
        match self {
            Write::PreGame(game, _) | Write::Lines { game, .. } => *game,
        }
    }
}

/// A game as the store holds it.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// What comes before its ledger.
    pub pre_game: PreGame,
    /// The ledger, every line with its end; empty before play.
    pub ledger: String,
    /// How many lines it has.
    pub lines: u64,
    /// The responses given so far.
    pub responses: Vec<CachedResponse>,
}

/// Keeps games. What a method has returned from is on disk.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new game and gives its number.
    ///
    /// # Errors
    /// When it could not be kept.
    fn create(&self, game: &NewGame) -> Result<GameId, StoreError>;
    /// Keeps all of these in one transaction.
    ///
    /// # Errors
    /// When one of them could not be kept; then none is.
    fn write(&self, batch: &[Write]) -> Result<(), StoreError>;
    /// All games, the oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn games(&self) -> Result<Vec<GameId>, StoreError>;
    /// The game and seat that a link leads to.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError>;
    /// Everything of a game.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError>;
}
