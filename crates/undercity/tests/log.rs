//! The log of the built program.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Starts the program on a new store, tells it to stop as soon as it is open, and returns all that it logged.
fn log_of_a_short_life(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    log_of_a_life_on(&folder.path().join("games.sqlite"), arguments)
}

fn log_of_a_life_on(store: &Path, arguments: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
        .args(arguments)
        .args(["--listen", "127.0.0.1:0", "--store"])
        .arg(store)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(out.next().unwrap().unwrap().starts_with("The table is open at"));
    assert!(out.next().unwrap().unwrap().starts_with("Games are saved in"));
    // From now on it waits for signals.
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_server_logs_its_start_and_its_stop_as_json() {
    let log = log_of_a_short_life(&["serve", "--log-format", "json", "--metrics", "127.0.0.1:0"]);
    let events: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let messages: Vec<&str> = events.iter().map(|event| event["message"].as_str().unwrap()).collect();
    assert_eq!(messages, ["the store is open", "the server starts", "metrics are open", "the server stops"]);
    assert!(events[0]["store"].as_str().unwrap().ends_with("games.sqlite"));
    assert!(events.iter().all(|event| event["level"] == "INFO" && event["timestamp"].is_string()));
}

#[test]
fn a_level_leaves_out_what_is_below_it() {
    assert_eq!(log_of_a_short_life(&["serve", "--log-level", "warn"]), "");
    assert_eq!(log_of_a_short_life(&["play", "--no-browser"]), "");
    let text = log_of_a_short_life(&["serve"]);
    assert!(text.lines().count() == 3 && text.contains(" INFO the server starts version="), "{text}");
}

#[test]
fn orders_that_a_store_has_lost_are_an_error_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    assert_eq!(log_of_a_life_on(&store, &["serve", "--log-level", "error"]), "");
    let heads = rusqlite::Connection::open(folder.path().join("games.sqlite.heads")).unwrap();
    heads.execute("INSERT INTO head VALUES (1, 5, 'the end of a line')", []).unwrap();
    drop(heads);
    let log = log_of_a_life_on(&store, &["serve", "--log-level", "error"]);
    assert!(log.contains("ERROR 1 game has lost acknowledged orders") && log.lines().count() == 1, "{log}");
    // The table on one's own machine tells it too.
    assert!(log_of_a_life_on(&store, &["play", "--no-browser"]).contains("1 game has lost acknowledged orders"));
}
