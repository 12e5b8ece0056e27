//! A store in one SQLite file.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, params};

use super::copy::open_present;
use super::heads::{Head, Heads, Lost};
use super::maker::hash;
use super::place::{Lock, lock, make_private, resolved};
use super::retention::{Counted, Retention, remove};
use super::rows::{admit, create, fault, note_use, read, write_one};
use super::schema::{BUSY, bring_up, version_of, writing};
use super::{Change, GameId, Hold, Maker, NewGame, Store, StoreError, StoredGame, Write};
use crate::seats::TokenHash;

/// Number of pages in the write-ahead log before a checkpoint: 32 MB, so a commit rarely waits for one.
const CHECKPOINT: u32 = 8000;

/// A store in a SQLite file with a write-ahead log, where every commit is synced. There is a connection for writes and
/// another for reads.
#[derive(Debug)]
pub struct SqliteStore {
    pub(super) writer: Mutex<Connection>,
    pub(super) reader: Mutex<Connection>,
    pub(super) heads: Mutex<Heads>,
    /// Games used since the last note, with their heads if they were written.
    used: Mutex<HashMap<GameId, Option<Head>>>,
    lost: Vec<Lost>,
    /// Key of the hashes of addresses.
    pub(super) salt: Vec<u8>,
    /// Two servers on one store would each continue from their own memory. Dropped last, as it must be.
    _lock: Lock,
}

impl SqliteStore {
    /// Opens a file, or creates a new one. A store of an earlier version is migrated after a backup (`….backup-vN`).
    ///
    /// # Errors
    /// The file can't be opened, or has several names.
    /// Another server has the store.
    /// The file is not a store, or is from a newer program; it is then unchanged.
    /// A store of an earlier version can't be migrated.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let path = &resolved(path)?;
        let lock = lock(path)?;
        let version = version_of(path)?;
        make_private(path)?;
        let mut writer = connect(path)?;
        writer.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
        bring_up(&mut writer, path, version)?;
        // Each start tries once more: this program may be able to read what an earlier one could not.
        writer.execute("UPDATE game SET fault = NULL WHERE fault IS NOT NULL", [])?;
        let (number, salt): (Vec<u8>, _) =
            writer.query_row("SELECT number, salt FROM identity", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut heads = Heads::open(path, &number)?;
        let lost = heads.compare(&writer)?;
        Ok(SqliteStore {
            writer: Mutex::new(writer),
            reader: Mutex::new(connect(path)?),
            heads: Mutex::new(heads),
            used: Mutex::default(),
            lost,
            salt,
            _lock: lock,
        })
    }

    /// Returns the games that had more lines, or others, when the store was opened: acknowledged orders are missing.
    #[must_use]
    pub fn lost(&self) -> &[Lost] {
        &self.lost
    }

    /// Notes that a game is used, and its new head.
    fn touch(&self, game: GameId, head: Option<Head>) {
        let mut used = locked(&self.used);
        let noted = used.entry(game).or_default();
        *noted = head.or(noted.take());
    }
}

impl Drop for SqliteStore {
    /// Notes what would be noted later. An error is ignored: the last seconds of use and heads are then missing.
    fn drop(&mut self) {
        let _ = self.note();
    }
}

/// Counts the games that [`Store::expire`] would remove, by stage. A server may use the store meanwhile.
///
/// # Errors
/// The store can't be read, or is of an earlier version.
pub fn count_expired(path: &Path, retention: &Retention) -> Result<Vec<Counted>, StoreError> {
    let store = open_present(&resolved(path)?)?;
    Ok(retention.count(&store)?)
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Query plans don't depend on bound values; otherwise each query would be planned again for each game.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // Two megabytes of page cache per connection: rows are small and read in order.
    connection.pragma_update(None, "cache_size", -2048)?;
    Ok(connection)
}

