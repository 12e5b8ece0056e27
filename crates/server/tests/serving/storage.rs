//! What games cost in the store, how many an address may have, and how long they stay.

use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Dice, Host, begin, choose, opened, play, seat};
use rusqlite::Connection;
use serde_json::json;
use server::store::{GameId, Maker, NewGame, Retention, SqliteStore, Store, StoreError};
use server::{Config, Limits};

fn number(store: &Path, query: &str) -> i64 {
    Connection::open(store).unwrap().query_row(query, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_game_costs_no_copy_of_a_scenario_that_the_store_has() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let scenario = "sniper/patrol";
    let text = crate::common::scenarios().into_iter().find(|known| known.name == scenario).unwrap().text;
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

#[test]
fn an_order_waits_while_another_program_holds_the_store_for_a_moment() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
    let other = Connection::open(&host.path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    std::thread::scope(|scope| {
        let asked = json!({ "order": order, "id": "waits" });
        let answer = scope.spawn(move || Client::new(host.address).post(&seat(token, "/orders"), &asked));
        std::thread::sleep(Duration::from_millis(500));
        assert!(!answer.is_finished(), "it was answered while it could not be written");
        other.execute_batch("COMMIT").unwrap();
        answer.join().unwrap().ok();
    });
}

/// Sets the last use of a game back by hours.
fn unused_for(store: &Path, game: i64, hours: i64) {
    let change = "UPDATE game SET used = used - ?2 * 3600 WHERE id = ?1";
    assert_eq!(Connection::open(store).unwrap().execute(change, [game, hours]).unwrap(), 1);
}

#[test]
fn an_address_has_so_many_unfinished_games_and_no_more() {
    let host = Host::with(|config| Config { limits: Limits { games_of_one: 3, ..config.limits }, ..config });
    let client = &mut Client::new(host.address);
    let new = json!({ "scenario": "tide/first" });
    let begun = begin(client, "tide/first");
    client.post("/api/games", &new).ok();
    client.post("/api/games", &new).ok();
    let before = number(&host.path, "SELECT count(*) FROM game");
    let refused = client.post("/api/games", &new);
    refused.problem(429, "too-many-games");
    assert_eq!(number(&host.path, "SELECT count(*) FROM game"), before);
    // It costs no work: the scenario isn't even looked for.
    client.post("/api/games", &json!({ "scenario": "tide/nothing" })).problem(429, "too-many-games");
    // A finished game counts no more, and its maker is forgotten.
    let (token, _) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
    client.post(&seat(token, "/resign"), &json!({ "id": "end" })).ok();
    assert_eq!(number(&host.path, "SELECT count(*) FROM game WHERE maker IS NOT NULL"), 2);
    client.post("/api/games", &new).ok();
    client.post("/api/games", &new).problem(429, "too-many-games");
}

#[test]
fn an_address_is_one_network_and_not_readable_in_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let store = SqliteStore::open(&path).unwrap();
    let host = Host::new();
    Client::new(host.address).post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    let pre_game = host.store.as_ref().unwrap().load(GameId(1)).unwrap().unwrap().pre_game;
    let game = |address: &str| {
        let maker = Some(Maker { client: address.parse::<std::net::IpAddr>().unwrap().into(), most: 1 });
        store.create(&NewGame { pre_game: pre_game.clone(), links: Vec::new(), maker })
    };
    game("203.0.113.7").unwrap();
    assert!(matches!(game("203.0.113.7"), Err(StoreError::TooManyGames(1))));
    assert!(matches!(game("::ffff:203.0.113.7"), Err(StoreError::TooManyGames(1))), "it is the same address");
    game("203.0.113.8").unwrap();
    game("2001:db8:1:2::1").unwrap();
    assert!(matches!(game("2001:db8:1:2:ffff::9"), Err(StoreError::TooManyGames(1))), "it is the same network");
    game("2001:db8:1:3::1").unwrap();
    let connection = Connection::open(&path).unwrap();
    let mut makers = connection.prepare("SELECT hex(maker) FROM game").unwrap();
    let makers: Vec<String> = makers.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert!(
        makers.len() == 4 && makers.iter().all(|maker| maker.len() == 64 && !maker.contains("CB0071")),
        "{makers:?}"
    );
    // Another store has another salt.
    drop(store);
    let other = folder.path().join("other.sqlite");
    drop(SqliteStore::open(&other).unwrap());
    let salt = |path: &Path| -> Vec<u8> {
        Connection::open(path).unwrap().query_row("SELECT salt FROM identity", [], |row| row.get(0)).unwrap()
    };
    assert!(salt(&path) != salt(&other) && salt(&path).len() == 32);
}

#[test]
fn games_expire_by_the_hosts_policy() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let made = client.post("/api/games", &json!({ "scenario": "sniper/patrol" })).ok();
    let (joined, over) = (begin(client, "tide/first"), begin(client, "tide/first"));
    assert!(play(client, &over, 5000, &mut Dice(5)), "the game came to no end");
    let mut host = host;
    host.stop();
    // The store notes the last uses when it is closed, which may be a moment later.
    drop(opened(&host.path));
    for game in 1..=3 {
        unused_for(&host.path, game, 25);
    }
    // A start removes what has expired. By default that is only the game that no side joined.
    host.start();
    let client = &mut Client::new(host.address);
    let unjoined = seat(made["links"]["spectator"].as_str().unwrap(), "");
    let begun = std::time::Instant::now();
    while client.get(&unjoined).status != 404 {
        assert!(begun.elapsed().as_secs() < 60, "it stays");
    }
    client.get(&unjoined).problem(404, "unknown-seat");
    let lines = number(&host.path, "SELECT count(*) FROM line");
    assert_eq!(number(&host.path, "SELECT count(*) FROM game"), 2);
    assert_eq!(number(&host.path, "SELECT count(*) FROM scenario"), 1, "its scenario is removed with it");
    assert_eq!(number(&host.path, "SELECT count(*) FROM link"), 6);
    host.stop();
    // A day later the others are still there. The host's policy removes both.
    let store = opened(&host.path);
    let day = Some(Duration::from_secs(24 * 3600));
    let finished = Retention { never_joined: day, unfinished: None, finished: day };
    assert_eq!(store.expire(&finished, 10).unwrap(), [GameId(3)]);
    let unfinished = Retention { unfinished: day, ..finished };
    assert_eq!(store.expire(&unfinished, 10).unwrap(), [GameId(2)]);
    assert_eq!(store.expire(&unfinished, 10).unwrap(), []);
    drop(store);
    assert!(lines > 0);
    for table in ["game", "line", "link", "scenario"] {
        assert_eq!(number(&host.path, &format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
    host.start();
    let client = &mut Client::new(host.address);
    for begun in [joined, over] {
        client.get(&seat(&begun.tokens[0], "")).problem(404, "unknown-seat");
    }
}

#[test]
fn a_game_in_use_does_not_expire() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    unused_for(&host.path, 1, 1000);
    play(client, &begun, 1, &mut Dice(1));
    let store = host.store.as_ref().unwrap();
    let hour = Some(Duration::from_secs(3600));
    let retention = Retention { never_joined: hour, unfinished: hour, finished: hour };
    assert_eq!(store.expire(&retention, 10).unwrap(), []);
    unused_for(&host.path, 1, 1000);
    assert_eq!(store.expire(&retention, 10).unwrap(), [GameId(1)]);
    // The game is still in memory. An order in it is not acknowledged.
    let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
    let answer = client.post(&seat(token, "/orders"), &json!({ "order": order, "id": "late" }));
    assert!(answer.status >= 400, "{}", answer.text());
    client.get(&seat(token, "")).problem(404, "unknown-seat");
}
