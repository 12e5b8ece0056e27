//! The heads of the ledgers, kept apart from the store.
//!
//! A file system that loses the end of the write-ahead log loses acknowledged orders, and SQLite opens what is left
//! without a word. So the number of lines of each ledger, and the hash at the end of its last line, are also written to
//! a small database beside the store, a few seconds later. What the store has lost is found by comparing both.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::place::{beside, create};
use super::schema::{BUSY, writing};
use super::{GameId, StoreError};

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS store (number BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS head (game INTEGER PRIMARY KEY, lines INTEGER NOT NULL, tail TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS lost (game INTEGER NOT NULL, lines INTEGER NOT NULL, PRIMARY KEY (game, lines)) STRICT;
";

/// Number of bytes at the end of a line that hold its hash.
const TAIL: usize = 66;

/// The end of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Number of lines.
    pub lines: u64,
    /// End of the last line, with its hash.
    pub tail: String,
}

impl Head {
    /// Returns the head of a ledger with this many lines and this last line.
    pub fn of(lines: u64, last: &str) -> Self {
        let tail = last.len().checked_sub(TAIL).and_then(|at| last.get(at..)).unwrap_or(last);
        Head { lines, tail: tail.to_owned() }
    }
}

/// A game whose store has lost acknowledged lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub game: GameId,
    /// Number of lines that the ledger had.
    pub lines: u64,
}

/// The heads of a store's ledgers.
#[derive(Debug)]
pub struct Heads(Connection);

impl Heads {
    /// Opens or creates the heads of the store at `path` with this number. Heads of another store, or a file that can't
    /// be read, are replaced.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn open(path: &Path, number: &[u8]) -> Result<Self, StoreError> {
        let name = beside(path, ".heads");
        match open(&name, number) {
            Err(StoreError::Damaged(_)) => {
                std::fs::remove_file(&name).map_err(|error| StoreError::at(&name, error))?;
                open(&name, number)
            }
            opened => opened,
        }
    }

    /// Writes the present heads of some games.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn note<'a>(&mut self, heads: impl IntoIterator<Item = (&'a GameId, &'a Head)>) -> Result<(), StoreError> {
        let transaction = writing(&mut self.0)?;
        for (game, head) in heads {
            put(&transaction, *game, head)?;
        }
        Ok(transaction.commit()?)
    }

    /// Removes games that were removed from the store.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn forget(&mut self, games: &[GameId]) -> Result<(), StoreError> {
        let transaction = writing(&mut self.0)?;
        for GameId(game) in games {
            transaction.execute("DELETE FROM head WHERE game = ?1", [game])?;
            transaction.execute("DELETE FROM lost WHERE game = ?1", [game])?;
        }
        Ok(transaction.commit()?)
    }

    /// Finds games whose lines are fewer or others than they were, and returns all that were ever found. Their present
    /// heads are noted, so the games can continue.
    ///
    /// # Errors
    /// The store can't be read, or the file can't be written.
    pub fn compare(&mut self, store: &Connection) -> Result<Vec<Lost>, StoreError> {
        let found = behind(&self.0, store)?;
        let transaction = writing(&mut self.0)?;
        for Lost { game, lines } in found {
            transaction.execute("INSERT OR IGNORE INTO lost VALUES (?1, ?2)", params![game.0, lines])?;
            transaction.execute("DELETE FROM head WHERE game = ?1", [game.0])?;
            let mut last =
                store.prepare_cached("SELECT n + 1, text FROM line WHERE game = ?1 ORDER BY n DESC LIMIT 1")?;
            let head =
                last.query_row([game.0], |row| Ok(Head::of(row.get(0)?, row.get_ref(1)?.as_str()?))).optional()?;
            if let Some(head) = head {
                put(&transaction, game, &head)?;
            }
        }
        transaction.commit()?;
        lost(&self.0)
    }
}

fn put(transaction: &Transaction<'_>, game: GameId, head: &Head) -> Result<(), StoreError> {
    let mut put = transaction.prepare_cached("INSERT OR REPLACE INTO head VALUES (?1, ?2, ?3)")?;
    put.execute(params![game.0, head.lines, head.tail])?;
    Ok(())
}

fn open(name: &Path, number: &[u8]) -> Result<Heads, StoreError> {
    if !name.exists() {
        create(name).map_err(|error| StoreError::at(name, error))?;
    }
    let mut connection = Connection::open(name)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let transaction = writing(&mut connection)?;
    transaction.execute_batch(TABLES)?;
    let known: Option<Vec<u8>> = transaction.query_row("SELECT number FROM store", [], |row| row.get(0)).optional()?;
    if known.is_none_or(|known| known != number) {
        transaction.execute_batch("DELETE FROM store; DELETE FROM head; DELETE FROM lost")?;
        transaction.execute("INSERT INTO store VALUES (?1)", [number])?;
    }
    transaction.commit()?;
    Ok(Heads(connection))
}

/// Returns the games whose heads are not in the store.
fn behind(heads: &Connection, store: &Connection) -> Result<Vec<Lost>, StoreError> {
    let mut all = heads.prepare("SELECT game, lines, tail FROM head")?;
    let mut line = store.prepare("SELECT text FROM line WHERE game = ?1 AND n = ?2 - 1")?;
    let (mut rows, mut behind) = (all.query([])?, Vec::new());
    while let Some(row) = rows.next()? {
        let (game, head) = (GameId(row.get(0)?), Head { lines: row.get(1)?, tail: row.get(2)? });
        let there =
            line.query_row(params![game.0, head.lines], |row| Ok(Head::of(head.lines, row.get_ref(0)?.as_str()?)));
        match there.optional().map_err(StoreError::from) {
            Ok(there) if there.as_ref() == Some(&head) => {}
            Ok(_) => behind.push(Lost { game, lines: head.lines }),
            // The line may be there. The damage is found when the game is read.
            Err(StoreError::Damaged(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(behind)
}

fn lost(heads: &Connection) -> Result<Vec<Lost>, StoreError> {
    let mut all = heads.prepare("SELECT game, lines FROM lost ORDER BY game, lines")?;
    let lost = all.query_map([], |row| Ok(Lost { game: GameId(row.get(0)?), lines: row.get(1)? }))?;
    Ok(lost.collect::<rusqlite::Result<_>>()?)
}

/// Returns the games whose acknowledged lines were or are missing, without changing anything. There are none if the
/// store has no heads.
///
/// # Errors
/// The heads or the store can't be read.
pub fn missing(path: &Path, store: &Connection) -> Result<Vec<Lost>, StoreError> {
    let name = beside(path, ".heads");
    if !name.exists() {
        return Ok(Vec::new());
    }
    // A program that was killed may have left a transaction of the heads to be rolled back.
    let heads = Connection::open_with_flags(name, rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    heads.busy_timeout(BUSY)?;
    let mut missing = lost(&heads)?;
    missing.extend(behind(&heads, store)?);
    Ok(missing)
}
