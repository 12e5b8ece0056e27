//! Copies of a store.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::StoreError;
use super::place::{beside, create, folder};

/// Removes a useless backup. Errors are ignored, since the earlier error is the one to report.
pub fn remove(copy: &Path) {
    let _ = std::fs::remove_file(copy);
}

/// Copies the store to `….backup-vN` beside it, synced, and returns the path of the copy. An existing copy is kept: the
/// next free name is used.
///
/// # Errors
/// The copy can't be completed. Then no part of it remains.
pub fn back_up(connection: &Connection, path: &Path, version: usize) -> Result<PathBuf, StoreError> {
    // It is first written under another name: a file with the final name is always complete.
    let part = beside(path, &format!(".backup-v{version}.part"));
    write_copy(connection, path, version, &part).inspect_err(|_| remove(&part))
}

/// Writes the copy to `part`, then renames it.
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
    // SQLite copies into an empty file. The copy has the secrets of all games, so only its owner may ever read it.
    create(part).map_err(|error| failed(part, &error))?;
    let name = part.to_str().ok_or_else(|| failed(part, &"the name is not UTF-8"))?;
    connection.execute("VACUUM INTO ?1", [name]).map_err(|error| failed(part, &error))?;
    let free = (1..).map(|n| match n {
        1 => beside(path, &format!(".backup-v{version}")),
        n => beside(path, &format!(".backup-v{version}.{n}")),
    });
    let copy = free.into_iter().find(|name| !name.exists()).unwrap_or_else(|| part.to_path_buf());
    let kept = File::open(part).and_then(|file| file.sync_all()).and_then(|()| std::fs::rename(part, &copy));
    // The new name is durable only after its folder is synced.
    let kept = kept.and_then(|()| if cfg!(unix) { File::open(folder(&copy))?.sync_all() } else { Ok(()) });
    kept.map_err(|error| {
        remove(&copy);
        failed(&copy, &error)
    })?;
    Ok(copy)
}
