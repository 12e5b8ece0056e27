//! A store of any version can be opened. It is migrated after a backup, and its games continue.
//!
//! `UPDATE=1 cargo test -p server --test serving migrate` writes a missing store of the present version, with its links. Stores of
//! earlier versions were written by earlier programs. An existing store is never rewritten.

use std::path::{Path, PathBuf};

use crate::common::{Begun, Client, Dice, Host, begin, config, play, seat};
use rusqlite::Connection;
use serde_json::{Value, json};
use server::store::{STORE_VERSION, SqliteStore, StoreError};

/// Names of the stores and the version of each; the first is of the present version.
const STORES: [(&str, usize); 4] = [("v3", 3), ("v2", 2), ("v1", 1), ("v1-counted", 1)];

/// Number of orders in the game of each store.
const ORDERS: usize = 8;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores")
}

fn kept(name: &str) -> PathBuf {
    folder().join(format!("{name}.sqlite"))
}

/// Returns the file with the links of a store's game. The stores up to version 2 have the same game.
fn links_of(name: &str) -> PathBuf {
    let own = folder().join(format!("{name}.json"));
    if own.exists() { own } else { folder().join("links.json") }
}

/// Returns the links of the game in a store.
fn links(name: &str) -> Begun {
    let links: Value = serde_json::from_str(&std::fs::read_to_string(links_of(name)).unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let [sides, tokens] = ["sides", "tokens"].map(|key| [0, 1].map(|n| text(&links[key][n])));
    Begun { sides, tokens, spectator: text(&links["spectator"]) }
}

/// Copies a store into one file, without a log beside it.
fn packed(from: &Path, to: &Path) {
    let connection = Connection::open(from).unwrap();
    connection.execute("VACUUM INTO ?1", [to.to_str().unwrap()]).unwrap();
}

/// Writes the missing store of the present version, on request.
fn make() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let (name, version) = STORES[0];
        assert_eq!(STORE_VERSION, version, "there is a new version: add a store of it");
        if kept(name).exists() {
            return;
        }
        assert!(
            std::env::var_os("UPDATE").is_some(),
            "a store is missing; write it with `UPDATE=1 cargo test -p server --test serving migrate`"
        );
        let host = Host::new();
        let client = &mut Client::new(host.address);
        let Begun { sides, tokens, spectator } = begun_and_played(client);
        packed(&host.path, &kept(name));
        let links = json!({ "sides": sides, "tokens": tokens, "spectator": spectator });
        let links = serde_json::to_string_pretty(&links).unwrap() + "\n";
        std::fs::write(folder().join(format!("{name}.json")), links).unwrap();
    });
}

fn begun_and_played(client: &mut Client) -> Begun {
    let begun = begin(client, "tide/first");
    assert!(!play(client, &begun, ORDERS, &mut Dice(7)), "the game goes on");
    begun
}

/// Returns a copy of a store that may be changed.
fn copy(name: &str) -> (tempfile::TempDir, PathBuf) {
    make();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    std::fs::copy(kept(name), &path).unwrap();
    (folder, path)
}

fn version(path: &Path) -> i64 {
    Connection::open(path).unwrap().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

fn tables(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection
        .prepare(
            "SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'",
        )
        .unwrap();
    let columns = statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<Vec<String>, _>>().unwrap();
    columns.into_iter().filter(|column| !column.starts_with("sqlite_")).collect()
}

/// Returns the sorted names of the files in a folder, except the lock and the heads.
fn names(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".lock") && !name.ends_with(".heads")).collect();
    names.sort();
    names
}

#[test]
fn a_store_of_any_version_is_opened_and_its_game_goes_on() {
    for (name, of) in STORES {
        let (folder, path) = copy(name);
        assert_eq!(version(&path), of as i64, "{name}");
        let before = std::fs::read(&path).unwrap();
        let host = Host::with(|_| config(&path));
        let client = &mut Client::new(host.address);
        let begun = links(name);
        let info = client.get(&seat(&begun.tokens[0], "")).ok();
        assert_eq!(info["dice"]["stage"], "play", "{name}: {info}");
        assert!(play(client, &begun, 5000, &mut Dice(3)), "{name}: the game came to no end");
        let ledger = client.get(&seat(&begun.spectator, "/ledger")).text();
        let verdict = table::system("tide").unwrap().verify(&ledger, None);
        match verdict {
            Ok(verdict) => assert!(verdict.outcome.is_some() && verdict.proved, "{name}"),
            Err(referee::replay::VerifyError::OtherRulings(_)) => {}
            Err(error) => panic!("{name}: {error}"),
        }
        drop(host);
        assert_eq!(version(&path), STORE_VERSION as i64, "{name}");
        let backup = folder.path().join(format!("games.sqlite.backup-v{of}"));
        assert_eq!(backup.exists(), of < STORE_VERSION, "{name}: {:?}", names(folder.path()));
        if of < STORE_VERSION {
            // The backup is the store as it was, for a return to the earlier program.
            assert_eq!(version(&backup), of as i64);
            assert_eq!(tables(&backup), tables(&kept(name)), "{name}");
            let lines = |path: &Path| -> i64 {
                Connection::open(path).unwrap().query_row("SELECT count(*) FROM line", [], |row| row.get(0)).unwrap()
            };
            assert_eq!(lines(&backup), lines(&kept(name)), "{name}");
            assert!(lines(&path) > lines(&backup), "{name}: the game went on");
        }
        assert!(std::fs::read(kept(name)).unwrap() == before, "{name}: a kept store was changed");
    }
}

