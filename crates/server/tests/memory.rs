//! Games are put away when memory is short or when they rest, and come back as they were.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{Begun, Client, Dice, Host, begin, choose, seat};
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::{Config, Held, Limits, Schedule};
use tokio_tungstenite::tungstenite::Message;

/// Waits until the server holds what is wanted.
fn until(host: &Host, such: impl Fn(Held) -> bool) -> Held {
    let begun = Instant::now();
    loop {
        let held = host.running.as_ref().unwrap().held();
        if such(held) {
            return held;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{held:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Gives an order for the side that is asked, if there is one.
fn order(client: &mut Client, game: &Begun, dice: &mut Dice, id: &str) {
    if let Some((token, order)) = game.tokens.iter().find_map(|token| Some((token, choose(client, token, dice)?))) {
        client.post(&seat(token, "/orders"), &json!({ "order": order, "id": id })).ok();
    }
}

fn with_memory(memory: usize) -> Host {
    Host::with(|config| Config { limits: Limits { memory, ..config.limits }, ..config })
}

#[test]
fn many_games_stay_within_the_budget_and_each_continues() {
    // Two thirds of it are the board that the games of sniper share.
    let budget = 8_500_000;
    let host = with_memory(budget);
    let client = &mut Client::new(host.address);
    let names = ["sniper/patrol", "tide/first", "heroes/first", "asl/mill-street"];
    let games: Vec<Begun> = (0..24).map(|n| begin(client, names[n % names.len()])).collect();
    let mut dice = Dice(3);
    let mut views = Vec::new();
    for (n, game) in games.iter().enumerate() {
        order(client, game, &mut dice, &format!("first {n}"));
        let seen = game.tokens.iter().map(|token| client.get(&seat(token, "/table")).ok());
        views.push(seen.collect::<Vec<_>>());
    }
    let held = until(&host, |held| held.bytes <= budget);
    assert!(held.known == games.len() && held.games < games.len(), "{held:?}");
    for (n, (game, views)) in games.iter().zip(&views).enumerate() {
        for (token, view) in game.tokens.iter().zip(views) {
            assert_eq!(client.get(&seat(token, "/table")).ok(), *view, "game {n}");
        }
        order(client, game, &mut dice, &format!("second {n}"));
    }
    until(&host, |held| held.bytes <= budget);
}

#[test]
fn games_that_come_fast_stay_within_the_budget_without_a_pause() {
    let budget = 3_000_000;
    let host = Host::with(|config| Config {
        limits: Limits { memory: budget, ..config.limits },
        // The server never looks at its memory by the clock.
        schedule: Schedule { standing: Duration::from_secs(3600), ..config.schedule },
        ..config
    });
    let client = &mut Client::new(host.address);
    let mut most = 0;
    for n in 0..150 {
        begin(client, ["tide/first", "heroes/first"][n % 2]);
        let held = host.running.as_ref().unwrap().held();
        assert_eq!(held.known, n + 1);
        most = most.max(held.bytes);
    }
    // They may grow by a sixteenth before they are looked at, and by a game.
    assert!(most > budget / 2 && most < budget + budget / 8, "{most} bytes");
}

#[test]
fn a_repeated_order_is_answered_after_its_game_was_put_away() {
    let host = with_memory(0);
    let client = &mut Client::new(host.address);
    let game = begin(client, "tide/first");
    let (token, order) = game.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
    let asked = json!({ "order": order, "id": "once" });
    let answer = client.post(&seat(token, "/orders"), &asked).ok();
    until(&host, |held| held.games == 0);
    assert_eq!(client.post(&seat(token, "/orders"), &asked).ok(), answer);
}

#[test]
fn a_socket_hears_of_a_game_that_was_put_away_under_it() {
    let host = with_memory(0);
    let client = &mut Client::new(host.address);
    let game = begin(client, "tide/first");
    let (token, order) = game.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
    let other = game.tokens.iter().find(|t| *t != token).unwrap().clone();
    let url = format!("ws://{}{}", host.address, seat(&other, "/live?from=0"));
    let (mut socket, _) = host.runtime.block_on(tokio_tungstenite::connect_async(url)).unwrap();
    let mut hear = || loop {
        let next = async { tokio::time::timeout(Duration::from_secs(60), socket.next()).await };
        if let Message::Text(text) = host.runtime.block_on(next).unwrap().unwrap().unwrap() {
            break serde_json::from_str::<Value>(&text).unwrap();
        }
    };
    // First the game as a whole, then the events so far.
    assert!(hear().get("info").is_some());
    assert_eq!(hear()["from"], 0);
    until(&host, |held| held.games == 0);
    client.post(&seat(token, "/orders"), &json!({ "order": order, "id": "x" })).ok();
    // The stage has not changed, so the next message has events.
    assert!(hear()["from"].as_u64().is_some_and(|from| from > 0));
}

#[test]
fn a_game_that_rests_leaves_nothing_in_memory() {
    let host = Host::with(|config| Config {
        schedule: Schedule { idle: Duration::from_millis(200), ..config.schedule },
        ..config
    });
    let client = &mut Client::new(host.address);
    let game = begin(client, "sniper/patrol");
    client.get(&seat(&game.tokens[0], "/table")).ok();
    let held = until(&host, |held| held.known == 0);
    assert_eq!(held, Held::default());
    client.get(&seat(&game.tokens[0], "/table")).ok();
}

#[test]
fn a_game_that_is_over_leaves_memory_sooner_than_one_in_play() {
    let host = Host::with(|config| Config {
        schedule: Schedule { rest: Duration::from_millis(200), idle: Duration::from_secs(3600), ..config.schedule },
        ..config
    });
    let client = &mut Client::new(host.address);
    let [over, in_play] = ["tide/first", "heroes/first"].map(|name| begin(client, name));
    client.post(&seat(&over.tokens[0], "/resign"), &json!({ "id": "end" })).ok();
    let ledger = client.get(&seat(&over.tokens[1], "/ledger")).text();
    until(&host, |held| held.games == 1);
    client.get(&seat(&in_play.tokens[0], "/table")).ok();
    assert_eq!(host.running.as_ref().unwrap().held().games, 1);
    assert_eq!(client.get(&seat(&over.tokens[1], "/ledger")).text(), ledger);
}

#[test]
fn a_long_game_stays_small_and_plays_on() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let game = begin(client, "asl/mill-street");
    let held = || host.running.as_ref().unwrap().held().bytes;
    // With what all games of the scenario share.
    let (begun, dice) = (held(), &mut Dice(5));
    let mut known = game.tokens.clone().map(|_| Vec::new());
    for n in 0..150 {
        order(client, &game, dice, &format!("order {n}"));
        for (known, token) in known.iter_mut().zip(&game.tokens) {
            let events = client.get(&seat(token, &format!("/events?from={}", known.len()))).ok();
            known.extend(events.as_array().unwrap().clone());
        }
    }
    // Unpacked it would grow by half a megabyte.
    until(&host, |held| held.bytes < begun + 200_000);
    // What was heard is as it was, from any number on.
    for (token, known) in game.tokens.iter().zip(&known) {
        for from in [0, 1, known.len() / 3, known.len() - 5, known.len()] {
            let events = client.get(&seat(token, &format!("/events?from={from}"))).ok();
            assert_eq!(events.as_array().unwrap()[..], known[from..], "from {from}");
        }
    }
    order(client, &game, dice, "after");
    until(&host, |held| held.bytes < begun + 200_000);
}
