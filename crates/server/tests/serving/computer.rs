//! The computer player of the server: the times of its orders, and its reaction to an undo of the other side.

use std::time::{Duration, Instant};

use crate::common::{Client, Dice, Host, begin_against, choose, listen, seat};
use serde_json::{Value, json};
use server::{Config, Schedule};

/// Thinking time of a veteran for one order.
const VETERAN: Duration = Duration::from_millis(500);
/// Thinking time of an elite for one order.
const ELITE: Duration = Duration::from_secs(2);
/// A pause that is longer than all other delays, even on a slow machine.
const LONG: Duration = Duration::from_millis(1500);

fn info(client: &mut Client, token: &str) -> Value {
    client.get(&seat(token, "")).ok()
}

fn heard(client: &mut Client, token: &str) -> u64 {
    info(client, token)["heard"].as_u64().unwrap()
}

/// Waits until a seat gets another event. Returns the time since `then`.
#[track_caller]
fn hears_after(client: &mut Client, token: &str, then: Instant) -> Duration {
    let before = heard(client, token);
    while heard(client, token) == before {
        assert!(then.elapsed() < 10 * ELITE, "the computer gives no order any more");
        std::thread::sleep(Duration::from_millis(5));
    }
    then.elapsed()
}

#[track_caller]
fn give(client: &mut Client, token: &str, order: &Value, id: &str) {
    client.post(&seat(token, "/orders"), &json!({ "order": order, "id": id })).ok();
}

#[test]
fn whoever_takes_back_an_order_is_thought_about_again() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let mut dice = Dice(5);
    for game in 0..20 {
        let token = begin_against(client, "tide/first", ["soviet", "german"], "veteran");
        for n in 0..40 {
            let Some(order) = choose(client, &token, &mut dice) else {
                std::thread::sleep(Duration::from_millis(50));
                continue;
            };
            give(client, &token, &order, &format!("{game}-{n}"));
            if !info(client, &token)["asked"].is_null() {
                continue;
            }
            std::thread::sleep(VETERAN / 2);
            if client.post(&seat(&token, "/undo"), &json!({ "id": format!("undo-{n}") })).status != 200 {
                continue;
            }
            let begun = Instant::now();
            give(client, &token, &order, &format!("{game}-{n}-again"));
            let took = hears_after(client, &token, begun);
            assert!(took >= VETERAN, "an order came that was not thought about: {took:?}");
            return;
        }
    }
    panic!("no order could be taken back while the computer thought");
}

#[test]
fn nobody_can_count_what_the_computer_plans() {
    let host = Host::with(|config| Config { schedule: Schedule { computer: LONG, ..crate::common::QUICK }, ..config });
    let client = &mut Client::new(host.address);
    let mut most = 0;
    for (game, level) in ["recruit", "recruit", "veteran"].into_iter().enumerate() {
        let token = begin_against(client, "sniper/patrol", ["attacker", "defender"], level);
        let pause = if level == "veteran" { LONG + 4 * VETERAN } else { LONG };
        for turn in 0..3 {
            let begun = Instant::now();
            give(client, &token, &json!("ready"), &format!("{game}-{turn}"));
            let waiting = info(client, &token);
            let next = waiting["heard"].as_u64().unwrap() as usize;
            let live = host.runtime.block_on(listen(host.address, &token, next, 1, pause / 4));
            assert_eq!(live.len(), 1, "something was sent while the computer planned: {live:?}");
            assert_eq!(info(client, &token), waiting);
            let took = hears_after(client, &token, begun);
            assert!(took > pause * 3 / 4 && took < pause * 2, "a plan of a {level} took {took:?}");
        }
        client.post(&seat(&token, "/resign"), &json!({ "id": "resign" })).ok();
        let ledger = client.get(&seat(&token, "/ledger")).text();
        most = most.max(ledger.lines().filter(|line| line.contains("\"by\":\"defender\"")).count());
    }
    assert!(most > 6, "the plans had but {most} orders in three turns");
}

#[test]
fn nobody_can_count_what_the_computer_sets_up() {
    let host = Host::with(|config| Config { schedule: Schedule { computer: LONG, ..crate::common::QUICK }, ..config });
    let client = &mut Client::new(host.address);
    let mut most = 0;
    for _ in 0..30 {
        let token = begin_against(client, "asl/mill-street", ["german", "russian"], "recruit");
        assert!(info(client, &token)["asked"].is_null(), "the other side sets up first");
        let took = hears_after(client, &token, Instant::now());
        assert!(took > LONG * 3 / 4 && took < LONG * 2, "the set-up took {took:?}");
        client.post(&seat(&token, "/resign"), &json!({ "id": "resign" })).ok();
        let ledger = client.get(&seat(&token, "/ledger")).text();
        most = most.max(ledger.lines().filter(|line| line.contains("\"by\":\"russian\"")).count());
        if most > 2 {
            return;
        }
    }
    panic!("the set-ups had but {most} orders");
}

#[test]
fn no_game_waits_until_another_has_been_thought_about() {
    let host = Host::new();
    let playing: Vec<_> = (0..6)
        .map(|_| {
            let address = host.address;
            std::thread::spawn(move || {
                let client = &mut Client::new(address);
                let token = begin_against(client, "tide/first", ["german", "soviet"], "elite");
                hears_after(client, &token, Instant::now())
            })
        })
        .collect();
    for game in playing {
        let took = game.join().unwrap();
        assert!(took < 2 * ELITE, "an order came after {took:?}");
    }
}
