//! A store that fails as a test wants.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use server::TokenHash;
use server::store::{GameId, Maker, NewGame, Retention, Store, StoreError, StoredGame, Write};

/// A store whose writes fail with an error while one is set, and which reads and writes games when a gate is open.
pub struct Failing {
    store: Arc<dyn Store>,
    pub error: Mutex<Option<StoreError>>,
    /// Closed while it is locked for writing.
    pub gate: RwLock<()>,
    /// Number of batches that were to be written.
    pub batches: AtomicUsize,
}

impl Failing {
    pub fn new(store: Arc<dyn Store>) -> Failing {
        Failing { store, error: Mutex::default(), gate: RwLock::default(), batches: AtomicUsize::new(0) }
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

    fn renew(&self, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        self.store.renew(link, by)
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

    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError> {
        self.store.set_aside(game, fault)
    }
}
