//! `undercity store`: what a host sees of backups, checks and removal.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use server::store::SqliteStore;
use serving::Server;
use serving::client::{Client, Dice, begin, play, seat};

/// Runs a command on a store. Returns its exit status, and its output followed by its errors.
fn store(path: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_undercity"))
        .arg("store")
        .args(arguments)
        .arg("--store")
        .arg(path)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (output.status.code().unwrap(), text.replace(path.parent().unwrap().to_str().unwrap(), "FOLDER"))
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    (folder, path)
}

#[test]
fn a_host_backs_up_a_server_that_plays_kills_it_and_restores() {
    let (folder, path) = folder();
    let copy = folder.path().join("copy.sqlite");
    let copy = copy.to_str().unwrap();
    let server = Server::start(&path);
    let client = &mut Client::new(server.address);
    let begun = begin(client, "tide/first");
    play(client, &begun, 8, &mut Dice(1));
    let info = client.get(&seat(&begun.tokens[0], "")).ok();
    let (status, told) = store(&path, &["backup", copy]);
    let copied = "Copied FOLDER/games.sqlite to FOLDER/copy.sqlite. The copy holds all secrets of its games.\n";
    assert_eq!((status, told.as_str()), (0, copied));
    let (status, told) = store(&path, &["backup", copy]);
    assert_eq!((status, told.as_str()), (1, "error: FOLDER/copy.sqlite: this file exists; choose another name\n"));
    assert_eq!(store(&path, &["check"]), (0, "1 game checked: all are sound.\n".to_owned()));
    play(client, &begun, 8, &mut Dice(2));
    let in_use = "error: FOLDER/games.sqlite: a server uses this store: stop it first\n";
    for arguments in [&["restore", copy][..], &["prune", "--finished", "0", "--remove"]] {
        assert_eq!(store(&path, arguments), (1, in_use.to_owned()), "{arguments:?}");
    }
    drop(server);
    let (status, told) = store(&path, &["restore", copy]);
    let restored = "Restored FOLDER/games.sqlite from FOLDER/copy.sqlite.\n\
        The earlier store is FOLDER/games.sqlite.before-restore.\n";
    assert_eq!((status, told.as_str()), (0, restored));
    let server = Server::start(&path);
    assert_eq!(Client::new(server.address).get(&seat(&begun.tokens[0], "")).ok(), info);
}

#[test]
fn unused_games_are_shown_and_removed_only_on_request() {
    let (_folder, path) = folder();
    let server = Server::start(&path);
    let client = &mut Client::new(server.address);
    let over = begin(client, "tide/first");
    assert!(play(client, &over, 5000, &mut Dice(3)), "the game came to no end");
    begin(client, "tide/first");
    client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    drop(server);
    let (status, told) = store(&path, &["prune"]);
    assert!(status == 2 && told.contains("--never-joined"), "{told}");
    assert_eq!(
        store(&path, &["prune", "--finished", "1"]),
        (0, "finished: 0 games, about 0 kB\nNothing was removed. Add --remove to remove these games.\n".to_owned())
    );
    let all = ["prune", "--never-joined", "0", "--unfinished", "0", "--finished", "0"];
    let (status, told) = store(&path, &all);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(status, 0, "{told}");
    for (line, start) in lines.iter().zip(["never joined: 1 game, ", "unfinished: 1 game, ", "finished: 1 game, "]) {
        assert!(line.starts_with(start) && line.ends_with(" kB"), "{told}");
    }
    // Until then much of it is in the write-ahead log.
    drop(SqliteStore::open(&path).unwrap());
    let before = path.metadata().unwrap().len();
    let (status, told) = store(&path, &[&all[..], &["--remove"]].concat());
    assert!(status == 0 && told.ends_with("3 games were removed, and the file was made smaller.\n"), "{told}");
    assert!(path.metadata().unwrap().len() < before, "{before} bytes before");
    assert_eq!(store(&path, &["check"]), (0, "0 games checked: all are sound.\n".to_owned()));
}

#[test]
fn a_damaged_game_is_listed_with_what_is_left_of_it() {
    let (folder, path) = folder();
    let server = Server::start(&path);
    let client = &mut Client::new(server.address);
    let begun = begin(client, "tide/first");
    play(client, &begun, 8, &mut Dice(1));
    drop(server);
    let (status, told) = store(&folder.path().join("nothing.sqlite"), &["check"]);
    assert_eq!((status, told.as_str()), (1, "error: FOLDER/nothing.sqlite: there is no store here\n"));
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("DELETE FROM line WHERE n = 6", []).unwrap();
    drop(connection);
    let (status, told) = store(&path, &["check"]);
    let listed =
        "game 1: line 7 of its ledger can't be replayed. Left: the first 6 of 10 lines of its ledger can be replayed.";
    assert_eq!(status, 1, "{told}");
    assert!(told.starts_with(listed) && told.ends_with("1 game checked: 1 is not sound.\n"), "{told}");
}
