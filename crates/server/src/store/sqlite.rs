//! A store in one SQLite file.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use referee::ledger::ScenarioText;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, params};

use super::opening;
use super::place::{Lock, lock, make_private, resolved};
use super::schema::{BUSY, bring_up, version_of};
use super::{CachedResponse, GameId, NewGame, Store, StoreError, StoredGame, Write};
use crate::seats::TokenHash;

/// Number of pages in the write-ahead log before a checkpoint: 32 MB, so a commit rarely waits for one.
const CHECKPOINT: u32 = 8000;

/// A store in a SQLite file with a write-ahead log, where every commit is synced. There is a connection for writes and
/// another for reads.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
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
        Ok(SqliteStore { writer: Mutex::new(writer), reader: Mutex::new(connect(path)?), _lock: lock })
    }
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

/// A panic with the connection locked leaves no partial transaction: SQLite rolls it back.
fn held(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

fn json(error: serde_json::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}

fn write_one(connection: &Connection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::PreGame(game, pre_game) => {
            let mut statement =
                connection.prepare_cached("UPDATE game SET opening = ?2, stage = max(stage, ?3) WHERE id = ?1")?;
            let opening = opening::without_scenario(pre_game).map_err(json)?;
            match statement.execute(params![game.0, opening, pre_game.is_joined()])? {
                0 => Err(StoreError::Gone(*game)),
                _ => Ok(()),
            }
        }
        Write::Lines { game, after, lines, response } => {
            // Computed from the lines: a count beside the setup would rewrite that whole row for each line.
            let mut next = connection.prepare_cached("SELECT coalesce(max(n) + 1, 0) FROM line WHERE game = ?1")?;
            if next.query_row([game.0], |row| row.get::<_, i64>(0))? != *after as i64 {
                return Err(StoreError::Sequence(*game));
            }
            if *after == 0 {
                begin(connection, *game, lines, response.as_ref())?;
            } else {
                insert(connection, *game, *after, lines.iter().map(String::as_str), response.as_ref())?;
            }
            if lines.last().is_some_and(|line| opening::closes(line)) {
                // Only unfinished games count for the address that created them.
                connection.execute("UPDATE game SET stage = 2, maker = NULL WHERE id = ?1", [game.0])?;
            }
            Ok(())
        }
    }
}

/// Stores the first lines of a ledger. The header is stored without the text of the scenario.
fn begin(
    connection: &Connection,
    game: GameId,
    lines: &[String],
    response: Option<&CachedResponse>,
) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT text FROM scenario WHERE id = (SELECT scenario FROM game WHERE id = ?1)")?;
    let text: Option<String> = statement.query_row([game.0], |row| row.get(0)).optional()?;
    let text = text.ok_or(StoreError::Gone(game))?;
    let header = lines.first().and_then(|line| opening::shortened(line, &text));
    let stored = lines.iter().enumerate().map(|(n, line)| match &header {
        Some(header) if n == 0 => header,
        _ => line,
    });
    insert(connection, game, 0, stored.map(String::as_str), response)?;
    connection.execute("UPDATE game SET stage = max(stage, 1) WHERE id = ?1", [game.0])?;
    Ok(())
}

/// Stores lines of a ledger from number `after` on. The response is stored with the first of them.
fn insert<'a>(
    connection: &Connection,
    game: GameId,
    after: u64,
    lines: impl Iterator<Item = &'a str>,
    mut response: Option<&CachedResponse>,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO line (game, n, text, seat, request_id, request, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (n, line) in (after..).zip(lines) {
        let with = response.take();
        insert.execute(params![
            game.0,
            n as i64,
            line,
            with.map(|a| a.seat),
            with.map(|a| &a.id),
            with.map(|a| a.request),
            with.map(|a| &a.answer)
        ])?;
    }
    Ok(())
}

/// Returns a game as it is at one moment.
fn read(connection: &Connection, game: GameId) -> Result<Option<StoredGame>, StoreError> {
    let unreadable = |why: &str| StoreError::Unreadable(game, why.to_owned());
    let mut setup = connection.prepare_cached(
        "SELECT game.opening, game.fault, scenario.name, scenario.text
         FROM game LEFT JOIN scenario ON scenario.id = game.scenario WHERE game.id = ?1",
    )?;
    let mut rows = setup.query([game.0])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    if let Some(fault) = row.get::<_, Option<String>>(1)? {
        return Err(StoreError::Unreadable(game, fault));
    }
    let (Some(name), Some(text)) = (row.get(2)?, row.get(3)?) else {
        return Err(unreadable("its setup can't be read"));
    };
    let scenario = ScenarioText { name, text };
    // The error of the parser may quote a secret.
    let pre_game = opening::with_scenario(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?, &scenario)
        .ok_or_else(|| unreadable("its setup can't be read"))?;
    let mut stored = StoredGame { pre_game, ledger: String::new(), lines: 0, responses: Vec::new() };
    let mut statement = connection
        .prepare_cached("SELECT text, seat, request_id, request, answer FROM line WHERE game = ?1 ORDER BY n")?;
    let mut rows = statement.query([game.0])?;
    while let Some(row) = rows.next()? {
        let line = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        match stored.lines {
            0 => stored.ledger.push_str(&opening::lengthened(line, &scenario.text)),
            _ => stored.ledger.push_str(line),
        }
        stored.ledger.push('\n');
        stored.lines += 1;
        if let (Some(seat), Some(id), Some(request), Some(answer)) =
            (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)
        {
            stored.responses.push(CachedResponse { seat, id, request, answer });
        }
    }
    Ok(Some(stored))
}

