//! A store in which every game has the same name and the same nonce, so that the same dice fall in all of them.

use std::sync::Arc;

use fair::{GameId as Name, Nonce};
use server::TokenHash;
use server::store::{GameId, NewGame, Store, StoreError, StoredGame, Write};

/// Another store, but for what makes games differ by chance.
pub struct Settled(pub Arc<dyn Store>);

impl Store for Settled {
    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        let mut game = game.clone();
        game.pre_game.game = Some(Name::from([5; 32]));
        game.pre_game.nonce = Nonce::from([6; 32]);
        self.0.create(&game)
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        self.0.write(batch)
    }

    fn games(&self) -> Result<Vec<GameId>, StoreError> {
        self.0.games()
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        self.0.seat(link)
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.0.load(game)
    }
}