#[test]
fn every_version_comes_to_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("games.sqlite");
    drop(SqliteStore::open(&fresh).unwrap());
    assert_eq!(version(&fresh), STORE_VERSION as i64);
    for (name, _) in STORES {
        let (_folder, path) = copy(name);
        drop(SqliteStore::open(&path).unwrap());
        assert_eq!(tables(&path), tables(&fresh), "{name}");
    }
}

#[test]
fn scenarios_and_stages_of_earlier_games_are_found() {
    let (_folder, path) = copy("v2");
    let connection = Connection::open(&path).unwrap();
    // Three more games with the scenario: one without a commitment, one that is over, one whose setup can't be read.
    connection
        .execute_batch(
            "INSERT INTO game (opening) SELECT json_replace(opening, '$.dice.fair.commitments', json('[null, null]'),
                 '$.dice.fair.nonces', json('[null, null]')) FROM game WHERE id = 1;
             INSERT INTO game (opening) SELECT opening FROM game WHERE id = 1;
             INSERT INTO line (game, n, text) VALUES (3, 0, '{\"line\":{\"close\":{\"outcome\":\"draw\"}},\"hash\":\"00\"}');
             INSERT INTO game (opening) VALUES ('damaged');",
        )
        .unwrap();
    drop(connection);
    drop(SqliteStore::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    let mut statement = connection
        .prepare("SELECT stage, scenario, opening LIKE '%title = %', used > 0 FROM game ORDER BY id")
        .unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    let games: Vec<(i64, Option<i64>, bool, bool)> =
        statement.query_map([], row).unwrap().map(Result::unwrap).collect();
    let game = |stage| (stage, Some(1), false, true);
    assert_eq!(games, [game(1), game(0), game(2), (0, None, false, true)]);
    let text: String = connection.query_row("SELECT text FROM scenario", [], |row| row.get(0)).unwrap();
    assert!(text.starts_with("title = "));
}

#[test]
fn a_copy_is_never_written_over() {
    let (folder, path) = copy("v1");
    let backup = folder.path().join("games.sqlite.backup-v1");
    std::fs::write(&backup, "an earlier copy").unwrap();
    std::fs::write(folder.path().join("games.sqlite.backup-v1.part"), "half a copy").unwrap();
    drop(SqliteStore::open(&path).unwrap());
    assert_eq!(std::fs::read_to_string(&backup).unwrap(), "an earlier copy");
    assert_eq!(version(&folder.path().join("games.sqlite.backup-v1.2")), 1);
    assert!(!folder.path().join("games.sqlite.backup-v1.part").exists());
    // A migrated store is opened without another migration.
    drop(SqliteStore::open(&path).unwrap());
    assert!(
        !folder.path().join("games.sqlite.backup-v1.3").exists()
            && !folder.path().join("games.sqlite.backup-v2").exists()
    );
}

#[test]
fn without_a_copy_or_with_a_step_that_fails_a_store_stays_as_it_was() {
    let (folder, path) = copy("v1-counted");
    // A folder stands where the copy would be written.
    let part = folder.path().join("games.sqlite.backup-v1.part");
    std::fs::create_dir(&part).unwrap();
    let error = SqliteStore::open(&path).unwrap_err().to_string();
    assert!(error.contains("no copy could be made") && error.contains("backup-v1.part"), "{error}");
    assert_eq!(version(&path), 1);
    std::fs::remove_dir(&part).unwrap();
    // A column with an index can't be dropped.
    Connection::open(&path).unwrap().execute_batch("CREATE INDEX other ON game (lines)").unwrap();
    for _ in 0..2 {
        assert!(matches!(SqliteStore::open(&path), Err(StoreError::Failed(_))));
        assert_eq!(version(&path), 1);
        assert!(tables(&path).contains(&"game.lines".to_owned()));
        assert_eq!(names(folder.path()), ["games.sqlite"], "a failed start leaves no copy");
    }
    Connection::open(&path).unwrap().execute_batch("DROP INDEX other").unwrap();
    drop(SqliteStore::open(&path).unwrap());
    assert_eq!(version(&path), STORE_VERSION as i64);
    assert_eq!(version(&folder.path().join("games.sqlite.backup-v1")), 1);
}

