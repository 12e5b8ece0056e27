//! The log of the built program.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use serving::Server;
use serving::raw::{FOR_EVER, connect};

/// Starts the program on a new store, tells it to stop as soon as it is open, and returns all that it has logged.
fn log_of_a_short_life(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    log_of_a_life_on(&folder.path().join("games.sqlite"), arguments)
}

fn log_of_a_life_on(store: &Path, arguments: &[&str]) -> String {
    let mut server = Server::start_with(arguments, Stdio::piped(), store);
    server.terminate();
    assert!(server.ended(FOR_EVER).success());
    server.whole_log()
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

/// Sends requests, all at once, and reads their answers. A server that waits for its log never sends the last one.
fn request(server: &Server, times: usize) {
    let mut stream = connect(server.address);
    let mut answers = BufReader::new(stream.try_clone().unwrap()).lines();
    for _ in 0..times / 100 {
        stream.write_all("GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100).as_bytes()).unwrap();
        for _ in 0..100 {
            answers.by_ref().map(Result::unwrap).find(|line| line.contains("HTTP/1.1 200")).unwrap();
        }
    }
}

/// Starts the program, which logs every request into a pipe. A pipe takes 64 KiB.
fn talkative(folder: &Path) -> Server {
    let arguments = ["serve", "--log-level", "trace", "--rate", "1000000"];
    Server::start_with(&arguments, Stdio::piped(), &folder.join("games.sqlite"))
}

#[test]
fn a_log_that_is_not_read_keeps_the_server_neither_from_answering_nor_from_stopping() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = talkative(folder.path());
    request(&server, 2000);
    server.terminate();
    assert!(server.ended(FOR_EVER).success());
    let log = server.whole_log();
    assert!(log.lines().count() < 2000 && log.len() > 60_000, "{}", log.len());
    assert!(log.lines().skip(2).all(|line| line.ends_with(char::is_numeric)), "{log}");
}

#[test]
fn lines_that_are_lost_are_told_when_the_log_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = talkative(folder.path());
    request(&server, 12_000);
    let mut log = BufReader::new(server.log.take().unwrap()).lines().map(Result::unwrap);
    let told = log.find(|line| line.contains("WARN lines of the log were lost")).unwrap();
    let lost: usize = told.rsplit_once("lines=").unwrap().1.parse().unwrap();
    assert!(lost > 1000, "{told}");
}