impl Store for SqliteStore {
    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        let mut connection = held(&self.writer);
        let transaction = connection.transaction()?;
        let scenario = opening::scenario_id(&transaction, &game.pre_game.scenario)?;
        let opening = opening::without_scenario(&game.pre_game).map_err(json)?;
        transaction.execute(
            "INSERT INTO game (opening, scenario, created, used) VALUES (?1, ?2, unixepoch(), unixepoch())",
            params![opening, scenario],
        )?;
        let id = transaction.last_insert_rowid();
        for (hash, seat) in &game.links {
            transaction
                .execute("INSERT INTO link (hash, game, seat) VALUES (?1, ?2, ?3)", params![hash.bytes(), id, seat])?;
        }
        transaction.commit()?;
        Ok(GameId(id))
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        let mut connection = held(&self.writer);
        let transaction = connection.transaction()?;
        for write in batch {
            write_one(&transaction, write)?;
        }
        transaction.commit()?;
        Ok(())
    }

    fn games(&self) -> Result<Vec<GameId>, StoreError> {
        let connection = held(&self.reader);
        let mut statement = connection.prepare_cached("SELECT id FROM game ORDER BY id")?;
        let games = statement.query_map([], |row| Ok(GameId(row.get(0)?)))?.collect::<Result<_, _>>()?;
        Ok(games)
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        let connection = held(&self.reader);
        let mut statement = connection.prepare_cached("SELECT game, seat FROM link WHERE hash = ?1")?;
        let found = statement.query_row([link.bytes()], |row| Ok((GameId(row.get(0)?), row.get(1)?))).optional()?;
        Ok(found)
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let mut connection = held(&self.reader);
        // One transaction, so setup and lines are from a single moment.
        let transaction = connection.transaction()?;
        read(&transaction, game)
    }

    fn set_aside(&self, game: GameId, fault: &str) -> Result<(), StoreError> {
        held(&self.writer).execute("UPDATE game SET fault = ?2 WHERE id = ?1", params![game.0, fault])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pre_game::tests::unbegun;

    fn lines(game: GameId, after: u64, lines: &[&str]) -> Write {
        Write::Lines { game, after, lines: lines.iter().map(|line| (*line).to_owned()).collect(), response: None }
    }

    #[test]
    fn what_was_written_is_there_after_opening_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let link = TokenHash::of("00");
        let game = {
            let store = SqliteStore::open(&path).unwrap();
            let game = store.create(&NewGame { pre_game: unbegun(), links: vec![(link, 1)] }).unwrap();
            let response = CachedResponse { seat: 1, id: "x".into(), request: [7; 32], answer: "{}".into() };
            let Write::Lines { game, after, lines, .. } = lines(game, 0, &["one", "two"]) else { unreachable!() };
            store.write(&[Write::Lines { game, after, lines, response: Some(response) }]).unwrap();
            game
        };
        let store = SqliteStore::open(&path).unwrap();
        assert_eq!(store.games().unwrap(), [game]);
        assert_eq!(store.seat(&link).unwrap(), Some((game, 1)));
        assert_eq!(store.seat(&TokenHash::of("01")).unwrap(), None);
        let stored = store.load(game).unwrap().unwrap();
        assert_eq!((stored.ledger.as_str(), stored.lines), ("one\ntwo\n", 2));
        assert_eq!(stored.responses.len(), 1);
    }

    #[test]
    fn a_line_that_does_not_follow_the_last_is_not_kept_nor_anything_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
        let new = NewGame { pre_game: unbegun(), links: Vec::new() };
        let (one, two) = (store.create(&new).unwrap(), store.create(&new).unwrap());
        let batch = [lines(one, 0, &["a"]), lines(two, 1, &["b"])];
        assert!(matches!(store.write(&batch), Err(StoreError::Sequence(game)) if game == two));
        assert_eq!(store.load(one).unwrap().unwrap().lines, 0);
    }
}
