//! The tables of a store in SQLite, and how those of earlier versions become today's.
//!
//! The version is the file's `user_version`. The crate `rusqlite_migration` would carry out the steps, but its newest
//! release is for the rusqlite before ours, and a program can hold only one; the steps are few lines.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, ffi};

use super::StoreError;

/// The tables of today's version.
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

/// How long a connection waits for another that has the file locked.
pub const BUSY: Duration = Duration::from_secs(5);

/// A step from one version to the next.
type Step = fn(&Transaction<'_>) -> rusqlite::Result<()>;

/// The steps from version 1 on, each to the next. A new version adds one, and none is ever taken out.
const STEPS: &[Step] = &[without_counts];

/// The version of the tables above.
pub const VERSION: usize = STEPS.len() + 1;

/// From 1 to 2. There were two version 1: the first counted a game's lines beside its opening.
fn without_counts(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let counted = transaction.prepare("SELECT 1 FROM pragma_table_info('game') WHERE name = 'lines'")?.exists([])?;
    if counted { transaction.execute_batch("ALTER TABLE game DROP COLUMN lines") } else { Ok(()) }
}

/// The tables that every version up to today's has. A file without them is another program's.
const OURS: [&str; 3] = ["game", "link", "line"];

/// What a SQLite file says of itself.
struct Found {
    version: i64,
    /// Number of its tables, indexes and so on.
    entries: usize,
    /// Number of its tables that are called as a store's are.
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
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(Found { version, entries, ours })
}

/// Returns the version of the store at `path`, 0 for a new one: no file, or an empty one. Looks over a connection that only
/// reads, since setting the journal mode alone would change the file. Of a store with a write-ahead log it reads the log too,
/// and SQLite may leave an empty log and its index beside a store that was closed.
///
/// # Errors
/// When the file cannot be read, is no SQLite file, belongs to another program, or is of a newer version.
pub fn version_of(path: &Path) -> Result<usize, StoreError> {
    let failed = |error: &dyn std::fmt::Display| StoreError::Failed(format!("{}: {error}", path.display()));
    if !path.try_exists().map_err(|error| failed(&error))? {
        return Ok(0);
    }
    let looked = look(path, OpenFlags::SQLITE_OPEN_READ_ONLY).or_else(|error| match error.sqlite_error() {
        // A transaction was cut off before the file had its write-ahead log. Nobody can read the file before that is rolled
        // back, and only a connection that may write does so.
        Some(ffi::Error { extended_code: ffi::SQLITE_READONLY_ROLLBACK, .. }) => {
            look(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        }
        _ => Err(error),
    });
    let Found { version: found, entries, ours } = looked.map_err(|error| failed(&error))?;
    let newer = || {
        failed(&format_args!(
            "the store is of version {found}; this program reads versions up to {VERSION}: a newer program made it"
        ))
    };
    let version = usize::try_from(found).ok().filter(|version| *version <= VERSION).ok_or_else(newer)?;
    let expected = if version == 0 { entries == 0 } else { ours == OURS.len() };
    if expected {
        Ok(version)
    } else {
        Err(failed(&"this SQLite file is not an Undercity store: another program made it"))
    }
}

/// Makes the tables of a new store (`version` 0), or brings those of an earlier version to today's: in one transaction,
/// after a copy of the file was made beside it.
///
/// # Errors
/// When no copy can be made or a step fails; then the store is as it was, and the copy made before a failed step is
/// removed.
pub fn bring_up(connection: &mut Connection, path: &Path, version: usize) -> Result<(), StoreError> {
    if version == VERSION {
        return Ok(());
    }
    let copy = if version > 0 { Some(back_up(connection, path, version)?) } else { None };
    let done = upgrade(connection, version, STEPS);
    if let (Err(_), Some(copy)) = (&done, &copy) {
        // The store is as it was. A copy for each failed start would fill the disk with the secrets of all games.
        remove(copy);
    }
    Ok(done?)
}

/// Makes the tables of a new store (`version` 0) or takes the steps from `version` on, in one transaction.
fn upgrade(connection: &mut Connection, version: usize, steps: &[Step]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    match version.checked_sub(1) {
        // Today's tables already: a step would change them once too often.
        None => transaction.execute_batch(TABLES)?,
        Some(taken) => steps.iter().skip(taken).try_for_each(|step| step(&transaction))?,
    }
    transaction.pragma_update(None, "user_version", VERSION as i64)?;
    transaction.commit()
}

/// The name of a file beside the store.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes a copy that is of no use. What made it so is the error to tell, not that it could not be removed.
fn remove(copy: &Path) {
    let _ = std::fs::remove_file(copy);
}

/// Copies the store beside it, to `….backup-vN`, synced, and returns the name of the copy. A copy that is there already is
/// left alone: the next free name is taken.
///
/// # Errors
/// When no whole copy could be made; then nothing of it stays.
fn back_up(connection: &Connection, path: &Path, version: usize) -> Result<PathBuf, StoreError> {
    // Written under another name first: a copy of that name is a whole one.
    let part = beside(path, &format!(".backup-v{version}.part"));
    write_copy(connection, path, version, &part).inspect_err(|_| remove(&part))
}

/// Writes the copy to `part`, then gives it its name.
fn write_copy(connection: &Connection, path: &Path, version: usize, part: &Path) -> Result<PathBuf, StoreError> {
    let failed = |at: &Path, error: &dyn std::fmt::Display| {
        StoreError::Failed(format!(
            "no copy could be made before the store is brought up to date: {}: {error}",
            at.display()
        ))
    };
    match std::fs::remove_file(part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(part, &error)),
        _ => {}
    }
    // SQLite copies into an empty file; it holds the secrets of all games, so nobody else may read it from the start.
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(part).map_err(|error| failed(part, &error))?;
    let name = part.to_str().ok_or_else(|| failed(part, &"the name is not UTF-8"))?;
    connection.execute("VACUUM INTO ?1", [name]).map_err(|error| failed(part, &error))?;
    let free = (1..).map(|n| match n {
        1 => beside(path, &format!(".backup-v{version}")),
        n => beside(path, &format!(".backup-v{version}.{n}")),
    });
    let copy = free.into_iter().find(|name| !name.exists()).unwrap_or_else(|| part.to_path_buf());
    let kept = File::open(part).and_then(|file| file.sync_all()).and_then(|()| std::fs::rename(part, &copy));
    // The new name is only safe when its folder is.
    let folder = copy.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let kept = kept.and_then(|()| if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) });
    kept.map_err(|error| {
        remove(&copy);
        failed(&copy, &error)
    })?;
    Ok(copy)
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