/// A panic with a connection locked leaves no partial transaction: SQLite rolls it back.
pub fn locked<T>(part: &Mutex<T>) -> MutexGuard<'_, T> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store for SqliteStore {
    fn admit(&self, maker: &Maker) -> Result<(), StoreError> {
        admit(&locked(&self.reader), hash(&self.salt, maker.client)?, maker.most)
    }

    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        let maker = match game.maker {
            Some(maker) => Some((hash(&self.salt, maker.client)?, maker.most)),
            None => None,
        };
        let mut connection = locked(&self.writer);
        let transaction = writing(&mut connection)?;
        let id = create(&transaction, game, maker)?;
        transaction.commit()?;
        Ok(id)
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        let mut connection = locked(&self.writer);
        let transaction = writing(&mut connection)?;
        for write in batch {
            write_one(&transaction, write)?;
        }
        transaction.commit()?;
        for write in batch {
            let head = match &write.change {
                Change::Lines { after, lines, .. } => {
                    lines.last().map(|last| Head::of(after + lines.len() as u64, last))
                }
                Change::PreGame(_) => None,
            };
            self.touch(write.game(), head);
        }
        Ok(())
    }

    fn games(&self) -> Result<u64, StoreError> {
        let connection = locked(&self.reader);
        let mut statement = connection.prepare_cached("SELECT count(*) FROM game")?;
        Ok(statement.query_row([], |row| row.get(0))?)
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        let connection = locked(&self.reader);
        let mut statement = connection.prepare_cached("SELECT game, seat FROM link WHERE hash = ?1")?;
        let found = statement.query_row([link.bytes()], |row| Ok((GameId(row.get(0)?), row.get(1)?))).optional()?;
        Ok(found)
    }

    fn renew(&self, _: Hold, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        let renewed = locked(&self.writer)
            .execute("UPDATE OR IGNORE link SET hash = ?2 WHERE hash = ?1", params![link.bytes(), by.bytes()])?;
        Ok(renewed > 0)
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.touch(game, None);
        let mut connection = locked(&self.reader);
        // One transaction, so setup and lines are from a single moment.
        let transaction = connection.transaction()?;
        match fault(&transaction, game)? {
            Some(fault) => Err(StoreError::Unreadable(game, fault)),
            None => read(&transaction, game),
        }
    }

    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError> {
        let set_aside = locked(&self.writer)
            .execute("UPDATE game SET fault = ?2 WHERE id = ?1 AND fault IS NULL", params![game.0, fault])?;
        Ok(set_aside > 0)
    }

    fn expire(&self, retention: &Retention, most: usize) -> Result<Vec<GameId>, StoreError> {
        // Games that were used a moment ago are noted first.
        self.note()?;
        let mut connection = locked(&self.writer);
        let transaction = writing(&mut connection)?;
        let expired = retention.expired(&transaction, most)?;
        remove(&transaction, &expired)?;
        transaction.commit()?;
        drop(connection);
        locked(&self.heads).forget(&expired)?;
        Ok(expired)
    }

    fn probe(&self) -> Result<(), StoreError> {
        locked(&self.writer).execute("UPDATE identity SET number = number", [])?;
        Ok(())
    }

    fn compact(&self) -> Result<(), StoreError> {
        Ok(locked(&self.writer).execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?)
    }

    fn note(&self) -> Result<(), StoreError> {
        let used = std::mem::take(&mut *locked(&self.used));
        if used.is_empty() {
            return Ok(());
        }
        let noted = note_use(&mut locked(&self.writer), used.keys()).and_then(|()| {
            let heads = used.iter().filter_map(|(game, head)| Some((game, head.as_ref()?)));
            locked(&self.heads).note(heads)
        });
        if noted.is_err() {
            // Newer heads remain.
            used.into_iter().for_each(|(game, head)| {
                locked(&self.used).entry(game).or_insert(head);
            });
        }
        noted
    }
}

#[cfg(test)]
mod tests {
    use game::{Dice, Parts, Player, PreGame};
    use referee::ledger::ScenarioText;

    use super::*;

    fn unbegun() -> PreGame {
        PreGame {
            system: "tide".into(),
            scenario: ScenarioText { name: "a".into(), text: String::new() },
            players: [Player::Human; 2],
            game: None,
            nonce: [0; 32].into(),
            dice: Dice::Own(Parts::default()),
            guide: None,
        }
    }

    fn lines(game: GameId, after: u64, lines: &[&str]) -> Write {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        Write { hold: game.into(), change: Change::Lines { after, lines, response: None } }
    }

    #[test]
    fn a_full_disk_is_full_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
        let new = NewGame { pre_game: unbegun(), links: Vec::new(), maker: None };
        let game = store.create(&new).unwrap();
        let room = |pages: u32| locked(&store.writer).pragma_update(None, "max_page_count", pages).unwrap();
        room(1);
        let batch = [lines(game, 0, &["x".repeat(100_000).as_str()])];
        assert_eq!(store.write(&batch), Err(StoreError::Full));
        assert_eq!(store.load(game).unwrap().unwrap().lines, 0);
        room(1_000_000);
        store.write(&batch).unwrap();
    }
}
