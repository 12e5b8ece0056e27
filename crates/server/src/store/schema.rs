//! The tables of a SQLite store, and migrations from earlier versions.
//!
//! The version is the file's `user_version`. The crate `rusqlite_migration` could run the steps, but its newest release
//! depends on an older rusqlite than ours, and a program can link only one. The steps are only a few lines.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, ffi};

use super::StoreError;
use super::copy::{back_up, remove};
use super::migrations::{SCENARIOS_ONCE, scenarios_once, without_counts};

/// Tables of the present version.
const TABLES: &str = "
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    opening TEXT NOT NULL
) STRICT;
CREATE TABLE link (
    hash BLOB PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE line (
    game INTEGER NOT NULL REFERENCES game (id),
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    seat INTEGER,
    request_id TEXT,
    request BLOB,
    answer TEXT,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
";

/// The `application_id` of a store since version 3: `Undc`. Programs such as `file` tell it from other SQLite files.
const APPLICATION: i64 = 0x556e_6463;
/// The first version with an application id.
const MARKED: usize = 3;

/// Maximum time that a connection waits for a lock of another connection.
pub const BUSY: Duration = Duration::from_secs(5);

/// Begins a transaction that writes. It waits for the lock of another connection here; one that has read before it
/// writes would fail at once instead.
pub fn writing(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// A migration from one version to the next.
type Step = fn(&Transaction<'_>) -> rusqlite::Result<()>;

/// Migrations from version 1 on, each to the next version. A new version adds one; none is ever removed.
const STEPS: &[Step] = &[without_counts, scenarios_once];

/// Version of the tables above.
pub const VERSION: usize = STEPS.len() + 1;

/// Tables that every version has. A file without them belongs to another program.
const OURS: [&str; 3] = ["game", "link", "line"];

/// The properties of a SQLite file that decide whether it is a store.
struct Found {
    version: i64,
    application: i64,
    /// Number of its tables, indexes and other entries.
    entries: usize,
    /// Number of tables with the names of a store's tables.
    ours: usize,
}

fn look(path: &Path, access: OpenFlags) -> rusqlite::Result<Found> {
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY)?;
    let mut statement = connection.prepare("SELECT type, name FROM sqlite_master")?;
    let (mut entries, mut ours) = (0, 0);
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        entries += 1;
        ours += usize::from(row.get_ref(0)?.as_str()? == "table" && OURS.contains(&row.get_ref(1)?.as_str()?));
    }
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0));
    Ok(Found { version: number("user_version")?, application: number("application_id")?, entries, ours })
}

/// Returns the version of the store at `path`; 0 if there is no file or an empty one. It uses a read-only connection,
/// since setting the journal mode would already change the file. It also reads the write-ahead log of a store. SQLite
/// may leave an empty log and its index beside a closed store.
///
/// # Errors
/// The file can't be read.
/// The file is not a SQLite file.
/// The file belongs to another program, or has a newer version.
pub fn version_of(path: &Path) -> Result<usize, StoreError> {
    let failed = |error: &dyn std::fmt::Display| StoreError::Failed(format!("{}: {error}", path.display()));
    if !path.try_exists().map_err(|error| failed(&error))? {
        return Ok(0);
    }
    let looked = look(path, OpenFlags::SQLITE_OPEN_READ_ONLY).or_else(|error| match error.sqlite_error() {
        // A transaction was interrupted before the file had its write-ahead log. The file can't be read before a
        // rollback, which requires a connection that may write.
        Some(ffi::Error { extended_code: ffi::SQLITE_READONLY_ROLLBACK, .. }) => {
            look(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        }
        _ => Err(error),
    });
    let Found { version: found, application, entries, ours } = looked.map_err(|error| failed(&error))?;
    let newer = || {
        failed(&format_args!(
            "the store is of version {found}; this program reads versions up to {VERSION}: a newer program made it"
        ))
    };
    let version = usize::try_from(found).ok().filter(|version| *version <= VERSION).ok_or_else(newer)?;
    let marked = if version < MARKED { 0 } else { APPLICATION };
    let expected = if version == 0 { entries == 0 } else { ours == OURS.len() };
    if expected && application == marked {
        Ok(version)
    } else {
        Err(failed(&"this SQLite file is not an Undercity store: another program made it"))
    }
}

/// Creates the tables of a new store (`version` 0), or migrates an earlier version in one transaction, after a backup
/// of the file.
///
/// # Errors
/// The backup can't be written.
/// A step fails. The store is then unchanged, and the backup is removed.
pub fn bring_up(connection: &mut Connection, path: &Path, version: usize) -> Result<(), StoreError> {
    if version == VERSION {
        return Ok(());
    }
    let copy = if version > 0 { Some(back_up(connection, path, version)?) } else { None };
    let done = upgrade(connection, version, STEPS);
    if let (Err(_), Some(copy)) = (&done, &copy) {
        // The store is unchanged. A backup for each failed start would fill the disk with copies of all secrets.
        remove(copy);
    }
    Ok(done?)
}

/// Creates the tables of a new store (`version` 0) or runs the migrations from `version` on, in one transaction.
fn upgrade(connection: &mut Connection, version: usize, steps: &[Step]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    match version.checked_sub(1) {
        // The tables are already of the present version, so no migration may run.
        None => transaction.execute_batch(&format!("{TABLES}{SCENARIOS_ONCE}"))?,
        Some(taken) => steps.iter().skip(taken).try_for_each(|step| step(&transaction))?,
    }
    transaction.pragma_update(None, "user_version", VERSION as i64)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_store_takes_no_step() {
        let steps: &[Step] = &[|transaction| transaction.execute_batch("ALTER TABLE game DROP COLUMN lines")];
        let mut connection = Connection::open_in_memory().unwrap();
        upgrade(&mut connection, 0, steps).unwrap();
        let mut earlier = Connection::open_in_memory().unwrap();
        assert!(upgrade(&mut earlier, 1, steps).is_err(), "an earlier store takes it");
    }
}
