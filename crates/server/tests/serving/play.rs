//! Whole games over real HTTP.

use std::time::Duration;

use crate::common::{Client, Dice, Host, begin, choose, listen, play, seat};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[test]
fn a_whole_game_by_two_seats_ends_with_an_open_ledger_that_verifies() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let sealed = client.get(&seat(&begun.tokens[0], "/ledger"));
    sealed.problem(409, "sealed");
    client.get(&seat(&begun.spectator, "/replay")).problem(409, "sealed");
    client.get(&seat(&begun.spectator, "/luck")).problem(409, "sealed");
    assert!(play(client, &begun, 5000, &mut Dice(1)), "the game came to no end");
    let info = client.get(&seat(&begun.tokens[0], "")).ok();
    assert_eq!(info["dice"]["stage"], "over");
    assert!(info["dice"]["nonces"]["referee"].is_string());
    let ledger = client.get(&seat(&begun.spectator, "/ledger"));
    let head = info["head"].as_str().unwrap().parse().unwrap();
    let verdict = table::system("tide").unwrap().verify(&ledger.text(), Some(head)).unwrap();
    assert_eq!(verdict.outcome.as_deref(), info["outcome"]["winner"].as_str());

    let last = client.get(&seat(&begun.spectator, "/replay?eyes=open")).ok();
    assert_eq!(last["step"], last["steps"]);
    for eyes in ["soviet", "german", "spectator", "open"] {
        let first = client.get(&seat(&begun.spectator, &format!("/replay?step=0&eyes={eyes}"))).ok();
        assert!(!first["scene"]["pieces"].as_array().unwrap().is_empty(), "{eyes}");
    }
    client.get(&seat(&begun.spectator, "/replay?step=999999")).problem(416, "sequence");

    let luck = client.get(&seat(&begun.spectator, "/luck")).ok();
    assert_eq!(luck["course"].as_array().unwrap().len(), last["steps"].as_u64().unwrap() as usize + 1);
    let of_side = |n: usize| luck["sides"][n]["luck"].as_f64().unwrap();
    assert!((of_side(0) + of_side(1)).abs() < 1e-9, "what one side gains, the other loses");
    assert!(luck["rolls"].as_array().unwrap().iter().any(|roll| roll["swing"] != 0.0));
}

#[test]
fn a_game_against_the_computer_goes_on_by_itself() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let asked = json!({ "scenario": "tide/first", "players": { "soviet": "computer", "german": "computer" } });
    let made = client.post("/api/games", &asked).ok();
    assert_eq!(made["links"].as_object().unwrap().len(), 1, "a computer's seat has no link");
    let spectator = made["links"]["spectator"].as_str().unwrap();
    for _ in 0..600 {
        if client.get(&seat(spectator, "")).ok()["outcome"].is_object() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("the computers came to no end");
}

#[test]
fn a_repeated_order_is_answered_and_not_done_twice() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let mut dice = Dice(3);
    let (token, order) = begun.tokens.iter().find_map(|t| Some((t.clone(), choose(client, t, &mut dice)?))).unwrap();
    let asked = json!({ "order": order, "id": "once" });
    let first = client.post(&seat(&token, "/orders"), &asked).ok();
    assert_eq!(client.post(&seat(&token, "/orders"), &asked).ok(), first);
    let other = json!({ "order": "something else", "id": "once" });
    client.post(&seat(&token, "/orders"), &other).problem(409, "id-reused");
    let events = client.get(&seat(&token, "/events")).ok();
    assert_eq!(events.as_array().unwrap().len() as u64, first["ack"]["heard"].as_u64().unwrap());
    // A server started later also knows the game.
    let host = host.again();
    let client = &mut Client::new(host.address);
    assert_eq!(client.post(&seat(&token, "/orders"), &asked).ok(), first);
    assert_eq!(client.get(&seat(&token, "/events")).ok(), events);
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let mut host = Host::new();
    let begun = begin(&mut Client::new(host.address), "tide/first");
    let mut dice = Dice(9);
    for _ in 0..4 {
        let client = &mut Client::new(host.address);
        play(client, &begun, 12, &mut dice);
        let before: Vec<Value> = begun.tokens.iter().map(|t| client.get(&seat(t, "/view")).ok()).collect();
        host = host.again();
        let client = &mut Client::new(host.address);
        let after: Vec<Value> = begun.tokens.iter().map(|t| client.get(&seat(t, "/view")).ok()).collect();
        assert_eq!(before, after);
    }
}

