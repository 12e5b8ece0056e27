//! The tables of a store in SQLite, and how those of earlier versions become today's.
//!
//! The version is the file's `user_version`. The crate `rusqlite_migration` would carry out the steps, but its newest
//! release is for the rusqlite before ours, and a program can hold only one; the steps are few lines.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::StoreError;

/// The tables of today's version.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    opening TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS link (
    hash BLOB PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS line (
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

/// Makes the tables of a new store, or brings those of an earlier version to today's: in one transaction, after a copy of
/// the file was made beside it.
///
/// # Errors
/// When a newer program made the store, no copy can be made, or a step fails; then the store is as it was, and the copy
/// made before a failed step is removed.
pub fn bring_up(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let newer = || {
        StoreError::Failed(format!(
            "{}: the store is of version {found}; this program reads versions up to {VERSION}: a newer program made it",
            path.display()
        ))
    };
    let version = usize::try_from(found).ok().filter(|version| *version <= VERSION).ok_or_else(newer)?;
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
