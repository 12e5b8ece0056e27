//! A store in a PostgreSQL database.
//!
//! The trait [`Store`] is synchronous, as its callers are threads that may block. So this store has a small runtime of
//! its own, and waits for it.

mod batch;
mod database;
mod rows;
mod schema;
mod servers;
mod survey;
mod transfer;
mod trouble;
mod url;
mod writer;

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use survey::{check, count_expired, exists};
pub use url::DatabaseUrl;

use self::database::Database;
use self::trouble::Trouble;
use self::writer::Writer;
use super::maker::hash;
use super::retention::Retention;
use super::{GameId, Hold, Maker, NewGame, ServerId, Sharing, Store, StoreError, StoredGame, Taken, Write, opening};
use crate::seats::TokenHash;

/// A store in a PostgreSQL database: a connection for orders, one for leases, and a pool for everything else.
#[derive(Debug)]
pub struct PostgresStore {
    /// Dropped first: its connection lives on the runtime of the database.
    writer: Writer,
    database: Database,
    /// Games used since the last note.
    used: Mutex<HashSet<GameId>>,
    /// Whether servers that share the store may use it too.
    shared: bool,
    /// The server that joined last.
    joined: Mutex<Option<ServerId>>,
    /// Key of the hashes of addresses.
    salt: Vec<u8>,
}

impl PostgresStore {
    /// Opens the store of a database, or creates it. A store that is opened `shared` may be used by several servers at
    /// once, if all of them share it.
    ///
    /// # Errors
    /// The database can't be reached, or refuses.
    /// Another server has the store, and one of both doesn't share it.
    /// The database is unsuitable, holds something else under our name, or a store of a newer program. It is then
    /// unchanged.
    pub fn open(url: &DatabaseUrl, shared: bool) -> Result<Self, StoreError> {
        let [mut new_salt, mut new_secret] = [[0; 32]; 2];
        for new in [&mut new_salt, &mut new_secret] {
            getrandom::fill(new).map_err(|error| StoreError::Failed(error.to_string()))?;
        }
        let (database, writer) = (Database::new(url)?, Writer::new(shared));
        let opened = writer.with(&database, async |client, _| {
            schema::bring_up(client, new_salt, new_secret).await?;
            // Each start tries once more: this program may be able to read what an earlier one could not.
            let clear = "UPDATE undercity.game SET fault = NULL, fault_by = NULL WHERE fault IS NOT NULL";
            client.execute(clear, &[]).await?;
            if !shared {
                // No other server has the store, so all games are free, also if a server was killed a moment ago.
                client.execute("DELETE FROM undercity.server", &[]).await?;
            }
            Ok(client.query_one("SELECT salt FROM undercity.identity", &[]).await?.get(0))
        });
        let salt = opened.map_err(|error| error.about(url))?;
        Ok(PostgresStore { writer, database, used: Mutex::default(), shared, joined: Mutex::default(), salt })
    }

    fn used(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn joined(&self) -> MutexGuard<'_, Option<ServerId>> {
        self.joined.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the hash of a maker's address.
    fn maker(&self, maker: &Maker) -> Result<(Vec<u8>, u32), StoreError> {
        Ok((hash(&self.salt, maker.client)?.to_vec(), maker.most))
    }
}

impl Store for PostgresStore {
    fn admit(&self, maker: &Maker) -> Result<(), StoreError> {
        let (hash, most) = self.maker(maker)?;
        self.database.with(async |client, _| rows::admit(client, &hash, most).await)
    }

    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        let maker = game.maker.as_ref().map(|maker| self.maker(maker)).transpose()?;
        let opening = opening::without_scenario(&game.pre_game);
        let opening = opening.map_err(|error| StoreError::Failed(error.to_string()))?;
        self.database.with(async |client, again| {
            let link = game.links.first().filter(|_| again).map(|(link, _)| link);
            if let Some(link) = link
                && let Some((game, _)) = rows::seat(client, link).await?
            {
                return Ok(game);
            }
            match (rows::create(client, game, &opening, maker.as_ref()).await, link) {
                // The earlier attempt was still being committed a moment ago.
                (Err(Trouble::Store(error)), Some(link)) => match rows::seat(client, link).await? {
                    Some((game, _)) => Ok(game),
                    None => Err(error.into()),
                },
                (created, _) => created,
            }
        })
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        self.writer.write(&self.database, batch)?;
        self.used().extend(batch.iter().map(Write::game));
        Ok(())
    }

    fn games(&self) -> Result<u64, StoreError> {
        self.database.with(async |client, _| {
            let count = client.prepare_cached("SELECT count(*) FROM undercity.game").await?;
            Ok(client.query_one(&count, &[]).await?.get::<_, i64>(0).unsigned_abs())
        })
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        self.database.with(async |client, _| rows::seat(client, link).await)
    }

    fn renew(&self, hold: Hold, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        self.database.with(async |client, again| rows::renew(client, hold, link, by, again).await)
    }

    fn take(&self, game: GameId, server: Option<ServerId>) -> Result<Taken, StoreError> {
        self.database.with(async |client, _| servers::take(client, game, server).await)
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        self.shared.then_some(self)
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let found = self.database.with(async |client, _| rows::read(client, game).await)?;
        let Some(found) = found else { return Ok(None) };
        self.used().insert(game);
        match found.fault {
            Some(fault) => Err(StoreError::Unreadable(game, fault)),
            None => found.stored.map(Some),
        }
    }

    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError> {
        self.database.with(async |client, _| rows::set_aside(client, game, fault).await)
    }

    fn expire(&self, retention: &Retention, most: usize) -> Result<Vec<GameId>, StoreError> {
        // Games that were used a moment ago are noted first.
        self.note()?;
        // What could not be noted was being written.
        let used: Vec<i64> = self.used().iter().map(|game| game.0).collect();
        let own = *self.joined();
        let expire = async |client: &mut _, _| rows::expire(client, retention, most, &used, own).await;
        let expired = self.database.within(rows::LONG, expire)?;
        self.used().retain(|game| !expired.contains(game));
        Ok(expired)
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.writer.with(&self.database, async |client, _| {
            client.execute("UPDATE undercity.identity SET version = version", &[]).await?;
            Ok(())
        })
    }

    fn note(&self) -> Result<(), StoreError> {
        // A connection that was lost unnoticed has lost the lock too. It is made again before another server comes.
        self.writer.with(&self.database, async |client, _| Ok(client.batch_execute("").await?))?;
        let used = std::mem::take(&mut *self.used());
        if used.is_empty() {
            return Ok(());
        }
        let games: Vec<i64> = used.iter().map(|game| game.0).collect();
        let noted = self.database.with(async |client, _| rows::note_use(client, &games).await);
        let missing = |game: &GameId| !noted.as_ref().is_ok_and(|noted| noted.contains(&game.0));
        self.used().extend(used.into_iter().filter(missing));
        noted.map(drop)
    }
}
