//! The files of a store: which file it is, who may read it, and the lock that one server has on it.
//!
//! A store is its file, not the file's name. Symbolic links are resolved, so all of them lead to the same lock file. A
//! hard link is refused: SQLite names the write-ahead log after the database, and orders in the log of one name are not
//! in that of the other. On Linux the file itself is locked as well, so a store that is renamed while it is in use
//! stays locked.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Endings of the files that SQLite and the server keep beside a store.
const BESIDE: [&str; 6] = ["", "-wal", "-shm", "-journal", ".lock", ".heads"];

/// Returns the path of a file beside the store.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the one path of a store that may not exist yet.
///
/// # Errors
/// Its folder doesn't exist.
/// The file has several names.
pub fn resolved(path: &Path) -> Result<PathBuf, StoreError> {
    let failed = |error: io::Error| StoreError::at(path, error);
    let real = match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            let name = path.file_name().ok_or_else(|| StoreError::at(path, "expected the name of a file"))?;
            folder(path).canonicalize().map_err(failed)?.join(name)
        }
        real => real.map_err(failed)?,
    };
    if real.metadata().is_ok_and(|file| names(&file) > 1) {
        let why = "the file has several names (hard links), and the write-ahead log belongs to one of them: remove the \
                   other names, or make a copy with `undercity store backup`";
        return Err(StoreError::at(path, why));
    }
    Ok(real)
}

/// Returns the number of names of a file, where the system tells it.
fn names(file: &Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(file);
    #[cfg(not(unix))]
    return u64::from(file.is_file());
}

/// Creates a file that only its owner may ever read.
///
/// # Errors
/// The file exists, or can't be written.
pub fn create(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().create_new(true)).open(path)
}

/// Gives a file beside a store, if it is root's, to the owner of its folder: what a host does as root for a server with
/// a user of its own must leave files that this user can open. A file with other names stays as it is, and a link is
/// not followed, since that user could have put it there.
///
/// # Errors
/// The file can't be opened or given away.
pub fn give(path: &Path) -> io::Result<()> {
    give_opened(&private(&mut OpenOptions::new()).open(path)?, folder(path))
}

#[cfg(unix)]
fn give_opened(file: &File, folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (own, wanted) = (file.metadata()?, folder.metadata()?);
    if own.uid() == 0 && wanted.uid() != 0 && own.is_file() && own.nlink() == 1 {
        fchown(file, Some(wanted.uid()), Some(wanted.gid()))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn give_opened(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Adds the options with which files of a store are opened: a new file is its owner's alone, and a symbolic link is
/// refused.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600).custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    }
    options.read(true).write(true)
}

/// The lock of one server on a store. It must be dropped after the connections: closing a file also gives up the locks
/// that SQLite has on it in this process.
#[derive(Debug)]
pub struct Lock {
    _files: Vec<File>,
}

/// Locks a store, at its resolved path. The file is created if it is missing.
///
/// # Errors
/// Another server has the lock.
/// A file can't be opened.
pub fn lock(path: &Path) -> Result<Lock, StoreError> {
    let mut files = Vec::new();
    // Only on Linux are locks of this kind separate from those of SQLite.
    let own: &[&str] = if cfg!(target_os = "linux") { &[".lock", ""] } else { &[".lock"] };
    for ending in own {
        let name = beside(path, ending);
        let failed = |error| StoreError::at(&name, error);
        let file = private(OpenOptions::new().create(true).truncate(false)).open(&name).map_err(failed)?;
        give_opened(&file, folder(path)).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => files.push(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {
                // The server may be in this process: it would lose SQLite's locks if this file were closed.
                std::mem::forget(file);
                return Err(StoreError::InUse);
            }
        }
    }
    Ok(Lock { _files: files })
}

/// Takes the rights of others from the files of a store, and from the copies made before migrations.
///
/// Earlier versions created files with the usual rights. A start that refused them would stop every such server until
/// its host had changed the rights by hand, and the right change is always this one.
///
/// # Errors
/// The rights can't be changed.
pub fn make_private(path: &Path) -> Result<(), StoreError> {
    let mut files: Vec<PathBuf> = BESIDE.iter().map(|ending| beside(path, ending)).collect();
    let copies = beside(path, ".backup-v");
    let entries = std::fs::read_dir(folder(path)).map_err(|error| StoreError::at(path, error))?;
    let entries = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_copy =
        |file: &PathBuf| file.as_os_str().as_encoded_bytes().starts_with(copies.as_os_str().as_encoded_bytes());
    files.extend(entries.filter(is_copy));
    files.iter().try_for_each(|file| match file.symlink_metadata() {
        Ok(found) if found.is_file() => restrict(file, &found).map_err(|error| {
            StoreError::at(file, format_args!("others may read this file, and that can't be changed: {error}"))
        }),
        _ => Ok(()),
    })
}

#[cfg(unix)]
fn restrict(file: &Path, found: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if found.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    std::fs::set_permissions(file, PermissionsExt::from_mode(0o600))
}

/// Files in a user's folder belong to this user alone by default.
#[cfg(not(unix))]
fn restrict(_: &Path, _: &Metadata) -> io::Result<()> {
    Ok(())
}
