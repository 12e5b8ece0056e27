//! A store whose errors and times are noted for the host.

use std::sync::Arc;
use std::time::Instant;

use super::Monitor;
use crate::seats::TokenHash;
use crate::store::{
    GameId, Hold, Maker, NewGame, Retention, ServerId, Sharing, Store, StoreError, StoredGame, Taken, Write,
};

/// A store that tells the monitor what happens.
pub struct MonitoredStore {
    store: Arc<dyn Store>,
    monitor: Arc<Monitor>,
}

impl MonitoredStore {
    #[must_use]
    pub fn new(store: Arc<dyn Store>, monitor: Arc<Monitor>) -> Self {
        MonitoredStore { store, monitor }
    }

    /// Notes the result of an act that writes.
    fn written<T>(&self, act: &'static str, done: Result<T, StoreError>) -> Result<T, StoreError> {
        self.monitor.store_written(done.as_ref().err());
        self.noted(act, done)
    }

    fn noted<T>(&self, act: &'static str, done: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(error) = &done {
            self.monitor.store_failed(act, error);
        }
        done
    }
}

impl Store for MonitoredStore {
    fn admit(&self, maker: &Maker) -> Result<(), StoreError> {
        self.noted("admit", self.store.admit(maker))
    }

    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        self.written("create", self.store.create(game))
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        let begun = Instant::now();
        let done = self.store.write(batch);
        self.monitor.store_timed(batch.len(), begun.elapsed());
        self.written("write", done)
    }

    fn games(&self) -> Result<u64, StoreError> {
        self.noted("games", self.store.games())
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        self.noted("seat", self.store.seat(link))
    }

    fn renew(&self, hold: Hold, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        self.written("renew", self.store.renew(hold, link, by))
    }

    fn take(&self, game: GameId, server: Option<ServerId>) -> Result<Taken, StoreError> {
        self.noted("take", self.store.take(game, server))
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        self.store.sharing()
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.noted("load", self.store.load(game))
    }

    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError> {
        let set_aside = self.noted("set-aside", self.store.set_aside(game, fault))?;
        if set_aside {
            self.monitor.game_unreadable(game, fault);
        }
        Ok(set_aside)
    }

    fn expire(&self, retention: &Retention, most: usize) -> Result<Vec<GameId>, StoreError> {
        let expired = self.noted("expire", self.store.expire(retention, most))?;
        self.monitor.games_expired(expired.len());
        Ok(expired)
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.written("probe", self.store.probe())
    }

    fn note(&self) -> Result<(), StoreError> {
        self.noted("note", self.store.note())
    }
}