#[test]
fn a_game_that_was_committed_to_before_a_restart_begins_after_it() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let made = client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    let token = |name: &str| made["links"][name].as_str().unwrap().to_owned();
    let nonces = [[1; 32], [2; 32]].map(fair::Nonce::from);
    let commit =
        |client: &mut Client, side: &str, nonce: &fair::Nonce| crate::common::commit(client, &token(side), nonce);
    commit(client, "soviet", &nonces[0]).ok();
    let early = client.post(&seat(&token("soviet"), "/reveal"), &json!({ "nonce": nonces[0].to_hex() }));
    early.problem(409, "stage");
    client.post(&seat(&token("soviet"), "/orders"), &json!({ "order": {}, "id": "x" })).problem(409, "stage");
    let host = host.again();
    let client = &mut Client::new(host.address);
    commit(client, "soviet", &nonces[1]).problem(409, "stage");
    // A copy of the other side's commitment is refused.
    let copied = client.get(&seat(&token("german"), "")).ok()["dice"]["commitments"]["soviet"].clone();
    client.post(&seat(&token("german"), "/commit"), &json!({ "commitment": copied })).problem(409, "stage");
    commit(client, "german", &nonces[1]).ok();
    let wrong = client.post(&seat(&token("german"), "/reveal"), &json!({ "nonce": nonces[0].to_hex() }));
    wrong.problem(422, "nonce");
    for (side, nonce) in ["soviet", "german"].iter().zip(&nonces) {
        let info = client.post(&seat(&token(side), "/reveal"), &json!({ "nonce": nonce.to_hex() })).ok();
        assert!(info["dice"]["nonces"]["referee"].is_null());
    }
    assert_eq!(client.get(&seat(&token("german"), "")).ok()["dice"]["stage"], "play");
}

#[test]
fn calculators_need_no_game() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let rows = client.get("/api/calculators").ok();
    for row in rows.as_array().unwrap() {
        let (system, tools) = (row["system"].as_str().unwrap(), row["tools"].as_array().unwrap());
        assert!(tools.iter().all(|tool| tool["of_a_game"] == false), "{tools:?}");
        let address = format!("/api/calculators/{system}");
        client.post(&address, &json!({ "tool": "none", "input": {} })).problem(409, "refused");
        client.post(&address, &json!({ "tool": tools[0]["name"], "input": 7 })).problem(400, "malformed");
        let stranger = json!({ "tool": tools[0]["name"], "input": { "stranger": 7 } });
        client.post(&address, &stranger).problem(409, "refused");
    }
    let asked = json!({ "tool": "emergence", "input": { "lost": true } });
    let answer = client.post("/api/calculators/asl", &asked).ok();
    assert_eq!(answer["drm"], 1);
    assert_eq!(answer["charts"][0]["chances"].as_array().map(Vec::len), Some(3));
    client.post("/api/calculators/chess", &asked).problem(404, "unknown-system");
}

#[test]
fn players_roll_their_own_dice() {
    // In the second, an order may roll several times under one label.
    for (scenario, most) in [("tide/first", 1), ("heroes/first", 2)] {
        let host = Host::new();
        let client = &mut Client::new(host.address);
        let crate::common::Begun { sides, tokens, .. } =
            crate::common::begin_as(client, &json!({ "scenario": scenario, "dice": "players" }), [1, 2]);
        let (mut dice, mut rolled, mut longest) = (Dice(5), 0, 0);
        for n in 0..200 {
            let Some((token, order)) = tokens.iter().find_map(|t| Some((t, choose(client, t, &mut dice)?))) else {
                break;
            };
            let asked = json!({ "order": order, "id": format!("o{n}") });
            let mut done = client.post(&seat(token, "/orders"), &asked).ok();
            let (mut of_this, mut ack) = (0, done.get("ack").cloned());
            while let Some(roll) = done.get("roll").cloned() {
                (rolled, of_this) = (rolled + 1, of_this + 1);
                assert!(of_this < 60, "the dice for {order} never end");
                assert_eq!(client.post(&seat(token, "/orders"), &asked).ok()["roll"], roll, "asked again");
                assert!(roll["seen_by"].is_null(), "no roll of these systems is secret");
                let other = tokens.iter().find(|other| *other != token).unwrap();
                let count = roll["dice"].as_u64().unwrap() as usize;
                let faces: Vec<usize> = (0..count).map(|_| dice.below(6) + 1).collect();
                let enter = json!({ "label": roll["label"], "faces": faces, "id": format!("d{rolled}") });
                client.post(&seat(other, "/dice"), &enter).problem(403, "not-your-seat");
                assert!(client.get(&seat(other, "")).ok()["roll"].is_null());
                assert_eq!(client.get(&seat(token, "")).ok()["roll"], roll);
                done = client.post(&seat(token, "/dice"), &enter).ok();
                assert_eq!(client.post(&seat(token, "/dice"), &enter).ok(), done, "entered again, taken once");
                let others: Vec<usize> = faces.iter().map(|face| 7 - face).collect();
                let others = json!({ "label": roll["label"], "faces": others, "id": format!("d{rolled}") });
                client.post(&seat(token, "/dice"), &others).problem(409, "id-reused");
                ack = done.get("ack").cloned();
            }
            longest = longest.max(of_this);
            let again =
                client.post(&seat(token, "/orders"), &json!({ "order": order, "id": format!("o{n}"), "if_heard": 0 }));
            assert_eq!(again.ok()["ack"], ack.unwrap(), "whatever was heard since, it is answered as it was");
        }
        assert!(rolled > 3 && longest >= most, "hardly anything was rolled in {scenario}");
        let log = client.get(&seat(&tokens[0], "/events")).ok();
        let rolls: Vec<_> = log.as_array().unwrap().iter().filter_map(|event| event.get("rolled")).collect();
        let entered = |roll: &&&Value| roll["faces"].as_array().is_some_and(|faces| !faces.is_empty());
        assert!(!rolls.is_empty());
        for roll in rolls.iter().filter(entered) {
            assert!(sides.iter().any(|side| roll["entered_by"] == **side), "who entered it is kept: {roll}");
        }
    }
}

