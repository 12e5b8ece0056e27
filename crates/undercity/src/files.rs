//! Files: read whole, written whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::outcome::{Failed, refused};

/// Reads a file as text.
pub fn read(path: &Path) -> Result<String, Failed> {
    let bytes = std::fs::read(path).map_err(|error| refused(format_args!("{}: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        refused(format_args!("{}: expected UTF-8 text, byte {at} is none", path.display()))
    })
}

/// Writes a file beside its place and then moves it there, so that it is never seen half written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    let place = |error: std::io::Error| refused(format_args!("{}: {error}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder).map_err(place)?;
    beside.write_all(bytes).map_err(place)?;
    beside.as_file().sync_all().map_err(place)?;
    beside.persist(path).map_err(|error| place(error.error))?;
    Ok(())
}

/// Every file of this ending in the given files and folders, folders searched to any depth, sorted.
pub fn gather(paths: &[PathBuf], ending: &str) -> Result<Vec<PathBuf>, Failed> {
    let mut found = Vec::new();
    let mut folders = Vec::new();
    for path in paths {
        if path.is_dir() {
            folders.push(path.clone());
        } else {
            found.push(path.clone());
        }
    }
    while let Some(folder) = folders.pop() {
        let place = |error| refused(format_args!("{}: {error}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(place)? {
            let path = entry.map_err(place)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
