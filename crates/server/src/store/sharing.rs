//! How several servers share a store: each is listed with a lease, and each game has one holder at a time.
//!
//! The clock of the database alone decides when a lease is over. A server takes a game by a number that is higher than
//! all before it, its fence, and each write must have the present one. So a server that was paused, and whose games
//! others have taken meanwhile, can't write any more, whatever it still believes.

use std::time::Duration;

use super::{GameId, StoreError};

/// The number of a server in a store. A server whose lease ran out is listed again under another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub i64);

/// A server's hold on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hold {
    pub game: GameId,
    /// Number of the hold, higher than that of any earlier one of this game: a fencing number. Always 0 in a store that
    /// can't be shared.
    pub fence: i64,
}

impl From<GameId> for Hold {
    /// Returns the hold on a game that was never taken.
    fn from(game: GameId) -> Self {
        Hold { game, fence: 0 }
    }
}

/// The answer to a server that wants to hold a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It holds the game from now on. Every earlier hold is void.
    Here(Hold),
    /// Another server holds it, and its lease is not over.
    Elsewhere(ServerId),
}

/// A server whose lease is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: ServerId,
    /// Address at which other servers reach it, such as `10.0.0.2:7100`.
    pub address: String,
    /// Time until its lease is over, unless it is prolonged.
    pub left: Duration,
}

/// A store that several servers can share.
pub trait Sharing: Send + Sync {
    /// Lists a server under an address, with a lease from now on.
    ///
    /// # Errors
    /// Another server has the store for itself ([`StoreError::InUse`]).
    /// The store can't be written.
    fn join(&self, address: &str, lease: Duration) -> Result<ServerId, StoreError>;
    /// Makes the lease of a server begin again. Returns all servers whose leases are not over, also this one.
    ///
    /// # Errors
    /// The lease is over ([`StoreError::LeaseOver`]). It stays so.
    /// The store can't be written.
    fn prolong(&self, server: ServerId, lease: Duration) -> Result<Vec<Listed>, StoreError>;
    /// Ends the lease of a server: its games are free at once.
    ///
    /// # Errors
    /// The store can't be written.
    fn leave(&self, server: ServerId) -> Result<(), StoreError>;
    /// Returns the secret that all servers of the store have in common, and no one else has.
    ///
    /// # Errors
    /// The store can't be read.
    fn secret(&self) -> Result<[u8; 32], StoreError>;
}