#[test]
fn dice_of_a_standing_order_can_be_entered() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let asked = json!({ "scenario": "heroes/first", "dice": "players" });
    let tokens = crate::common::begin_as(client, &asked, [1, 2]).tokens;
    // Both sides pass again and again, so turns pass with the rolls that no player orders.
    for token in &tokens {
        let pass = json!({ "question": "act", "answer": "pass", "id": "s" });
        client.post(&seat(token, "/standing"), &pass).ok();
        // Hidden units keep their positions.
        let done = json!({ "question": "hide", "answer": "done", "id": "h" });
        client.post(&seat(token, "/standing"), &done).ok();
    }
    let mut entered = 0;
    for _ in 0..600 {
        for token in &tokens {
            let roll = client.get(&seat(token, "")).ok()["roll"].clone();
            if roll.is_null() {
                continue;
            }
            entered += 1;
            let faces: Vec<u64> = vec![3; roll["dice"].as_u64().unwrap() as usize];
            let enter = json!({ "label": roll["label"], "faces": faces, "id": format!("d{entered}") });
            client.post(&seat(token, "/dice"), &enter).ok();
        }
        if entered > 3 {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("only {entered} rolls were asked for");
}

#[test]
fn a_socket_misses_nothing_and_repeats_nothing() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let token = begun.tokens[1].clone();
    let mut dice = Dice(11);
    let (mut heard, mut next) = (Vec::new(), 0);
    for _ in 0..5 {
        let listening = host.runtime.spawn({
            let (address, token) = (host.address, token.clone());
            async move { listen(address, &token, next, 1, Duration::from_millis(300)).await }
        });
        play(client, &begun, 6, &mut dice);
        let messages = host.runtime.block_on(listening).unwrap();
        assert!(messages[0].get("info").is_some());
        for batch in messages.iter().filter(|message| message.get("events").is_some()) {
            assert_eq!(batch["from"], next);
            heard.extend(batch["events"].as_array().unwrap().iter().cloned());
            next = heard.len();
        }
        // Events without a listener are not lost.
        play(client, &begun, 3, &mut dice);
    }
    let all = client.get(&seat(&token, "/events")).ok();
    assert_eq!(all.as_array().unwrap()[..next], heard[..]);
    assert!(next > 20);
    let beyond = client.get(&seat(&token, "/events?from=100000"));
    beyond.problem(416, "sequence");
}

#[test]
fn orders_are_taken_over_the_socket() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let mut dice = Dice(3);
    let (token, order) = begun.tokens.iter().find_map(|t| Some((t.clone(), choose(client, t, &mut dice)?))).unwrap();
    let url = format!("ws://{}/api/seats/{token}/live", host.address);
    let answer = host.runtime.block_on(async {
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        for text in ["nonsense".to_owned(), json!({ "order": order, "id": "s1" }).to_string()] {
            socket.send(Message::text(text)).await.unwrap();
        }
        let mut answers = Vec::new();
        while answers.len() < 2 {
            let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message.get("answer").is_some() {
                answers.push(message);
            }
        }
        answers
    });
    assert_eq!(answer[0]["problem"]["code"], "malformed");
    assert_eq!(answer[1]["answer"], "s1");
    let again = client.post(&seat(&token, "/orders"), &json!({ "order": order, "id": "s1" })).ok();
    assert_eq!(again["ack"]["heard"], answer[1]["heard"]);
    let brought = answer[1]["events"].as_array().expect("what the order brought comes with its answer");
    assert_eq!(answer[1]["from"].as_u64().unwrap() + brought.len() as u64, answer[1]["heard"].as_u64().unwrap());
    assert!(brought.iter().any(|event| event["ordered"]["text"].as_str().is_some_and(|text| !text.is_empty())));
}
