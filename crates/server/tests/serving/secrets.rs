//! Data sent to a seat reveals nothing that the seat may not know.

use std::time::Duration;

use crate::common::{Begun, Client, Dice, Host, begin, begin_as, choose, listen, seat};
use serde_json::{Value, json};

/// Returns everything that a seat can fetch.
fn everything(client: &mut Client, token: &str) -> String {
    let mut all = String::new();
    for what in ["", "/board", "/scene", "/view", "/events", "/why-not", "/ledger", "/replay", "/luck"] {
        let answer = client.get(&seat(token, what));
        all.push_str(&answer.head);
        all.push_str(&answer.text());
    }
    all.push_str(&client.post(&seat(token, "/offers"), &json!({})).text());
    all
}

/// Plays until a Soviet unit is below ground. Returns the names that no other seat may read then.
fn until_below(client: &mut Client, begun: &Begun, dice: &mut Dice) -> Vec<String> {
    for n in 0..400 {
        let scene = client.get(&seat(&begun.tokens[0], "/scene")).ok();
        let below: Vec<&Value> = scene["pieces"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|piece| piece["side"] == "soviet" && piece["location"].as_str().unwrap().starts_with("card/"))
            .collect();
        if !below.is_empty() {
            return below.iter().map(|piece| piece["label"].as_str().unwrap().to_owned()).collect();
        }
        let Some((token, order)) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, dice)?))) else { break };
        client.post(&seat(token, "/orders"), &json!({ "order": order, "id": format!("u{n}") })).ok();
    }
    Vec::new()
}

#[test]
fn the_other_seat_and_a_spectator_get_no_byte_of_a_secret() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let mut tried = 0;
    for game in 0..16 {
        let asked = json!({ "scenario": "tide/pumping-station", "options": { "hidden_sewers": true } });
        let begun = begin_as(client, &asked, [game, game + 100]);
        let secrets = until_below(client, &begun, &mut Dice(u64::from(game) * 77 + 1));
        if secrets.is_empty() {
            continue;
        }
        tried += 1;
        // The search finds it where it is allowed.
        assert!(everything(client, &begun.tokens[0]).contains("\"at\":\"card/"));
        for token in [&begun.tokens[1], &begun.spectator] {
            // Units on the street were seen there; now they must be gone from the scene.
            let shown = client.get(&seat(token, "/scene")).ok();
            let below: Vec<&Value> = shown["pieces"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|piece| piece["side"] == "soviet")
                .filter(|piece| piece["location"].as_str().is_some_and(|at| at.starts_with("card/")))
                .collect();
            assert!(below.is_empty(), "{below:?}");
            let sent = everything(client, token);
            let live = host.runtime.block_on(listen(host.address, token, 0, 2, Duration::from_millis(100)));
            let sent = format!("{sent}{}", Value::from(live));
            for place in client.get(&seat(&begun.tokens[0], "/scene")).ok()["pieces"].as_array().unwrap() {
                let at = place["location"].as_str().unwrap();
                if at.starts_with("card/") {
                    // The card itself is printed in the scenario; only the fact that a unit is on it must be absent.
                    let fact = format!("\"at\":\"{at}\"");
                    assert!(!sent.contains(&fact), "{at} was told to the other side");
                }
            }
            for other in begun.tokens.iter().chain([&begun.spectator]).filter(|other| *other != token) {
                assert!(!sent.contains(other.as_str()), "a link of another seat was sent");
            }
        }
    }
    assert!(tried >= 2, "only {tried} games came below ground");
}

#[test]
fn a_spectator_gives_no_orders_and_hears_no_private_event() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    for (what, body) in [
        ("/orders", json!({ "order": {}, "id": "a" })),
        ("/undo", json!({ "id": "b" })),
        ("/standing", json!({ "question": "act", "id": "c" })),
        ("/offers", json!({})),
        ("/odds", json!({ "order": {} })),
        ("/dice", json!({ "label": "x", "faces": [1], "id": "d" })),
        ("/commit", json!({ "commitment": "00".repeat(32) })),
    ] {
        client.post(&seat(&begun.spectator, what), &body).problem(403, "not-your-seat");
    }
    crate::common::play(client, &begun, 20, &mut Dice(2));
    let events = client.get(&seat(&begun.spectator, "/events")).text();
    assert!(!events.contains("\"ordered\"") && !events.contains("\"asked\""), "{events}");
    let store = std::fs::read(&host.path).unwrap();
    for token in begun.tokens.iter().chain([&begun.spectator]) {
        assert!(!store.windows(token.len()).any(|bytes| bytes == token.as_bytes()), "a link is readable in the store");
    }
}