/// Returns the error for a file that is refused. Neither the file nor its write-ahead log may change.
fn refused(path: &Path) -> String {
    let bytes = || ["games.sqlite", "games.sqlite-wal"].map(|name| std::fs::read(path.with_file_name(name)).ok());
    let before = bytes();
    let error = SqliteStore::open(path).unwrap_err().to_string();
    let [file, log] = bytes();
    assert!(file == before[0], "{error}: the file changed");
    // An empty log contains no version.
    assert!(
        log.filter(|log| !log.is_empty()) == before[1].clone().filter(|log| !log.is_empty()),
        "{error}: the log changed"
    );
    let name = path.file_name().unwrap().to_str().unwrap();
    let beside = names(path.parent().unwrap());
    assert!(
        beside.iter().all(|n| n == name || *n == format!("{name}-wal") || *n == format!("{name}-shm")),
        "{beside:?}"
    );
    error.strip_prefix(&format!("the store failed: {}: ", path.display())).unwrap_or(&error).to_owned()
}

fn newer() -> String {
    format!("the store is of version 9; this program reads versions up to {STORE_VERSION}: a newer program made it")
}

const FOREIGN: &str = "this SQLite file is not an Undercity store: another program made it";

/// Copies a file and SQLite's files beside it, as they would be after a kill at this moment.
fn killed(path: &Path) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["", "-wal", "-journal"] {
        let name = format!("games.sqlite{ending}");
        let from = path.with_file_name(&name);
        if from.exists() {
            std::fs::copy(from, folder.path().join(name)).unwrap();
        }
    }
    let path = folder.path().join("games.sqlite");
    (folder, path)
}

#[test]
fn a_newer_store_is_refused_and_left_alone() {
    let (_folder, path) = copy(STORES[0].0);
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 9").unwrap();
    assert_eq!(refused(&path), newer());
    // One store was closed with a write-ahead log; the version of the other is only in that log.
    let (_folder, path) = copy(STORES[0].0);
    drop(SqliteStore::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA user_version = 9").unwrap();
    let (_folder, dead) = killed(&path);
    assert!(std::fs::metadata(dead.with_file_name("games.sqlite-wal")).unwrap().len() > 0);
    assert_eq!(refused(&dead), newer());
    drop(connection);
    assert!(!path.with_file_name("games.sqlite-wal").exists());
    assert_eq!(refused(&path), newer());
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    for version in [0, 1, STORE_VERSION] {
        for mode in ["DELETE", "WAL"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games.sqlite");
            let tables = "CREATE TABLE game (name TEXT); CREATE TABLE player (name TEXT);";
            let batch = format!("PRAGMA journal_mode = {mode}; {tables} PRAGMA user_version = {version}");
            Connection::open(&path).unwrap().execute_batch(&batch).unwrap();
            assert_eq!(refused(&path), FOREIGN, "{version} {mode}");
        }
    }
    // Even with the names of our tables, a file says which program made it.
    let (_folder, path) = copy(STORES[0].0);
    Connection::open(&path).unwrap().execute_batch("PRAGMA application_id = 7").unwrap();
    assert_eq!(refused(&path), FOREIGN);
    for text in ["no database\n".to_owned(), "no database\n".repeat(1000)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        std::fs::write(&path, text).unwrap();
        assert_eq!(refused(&path), "file is not a database");
    }
}

#[test]
fn a_store_is_opened_after_its_program_was_killed() {
    // Before its tables were created, or even its first page written.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    std::fs::write(&path, "").unwrap();
    drop(SqliteStore::open(&path).unwrap());
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("PRAGMA journal_mode = WAL").unwrap();
    drop(SqliteStore::open(&path).unwrap());
    // With all data in its write-ahead log.
    std::fs::remove_file(&path).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let (_folder, dead) = killed(&path);
    drop(store);
    drop(SqliteStore::open(&dead).unwrap());
    assert_eq!(version(&dead), STORE_VERSION as i64);
    // In the middle of a transaction without a write-ahead log: a restored backup is in that mode.
    let (_folder, path) = copy("v1");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA synchronous = OFF; BEGIN; PRAGMA user_version = 9; DELETE FROM line").unwrap();
    let (folder, dead) = killed(&path);
    assert!(folder.path().join("games.sqlite-journal").exists());
    drop(SqliteStore::open(&dead).unwrap());
    assert_eq!(version(&dead), STORE_VERSION as i64);
    assert_eq!(version(&folder.path().join("games.sqlite.backup-v1")), 1);
}
