//! A store whose errors and times are noted for the host.

use std::sync::Arc;

use super::Monitor;
use crate::seats::TokenHash;
use crate::store::{GameId, Maker, NewGame, Retention, Store, StoreError, StoredGame, Write};

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
        self.noted("create", self.store.create(game))
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        self.noted("write", self.store.write(batch))
    }

    fn games(&self) -> Result<Vec<GameId>, StoreError> {
        self.noted("games", self.store.games())
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        self.noted("seat", self.store.seat(link))
    }

    fn renew(&self, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        self.noted("renew", self.store.renew(link, by))
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

    fn note(&self) -> Result<(), StoreError> {
        self.noted("note", self.store.note())
    }
}
