//! A store that fails as a test wants.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use server::TokenHash;
use server::store::{
    GameId, Hold, Listed, Maker, NewGame, Retention, ServerId, Sharing, Store, StoreError, StoredGame, Taken, Write,
};

/// A store whose writes and leases fail with an error while one is set, and which reads and writes games when a gate is open.
pub struct Failing {
    store: Arc<dyn Store>,
    pub error: Mutex<Option<StoreError>>,
    /// Closed while it is locked for writing.
    pub gate: RwLock<()>,
    /// Whether a lease is only said to be prolonged.
    pub asleep: AtomicBool,
    /// Number of batches that were to be written.
    pub batches: AtomicUsize,
}

impl Failing {
    pub fn new(store: Arc<dyn Store>) -> Failing {
        Failing {
            store,
            error: Mutex::default(),
            gate: RwLock::default(),
            asleep: AtomicBool::default(),
            batches: AtomicUsize::default(),
        }
    }

    fn fails(&self) -> Result<(), StoreError> {
        self.error.lock().unwrap().clone().map_or(Ok(()), Err)
    }
}

impl Store for Failing {
    fn admit(&self, maker: &Maker) -> Result<(), StoreError> {
        self.store.admit(maker)
    }

    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        self.fails()?;
        self.store.create(game)
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        self.batches.fetch_add(1, Ordering::Relaxed);
        let _open = self.gate.read().unwrap();
        self.fails()?;
        self.store.write(batch)
    }

    fn games(&self) -> Result<u64, StoreError> {
        self.store.games()
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        self.store.seat(link)
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let _open = self.gate.read().unwrap();
        self.store.load(game)
    }

    fn renew(&self, hold: Hold, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        self.store.renew(hold, link, by)
    }

    fn expire(&self, retention: &Retention, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.store.expire(retention, most)
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.fails()?;
        self.store.probe()
    }

    fn note(&self) -> Result<(), StoreError> {
        self.store.note()
    }

    fn take(&self, game: GameId, server: Option<ServerId>) -> Result<Taken, StoreError> {
        self.store.take(game, server)
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        self.store.sharing().map(|_| self as &dyn Sharing)
    }

    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError> {
        self.store.set_aside(game, fault)
    }
}

impl Sharing for Failing {
    fn join(&self, address: &str, lease: Duration) -> Result<ServerId, StoreError> {
        self.fails()?;
        self.store.sharing().unwrap().join(address, lease)
    }

    fn prolong(&self, server: ServerId, lease: Duration) -> Result<Vec<Listed>, StoreError> {
        self.fails()?;
        if self.asleep.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        self.store.sharing().unwrap().prolong(server, lease)
    }

    fn leave(&self, server: ServerId) -> Result<(), StoreError> {
        self.store.sharing().unwrap().leave(server)
    }

    fn secret(&self) -> Result<[u8; 32], StoreError> {
        self.store.sharing().unwrap().secret()
    }
}
