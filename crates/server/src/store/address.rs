//! Where a store is: in a SQLite file, or in a PostgreSQL database.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::copy::{Progress, open_present};
use super::place::resolved;
use super::postgres::{self, DatabaseUrl, PostgresStore};
use super::transfer::Transfer;
use super::{Checked, Counted, Lost, Retention, SqliteStore, Store, StoreError, check, count_expired};

/// The beginnings of the address of a database.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Where a store is.
#[derive(Clone, Debug)]
pub enum StoreAddress {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database.
    Database(Box<DatabaseUrl>),
}

impl StoreAddress {
    /// Reads an address: `postgres://` or `postgresql://` begins a database, all else is a path.
    ///
    /// # Errors
    /// The address of a database has a mistake. The message never quotes it, since it may contain a password.
    pub fn read(text: &Path) -> Result<Self, StoreError> {
        match text.to_str().filter(|text| SCHEMES.iter().any(|scheme| text.starts_with(scheme))) {
            Some(url) => Ok(StoreAddress::Database(Box::new(DatabaseUrl::read(url)?))),
            None => Ok(StoreAddress::File(text.to_owned())),
        }
    }

    /// Opens the store for a server, or creates a new one. Returns with it the games that have lost acknowledged orders,
    /// as far as the store can know: a database has no record apart from itself. A store that is opened `shared` may be
    /// used by several servers at once, if all of them share it.
    ///
    /// # Errors
    /// The errors of [`SqliteStore::open`] and [`PostgresStore::open`].
    /// A file can't be shared.
    pub fn open(&self, shared: bool) -> Result<(Arc<dyn Store>, Vec<Lost>), StoreError> {
        match self {
            StoreAddress::File(_) if shared => {
                Err(StoreError::Failed("only a PostgreSQL database can be shared by several servers".to_owned()))
            }
            StoreAddress::File(path) => {
                let store = SqliteStore::open(path)?;
                let lost = store.lost().to_vec();
                Ok((Arc::new(store), lost))
            }
            StoreAddress::Database(url) => Ok((Arc::new(PostgresStore::open(url, shared)?), Vec::new())),
        }
    }

    /// Verifies every game without changing anything. A server may use the store meanwhile.
    ///
    /// # Errors
    /// The store doesn't exist, can't be read, or is of an earlier version.
    pub fn check(&self, progress: Progress<'_>) -> Result<Checked, StoreError> {
        match self {
            StoreAddress::File(path) => check(path, progress),
            StoreAddress::Database(url) => postgres::check(url, progress),
        }
    }

    /// Counts the games that [`Store::expire`] would remove, by stage. A server may use the store meanwhile.
    ///
    /// # Errors
    /// The store doesn't exist, can't be read, or is of an earlier version.
    pub fn count_expired(&self, retention: &Retention) -> Result<Vec<Counted>, StoreError> {
        match self {
            StoreAddress::File(path) => count_expired(path, retention),
            StoreAddress::Database(url) => postgres::count_expired(url, retention),
        }
    }

    /// Opens a store that exists, to copy its games to another one.
    pub(super) fn existing(&self) -> Result<Box<dyn Transfer>, StoreError> {
        match self {
            StoreAddress::File(path) => drop(open_present(&resolved(path)?)?),
            StoreAddress::Database(url) => postgres::exists(url)?,
        }
        self.open_to_copy()
    }

    /// Opens a store or creates it, to copy games to it.
    pub(super) fn open_to_copy(&self) -> Result<Box<dyn Transfer>, StoreError> {
        match self {
            StoreAddress::File(path) => Ok(Box::new(SqliteStore::open(path)?)),
            StoreAddress::Database(url) => Ok(Box::new(PostgresStore::open(url, false)?)),
        }
    }
}

impl std::fmt::Display for StoreAddress {
    /// Shows the address without its password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreAddress::File(path) => path.display().fmt(f),
            StoreAddress::Database(url) => url.fmt(f),
        }
    }
}
