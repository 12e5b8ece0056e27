//! Storage of games.
//!
//! A stored game is its ledger, with some data from before and beside it: the links of the seats (as hashes),
//! commitments and nonces, and the responses so far, for repeated requests.

mod address;
mod check;
mod copy;
mod error;
mod heads;
mod maker;
mod migrations;
mod opening;
mod place;
mod postgres;
mod rebuilt;
mod retention;
mod rows;
mod schema;
mod sharing;
mod sqlite;
mod sqlite_transfer;
mod transfer;
mod write_queue;

pub use game::{CachedResponse, Change, StoredGame};
use serde::{Deserialize, Serialize};

pub use address::StoreAddress;
pub use check::{Checked, Finding, check};
pub use copy::{Progress, backup, restore};
pub use error::StoreError;
pub use heads::Lost;
pub use postgres::{DatabaseUrl, PostgresStore};
pub use retention::{Counted, Retention};
pub use schema::VERSION as STORE_VERSION;
pub use sharing::{Hold, Listed, ServerId, Sharing, Taken};
pub use sqlite::{SqliteStore, count_expired};
pub use transfer::{Copied, copy};
pub use write_queue::{OnWritten, WriteQueue};

use game::PreGame;

use crate::client::Client;
use crate::seats::TokenHash;

/// The number of a game in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub i64);

impl std::fmt::Display for GameId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A game to be created, with its links.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub pre_game: PreGame,
    /// Hashes of the links, each with the index of its seat (0 and 1 the sides, 2 the spectator).
    pub links: Vec<(TokenHash, u8)>,
    /// Address that creates the game, if its unfinished games are counted.
    pub maker: Option<Maker>,
}

/// The address that creates a game.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// Address, which the store only keeps as a keyed hash.
    pub client: Client,
    /// Maximum number of unfinished games of this address.
    pub most: u32,
}

/// One change of a game, stored completely or not at all.
#[derive(Clone, Debug)]
pub struct Write {
    /// Hold by which it is changed.
    pub hold: Hold,
    pub change: Change,
}

impl Write {
    /// Returns the game that is changed.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.hold.game
    }
}

/// Storage of games. Everything is on disk when a method returns.
pub trait Store: Send + Sync + 'static {
    /// Checks whether an address may create another game. [`Store::create`] checks it too; this check comes before the
    /// work of setting up a scenario.
    ///
    /// # Errors
    /// The address has too many unfinished games.
    /// The store can't be read.
    fn admit(&self, maker: &Maker) -> Result<(), StoreError>;
    /// Stores a new game and returns its number.
    ///
    /// # Errors
    /// The game can't be written.
    /// Its address has too many unfinished games.
    fn create(&self, game: &NewGame) -> Result<GameId, StoreError>;
    /// Stores all changes in one transaction.
    ///
    /// # Errors
    /// One of them can't be written; then none is.
    /// A hold is void, since the game was taken by a later one ([`StoreError::NotHeld`]).
    fn write(&self, batch: &[Write]) -> Result<(), StoreError>;
    /// Returns the number of games.
    ///
    /// # Errors
    /// The store can't be read.
    fn games(&self) -> Result<u64, StoreError>;
    /// Returns the game and the seat index of a link.
    ///
    /// # Errors
    /// The store can't be read.
    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError>;
    /// Replaces a link of a game by another. Returns whether it did: there must be the first link and not yet the
    /// other, so of two renewals at once only one succeeds.
    ///
    /// # Errors
    /// The store can't be written.
    /// The hold is void, since the game was taken by a later one ([`StoreError::NotHeld`]).
    fn renew(&self, hold: Hold, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError>;
    /// Takes a game for a server, unless another server holds it whose lease is not over. `None` stands for a server
    /// that has the store for itself.
    ///
    /// # Errors
    /// The game doesn't exist.
    /// The lease of the server is over ([`StoreError::LeaseOver`]).
    /// The store can't be written.
    fn take(&self, game: GameId, server: Option<ServerId>) -> Result<Taken, StoreError> {
        let _ = server;
        Ok(Taken::Here(game.into()))
    }
    /// Returns what servers need that share the store; `None` if it can't be shared.
    fn sharing(&self) -> Option<&dyn Sharing> {
        None
    }
    /// Returns all data of a game.
    ///
    /// # Errors
    /// The store can't be read.
    /// The game can't be read, or was set aside.
    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError>;
    /// Sets a game aside with the reason: until the store is opened again, [`Store::load`] only returns the reason.
    /// Returns false if it was set aside before.
    ///
    /// # Errors
    /// The reason can't be written.
    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError>;
    /// Removes up to `most` games whose time is over, with their links, and returns them. Games that another server
    /// holds are in use.
    ///
    /// # Errors
    /// The store can't be written.
    fn expire(&self, retention: &Retention, most: usize) -> Result<Vec<GameId>, StoreError>;
    /// Writes something that changes nothing, to find out whether it can be written.
    ///
    /// # Errors
    /// The store can't be written.
    fn probe(&self) -> Result<(), StoreError>;
    /// Gives the space of removed games back to the file system, if the store doesn't use it again by itself.
    ///
    /// # Errors
    /// The file can't be written again.
    fn compact(&self) -> Result<(), StoreError> {
        Ok(())
    }
    /// Notes what is written with a delay: which games were used, and the heads of their ledgers.
    ///
    /// # Errors
    /// The store can't be written. The next call tries again.
    fn note(&self) -> Result<(), StoreError>;
}
