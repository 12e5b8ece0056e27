//! Files of the repository that the book takes.

use std::fs;
use std::path::Path;

use crate::Fault;

/// Reads a text file.
pub fn text(path: &Path) -> Result<String, Fault> {
    fs::read_to_string(path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))
}

/// Reads a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Fault> {
    fs::read(path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))
}

/// Writes a file and the folders above it.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Fault> {
    let unwritable = |error| format!("{}: cannot be written: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    fs::write(path, content).map_err(unwritable)
}

/// Returns the names in a folder, sorted. Folders end in `/`.
pub fn names(folder: &Path) -> Result<Vec<String>, Fault> {
    let unreadable = |error| format!("{}: cannot be read: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let end = if entry.path().is_dir() { "/" } else { "" };
        names.push(format!("{}{end}", entry.file_name().to_string_lossy()));
    }
    names.sort();
    Ok(names)
}

/// Returns the paths of all files in a folder and below, relative to it, with `/` and sorted.
pub fn files(folder: &Path) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    for name in names(folder)? {
        match name.strip_suffix('/') {
            Some(below) => found.extend(files(&folder.join(below))?.into_iter().map(|file| format!("{name}{file}"))),
            None => found.push(name),
        }
    }
    Ok(found)
}
