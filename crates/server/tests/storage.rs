//! What games cost in the store, how many an address may have, and how long they stay.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{Client, Dice, Host, begin, play, seat};
use rusqlite::Connection;
use serde_json::json;

fn number(store: &Path, query: &str) -> i64 {
    Connection::open(store).unwrap().query_row(query, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_game_costs_no_copy_of_a_scenario_that_the_store_has() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let scenario = "sniper/patrol";
    let text = common::scenarios().into_iter().find(|known| known.name == scenario).unwrap().text;
    let bytes = || {
        number(&host.path, "SELECT coalesce(sum(length(text)), 0) FROM line")
            + number(&host.path, "SELECT sum(length(opening)) FROM game")
            + number(&host.path, "SELECT sum(length(text)) FROM scenario")
    };
    client.post("/api/games", &json!({ "scenario": scenario })).ok();
    let first = bytes();
    assert!(first > text.len() as i64);
    for _ in 0..10 {
        client.post("/api/games", &json!({ "scenario": scenario })).ok();
    }
    assert!(bytes() - first < 10 * 1000, "{} bytes for ten games", bytes() - first);
    begin(client, scenario);
    let header = number(&host.path, "SELECT length(text) FROM line WHERE n = 0");
    assert!(header < text.len() as i64, "a header of {header} bytes");
    // Other options are another scenario.
    client.post("/api/games", &json!({ "scenario": "tide/first", "options": { "hidden_sewers": true } })).ok();
    client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    assert_eq!(number(&host.path, "SELECT count(*) FROM scenario"), 3);
}

#[test]
fn a_ledger_is_the_same_to_the_byte_without_its_scenario() {
    let host = Host::new();
    let begun = begin(&mut Client::new(host.address), "tide/first");
    assert!(play(&mut Client::new(host.address), &begun, 5000, &mut Dice(5)), "the game came to no end");
    let host = host.again();
    let ledger = Client::new(host.address).get(&seat(&begun.spectator, "/ledger")).text();
    let verdict = table::system("tide").unwrap().verify(&ledger, None).unwrap();
    assert!(verdict.outcome.is_some() && verdict.proved);
    assert_eq!(number(&host.path, "SELECT stage FROM game"), 2);
}
