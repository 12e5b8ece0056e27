//! A server does the same on each kind of store.

use std::time::Duration;

use crate::common::{Client, Dice, Host, Place, begin, choose, opened, play, seat};
use serde_json::json;
use server::store::Retention;
use server::{Config, Limits, Schedule};

#[test]
fn a_game_is_played_to_its_end_over_a_restart() {
    for place in Place::each() {
        let mut host = Host::on(place.store.clone(), None, |config| config);
        let client = &mut Client::new(host.address);
        let begun = begin(client, "tide/first");
        assert!(!play(client, &begun, 9, &mut Dice(5)));
        let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
        // A client's id may be any text.
        let asked = json!({ "order": order, "id": "twice\u{0} ä" });
        let answer = client.post(&seat(token, "/orders"), &asked).ok();
        assert_eq!(client.post(&seat(token, "/orders"), &asked).ok(), answer);
        let events = client.get(&seat(token, "/events")).ok();
        host.stop();
        host.start();
        let client = &mut Client::new(host.address);
        assert_eq!(client.get(&seat(token, "/events")).ok(), events);
        assert_eq!(client.post(&seat(token, "/orders"), &asked).ok(), answer, "it is answered alike");
        assert_eq!(client.get(&seat(token, "/events")).ok(), events, "and not done again");
        assert!(play(client, &begun, 5000, &mut Dice(6)), "the game came to no end");
        let ledger = client.get(&seat(&begun.spectator, "/ledger")).text();
        let verdict = table::system("tide").unwrap().verify(&ledger, None).unwrap();
        assert!(verdict.outcome.is_some() && verdict.proved);
        client.get("/readyz").ok();
    }
}

#[test]
fn games_that_are_put_away_come_back() {
    for place in Place::each() {
        let host = Host::on(place.store.clone(), None, |config| Config {
            schedule: Schedule { idle: Duration::ZERO, ..config.schedule },
            ..config
        });
        let client = &mut Client::new(host.address);
        let begun = begin(client, "heroes/first");
        for n in 0..4 {
            play(client, &begun, 2, &mut Dice(n + 1));
            std::thread::sleep(Duration::from_millis(60));
        }
        let known = client.get(&seat(&begun.tokens[0], "")).ok();
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!(client.get(&seat(&begun.tokens[0], "")).ok(), known);
    }
}

#[test]
fn an_address_has_so_many_unfinished_games_and_no_more() {
    for place in Place::each() {
        let host = Host::on(place.store.clone(), None, |config| Config {
            limits: Limits { games_of_one: 2, ..config.limits },
            ..config
        });
        let client = &mut Client::new(host.address);
        let new = json!({ "scenario": "tide/first" });
        let begun = begin(client, "tide/first");
        client.post("/api/games", &new).ok();
        client.post("/api/games", &new).problem(429, "too-many-games");
        let (token, _) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
        client.post(&seat(token, "/resign"), &json!({ "id": "end" })).ok();
        client.post("/api/games", &new).ok();
        client.post("/api/games", &new).problem(429, "too-many-games");
    }
}

#[test]
fn a_renewed_link_replaces_the_old_one() {
    for place in Place::each() {
        let host = Host::on(place.store.clone(), None, |config| config);
        let client = &mut Client::new(host.address);
        let begun = begin(client, "tide/first");
        let renewed = client.post(&seat(&begun.tokens[0], "/renew"), &json!({})).ok();
        let token = renewed["link"].as_str().unwrap();
        client.get(&seat(&begun.tokens[0], "")).problem(404, "unknown-seat");
        client.get(&seat(token, "")).ok();
    }
}

#[test]
fn expired_games_are_gone_for_players() {
    for place in Place::each() {
        let mut host = Host::on(place.store.clone(), None, |config| config);
        let client = &mut Client::new(host.address);
        let (over, other) = (begin(client, "tide/first"), begin(client, "tide/first"));
        assert!(play(client, &over, 5000, &mut Dice(3)), "the game came to no end");
        host.stop();
        let store = opened(&place.store);
        let now = Some(Duration::ZERO);
        let finished = Retention { never_joined: now, unfinished: None, finished: now };
        assert_eq!(store.expire(&finished, 10).unwrap().len(), 1);
        drop(store);
        host.start();
        let client = &mut Client::new(host.address);
        client.get(&seat(&over.tokens[0], "")).problem(404, "unknown-seat");
        play(client, &other, 2, &mut Dice(4));
    }
}
