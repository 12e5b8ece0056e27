//! Games are put away when memory is short or when they rest, and come back as they were.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{Begun, Client, Dice, Host, begin, choose, listen, seat};
use serde_json::json;
use server::{Config, Held, Limits, Schedule};

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
    let address = host.address;
    let heard = host.runtime.spawn(async move { listen(address, &other, 0, Duration::from_secs(3)).await });
    until(&host, |held| held.games == 0);
    client.post(&seat(token, "/orders"), &json!({ "order": order, "id": "x" })).ok();
    let heard = host.runtime.block_on(heard).unwrap();
    let stages = heard.iter().filter(|message| message.get("info").is_some()).count();
    let from: Vec<u64> = heard.iter().filter_map(|message| message["from"].as_u64()).collect();
    assert_eq!(stages, 1, "the stage has not changed: {heard:?}");
    assert!(from.len() >= 2 && from.is_sorted(), "{from:?}");
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
