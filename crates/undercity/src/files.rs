//! File access: files are read whole, and written completely or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::outcome::{Failed, refused};

pub fn read(path: &Path) -> Result<String, Failed> {
    let bytes = std::fs::read(path).map_err(|error| refused(format_args!("{}: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        refused(format_args!("{}: expected UTF-8 text; byte {at} is invalid", path.display()))
    })
}

/// Writes a file under another name and then renames it, so no partial file is ever visible.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    let place = |error: std::io::Error| unwritable(path, &error);
    let mut beside = beside(path)?;
    beside.write_all(bytes).map_err(place)?;
    beside.as_file().sync_all().map_err(place)?;
    beside.persist(path).map_err(|error| place(error.error))?;
    Ok(())
}

/// Checks whether a file can be written there, before the work that fills it.
pub fn check_place(path: &Path) -> Result<(), Failed> {
    if path.is_dir() {
        return Err(refused(format_args!("{}: this is a folder; expected the name of a file", path.display())));
    }
    beside(path).map(drop)
}

pub fn make_folder(path: &Path) -> Result<(), Failed> {
    if path.is_file() {
        return Err(refused(format_args!("{}: this is a file; expected a folder", path.display())));
    }
    std::fs::create_dir_all(path).map_err(|error| refused(format_args!("{}: {error}", path.display())))
}

/// Returns a temporary hidden file in the folder of this file.
fn beside(path: &Path) -> Result<tempfile::NamedTempFile, Failed> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(refused(format_args!("{}: there is no folder {}", path.display(), folder.display())));
    }
    let mut named = tempfile::Builder::new();
    // The usual permissions of new files: a temporary file is readable by its owner only.
    #[cfg(unix)]
    named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    named.tempfile_in(folder).map_err(|error| unwritable(path, &error))
}

/// Returns the error for a file that can't be written. The original error would name the temporary file.
fn unwritable(path: &Path, error: &std::io::Error) -> Failed {
    refused(format_args!("{}: cannot be written: {}", path.display(), error.kind()))
}

/// Returns every file with this ending in the given files and folders, sorted. Folders are searched recursively.
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
