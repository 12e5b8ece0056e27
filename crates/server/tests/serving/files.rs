//! The files of a store: one server has a store whatever its name, and only its owner can read it.

use std::fs::{Permissions, hard_link, set_permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use server::store::{SqliteStore, StoreError};

/// Returns the rights of each file in a folder, with its name.
fn rights(folder: &Path) -> Vec<(String, u32)> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut rights: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().permissions().mode() & 0o777))
        .collect();
    rights.sort();
    rights
}

fn names(folder: &Path) -> Vec<String> {
    rights(folder).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn the_files_of_a_store_are_their_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let store = SqliteStore::open(&path).unwrap();
    let open = rights(folder.path());
    assert!(open.iter().any(|(name, _)| name == "games.sqlite-wal"), "{open:?}");
    assert!(open.iter().all(|(_, rights)| *rights == 0o600), "{open:?}");
    drop(store);
    // Files of earlier programs, and a file that only begins like one of the store's.
    let other = "games.sqlite-notes";
    for name in ["games.sqlite-wal", "games.sqlite.backup-v1", "games.sqlite.backup-v1.2", other] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    for name in names(folder.path()) {
        set_permissions(folder.path().join(name), Permissions::from_mode(0o644)).unwrap();
    }
    let _store = SqliteStore::open(&path).unwrap();
    for (name, rights) in rights(folder.path()) {
        assert_eq!(rights, if name == other { 0o644 } else { 0o600 }, "{name}");
    }
}

#[test]
fn a_file_of_another_program_keeps_its_rights() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    std::fs::write(&path, "a shopping list").unwrap();
    set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    SqliteStore::open(&path).unwrap_err();
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o644);
}

#[test]
fn a_store_has_one_server_whatever_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let [path, link, hard] = ["games.sqlite", "link.sqlite", "hard.sqlite"].map(|name| folder.path().join(name));
    let elsewhere = tempfile::tempdir().unwrap();
    let there = elsewhere.path().join("games.sqlite");
    let store = SqliteStore::open(&path).unwrap();
    symlink(&path, &link).unwrap();
    symlink(&link, &there).unwrap();
    for name in [&path, &link, &there] {
        assert!(matches!(SqliteStore::open(name), Err(StoreError::InUse)), "{}", name.display());
    }
    assert_eq!(names(elsewhere.path()), ["games.sqlite"], "there is one lock file");
    hard_link(&path, &hard).unwrap();
    let refused = SqliteStore::open(&hard).unwrap_err().to_string();
    assert!(refused.contains("several names (hard links)"), "{refused}");
    drop(store);
    // Without a server it is refused too: after a kill, orders are in the log of the other name.
    assert!(SqliteStore::open(&hard).unwrap_err().to_string().contains("hard links"));
    assert!(SqliteStore::open(&path).unwrap_err().to_string().contains("hard links"));
    std::fs::remove_file(&hard).unwrap();
    drop(SqliteStore::open(&link).unwrap());
    // The write-ahead log is beside the file, not beside the link.
    assert!(!names(folder.path()).contains(&"link.sqlite-wal".to_owned()), "{:?}", names(folder.path()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_store_that_is_renamed_stays_locked() {
    let folder = tempfile::tempdir().unwrap();
    let [path, moved] = ["games.sqlite", "moved.sqlite"].map(|name| folder.path().join(name));
    let store = SqliteStore::open(&path).unwrap();
    std::fs::rename(&path, &moved).unwrap();
    assert!(matches!(SqliteStore::open(&moved), Err(StoreError::InUse)));
    drop(store);
    drop(SqliteStore::open(&moved).unwrap());
}

#[test]
fn a_copy_is_a_store_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["games.sqlite", "copy.sqlite"].map(|name| folder.path().join(name));
    drop(SqliteStore::open(&path).unwrap());
    let _store = SqliteStore::open(&path).unwrap();
    std::fs::copy(&path, &copy).unwrap();
    let _other = SqliteStore::open(&copy).unwrap();
}
