//! Copies of a store: before a migration, as a backup, and back.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::StoreError;
use super::place::{beside, create, folder, give, lock, resolved};
use super::schema::{BUSY, VERSION, version_of};

/// Number of pages that are copied between two reports of progress.
const PAGES: i32 = 256;
/// Waiting time if another program locks the store.
const PAUSE: Duration = Duration::from_millis(20);

/// Is told how many parts of a long work are done, and how many there are.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// Opens a store of the present version for reading, as [`open_to_read`] does.
///
/// # Errors
/// The errors of [`open_to_read`].
/// The store is of an earlier version.
pub fn open_present(path: &Path) -> Result<Connection, StoreError> {
    let version = version_of(path)?;
    if (1..VERSION).contains(&version) {
        let why = format!("the store is of version {version}: start a server once, which brings it up to date");
        return Err(StoreError::at(path, why));
    }
    open_to_read(path)
}

/// Opens a store for reading, with its write-ahead log. A server may use it meanwhile.
///
/// # Errors
/// There is no store.
/// The store can't be read.
pub fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    if version_of(path)? == 0 {
        return Err(StoreError::at(path, "there is no store here"));
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(BUSY)?;
    Ok(connection)
}

/// Copies a store to `….backup-vN` beside it. An existing copy is kept: the next free name is used.
///
/// # Errors
/// The copy can't be completed. Then no part of it remains.
pub fn back_up(connection: &Connection, path: &Path, version: usize) -> Result<PathBuf, StoreError> {
    let copy = free(path, &format!(".backup-v{version}"));
    let part = beside(path, &format!(".backup-v{version}.part"));
    written(connection, &part, &mut |_, _| {}).and_then(|()| put(&part, &copy)).map_err(|error| {
        remove(&part);
        StoreError::Failed(format!("no copy could be made before the store is brought up to date: {error}"))
    })?;
    Ok(copy)
}

/// Copies a store to a new file, as it is at one moment. A server may use it meanwhile, and its write-ahead log is
/// copied too.
///
/// # Errors
/// There is no store, or the new file exists.
/// The copy can't be completed, or is damaged. Then no part of it remains.
pub fn backup(path: &Path, to: &Path, progress: Progress<'_>) -> Result<(), StoreError> {
    let path = resolved(path)?;
    if to.symlink_metadata().is_ok() {
        return Err(StoreError::at(to, "this file exists; choose another name"));
    }
    let part = beside(to, ".part");
    let copied = written(&open_to_read(&path)?, &part, progress).and_then(|()| put(&part, to));
    copied.inspect_err(|_| remove(&part))
}

/// Puts a backup in the place of a store. Returns the name that the earlier store has now, if there was one.
///
/// # Errors
/// A server uses the store.
/// The backup is not a store, or is damaged. Then nothing has changed.
pub fn restore(path: &Path, from: &Path, progress: Progress<'_>) -> Result<Option<PathBuf>, StoreError> {
    let (path, from) = (resolved(path)?, resolved(from)?);
    if path == from {
        return Err(StoreError::at(&from, "this is the store itself; expected a backup of it"));
    }
    let backup = open_to_read(&from)?;
    let _lock = lock(&path)?;
    let part = beside(&path, ".restore.part");
    let part_given = || give(&part).map_err(|error| StoreError::at(&part, error));
    written(&backup, &part, progress).and_then(|()| part_given()).inspect_err(|_| remove(&part))?;
    let earlier = set_aside(&path).and_then(|earlier| put(&part, &path).map(|()| earlier));
    earlier.inspect_err(|_| remove(&part))
}

/// Renames a store and the files beside it. A store without content is removed.
fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
    let aside = free(path, ".before-restore");
    let empty = std::fs::metadata(path).is_ok_and(|file| file.len() == 0) && !beside(path, "-wal").exists();
    // The index of the write-ahead log is made again from the log.
    remove(&beside(path, "-shm"));
    for ending in ["-wal", "-journal", ".heads", ""] {
        let (from, to) = (beside(path, ending), beside(&aside, ending));
        match std::fs::rename(&from, &to) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(StoreError::at(&from, error)),
            _ => {}
        }
    }
    if empty {
        remove(&aside);
        return Ok(None);
    }
    Ok(Some(aside))
}

/// Removes a useless file. Errors are ignored, since the earlier error is the one to report.
pub fn remove(file: &Path) {
    let _ = std::fs::remove_file(file);
}

/// Returns the first free name that begins like this.
fn free(path: &Path, ending: &str) -> PathBuf {
    let names = (2..).map(|n| beside(path, &format!("{ending}.{n}")));
    let mut names = std::iter::once(beside(path, ending)).chain(names);
    names.find(|name| name.symlink_metadata().is_err()).unwrap_or_else(|| beside(path, ending))
}

/// Writes a copy as of one moment to a file that is replaced if it exists, checks it and syncs it. The copy has the
/// secrets of all games, so only its owner may ever read it.
fn written(from: &Connection, to: &Path, progress: Progress<'_>) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::at(to, error);
    match std::fs::remove_file(to) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    create(to).map_err(failed)?;
    let mut copy = Connection::open(to)?;
    // In a transaction all pages are of one moment. Otherwise each write of a server would begin the copy again.
    let moment = from.unchecked_transaction()?;
    moment.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, u64>(0))?;
    pages(from, &mut copy, progress)?;
    drop(moment);
    // The copy is one file, without a write-ahead log beside it.
    copy.pragma_update(None, "journal_mode", "DELETE")?;
    let found: String = copy.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Err(StoreError::Damaged(found));
    }
    drop(copy);
    File::open(to).and_then(|file| file.sync_all()).map_err(failed)
}

fn pages(from: &Connection, to: &mut Connection, progress: Progress<'_>) -> Result<(), StoreError> {
    let backup = Backup::new(from, to)?;
    loop {
        match backup.step(PAGES)? {
            StepResult::Done => return Ok(()),
            StepResult::Busy | StepResult::Locked => std::thread::sleep(PAUSE),
            _ => {
                let left = backup.progress();
                let of = u64::from(left.pagecount.unsigned_abs());
                progress(of.saturating_sub(u64::from(left.remaining.unsigned_abs())), of);
            }
        }
    }
}

/// Gives a complete file its name. The name is durable only after its folder is synced.
fn put(part: &Path, name: &Path) -> Result<(), StoreError> {
    let named = std::fs::rename(part, name);
    let named = named.and_then(|()| if cfg!(unix) { File::open(folder(name))?.sync_all() } else { Ok(()) });
    named.map_err(|error| StoreError::at(name, error))
}
