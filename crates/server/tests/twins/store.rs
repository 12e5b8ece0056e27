//! A store in which all games have equal ids and nonces, and so equal dice.

use std::sync::Arc;

use fair::{GameId as Name, Nonce};
use server::TokenHash;
use server::store::{GameId, Hold, Maker, NewGame, Retention, Store, StoreError, StoredGame, Write};

/// A wrapper of a store that removes random differences between games.
pub struct Settled(pub Arc<dyn Store>);

impl Store for Settled {
    fn admit(&self, maker: &Maker) -> Result<(), StoreError> {
        self.0.admit(maker)
    }

    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        let mut game = game.clone();
        game.pre_game.game = Some(Name::from([5; 32]));
        game.pre_game.nonce = Nonce::from([6; 32]);
        self.0.create(&game)
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        self.0.write(batch)
    }

    fn games(&self) -> Result<u64, StoreError> {
        self.0.games()
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        self.0.seat(link)
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.0.load(game)
    }

    fn renew(&self, hold: Hold, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        self.0.renew(hold, link, by)
    }

    fn expire(&self, retention: &Retention, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.0.expire(retention, most)
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.0.probe()
    }

    fn note(&self) -> Result<(), StoreError> {
        self.0.note()
    }

    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError> {
        self.0.set_aside(game, fault)
    }
}
