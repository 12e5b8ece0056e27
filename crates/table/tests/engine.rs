//! The JSON-RPC engine, request by request.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use fair::{GameId, Nonce};
use referee::ledger::{ScenarioText, Sink};
use serde_json::{Value, json};
use table::engine::{Engine, Host};

/// A host with one small scenario of each system.
struct Shelf;

impl Host for Shelf {
    fn scenarios(&self) -> Vec<ScenarioText> {
        let text = include_str!("../../../scenarios/tide/first.toml").to_owned();
        vec![ScenarioText { name: "tide/first".to_owned(), text }]
    }

    fn nonces(&mut self) -> Result<[Nonce; 3], String> {
        Ok([[1; 32], [2; 32], [3; 32]].map(Nonce::from))
    }

    fn game_id(&mut self) -> Result<GameId, String> {
        Ok(GameId::from([4; 32]))
    }

    fn keep(&mut self, _: u64) -> Result<Option<Box<dyn Sink>>, String> {
        Ok(None)
    }
}

fn answer_once(line: &[u8]) -> Option<String> {
    Engine::new(Shelf).answer(line)
}

fn ask(engine: &mut Engine<Shelf>, method: &str, params: Value) -> Value {
    let line = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let answer: Value = serde_json::from_str(&engine.answer(line.as_bytes()).unwrap()).unwrap();
    assert!(answer.get("error").is_none(), "{method}: {answer}");
    answer["result"].clone()
}

#[test]
fn a_whole_game_is_played_by_requests() {
    let mut engine = Engine::new(Shelf);
    let game = ask(&mut engine, "new", json!({ "scenario": "tide/first" }))["game"].clone();
    for turn in 0..4000 {
        let awaited = ask(&mut engine, "awaited", json!({ "game": game }));
        let Some(side) = awaited.as_object().unwrap().keys().next() else { break };
        let mut draft = Value::Null;
        loop {
            let mut params = json!({ "game": game, "seat": side });
            if !draft.is_null() {
                params["draft"] = draft.clone();
            }
            let offers = ask(&mut engine, "offers", params);
            let offers: Vec<&Value> =
                offers.as_array().unwrap().iter().filter(|offer| offer.get("undo").is_none()).collect();
            let offer = offers[turn % offers.len()];
            if let Some(next) = offer.get("draft") {
                draft = next.clone();
                continue;
            }
            ask(&mut engine, "submit", json!({ "game": game, "seat": side, "order": offer["order"] }));
            break;
        }
    }
    let view = ask(&mut engine, "view", json!({ "game": game, "seat": "spectator" }));
    assert!(view["outcome"].is_string(), "the game came to no end");
    let ledger = ask(&mut engine, "ledger", json!({ "game": game }));
    let verdict = table::system("tide").unwrap().verify(ledger.as_str().unwrap(), None).unwrap();
    assert_eq!(Some(&json!(verdict.outcome)), view.get("outcome"));
}

#[test]
fn a_request_is_answered_with_its_id() {
    let answer = answer_once(br#"{"jsonrpc":"2.0","id":7,"method":"scenarios"}"#).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["id"], 7);
    assert!(answer["result"].as_array().is_some_and(|list| !list.is_empty()));
}

#[test]
fn what_is_no_request_is_refused_and_never_panics() {
    for (line, code) in [
        (&b"\xff\xfe"[..], -32700),
        (b"{", -32700),
        (b"[]", -32600),
        (b"3", -32600),
        (br#"{"jsonrpc":"1.0","id":1,"method":"help"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#, -32601),
        (br#"{"jsonrpc":"2.0","id":1,"method":"view","params":{"game":1}}"#, -32602),
        (br#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"scenario":"../../etc/passwd"}}"#, -32602),
        (br#"{"jsonrpc":"2.0","id":1,"method":"new","params":[1]}"#, -32602),
    ] {
        let answer: Value = serde_json::from_str(&answer_once(line).unwrap()).unwrap();
        assert_eq!(answer["error"]["code"], code, "{}", String::from_utf8_lossy(line));
    }
}

#[test]
fn a_notification_is_done_and_not_answered() {
    assert_eq!(answer_once(br#"{"jsonrpc":"2.0","method":"help"}"#), None);
    assert_eq!(answer_once(b"\n"), None);
}

#[test]
fn the_first_answer_tells_every_version() {
    let mut engine = Engine::new(Shelf);
    let versions = ask(&mut engine, "version", json!({}));
    let expected = json!({ "program": env!("CARGO_PKG_VERSION"), "engine": 1, "ledger": 1, "scenario": 1, "case": 1 });
    assert_eq!(versions, expected);
    assert_eq!(ask(&mut engine, "version", json!({ "engine": 1 })), expected);
    let later = br#"{"jsonrpc":"2.0","id":1,"method":"version","params":{"engine":2}}"#;
    let answer = answer_once(later).unwrap();
    assert!(answer.contains("engine: version 2 is not known; this program speaks version 1"), "{answer}");
}

#[test]
fn an_offer_names_the_verb_that_it_makes_possible() {
    let mut engine = Engine::new(Shelf);
    let game = ask(&mut engine, "new", json!({ "scenario": "tide/first" }))["game"].clone();
    let offers = ask(&mut engine, "offers", json!({ "game": game, "seat": "soviet" }));
    // Only the squad on a sewer token can go below at once, and only in an Advance.
    let opening: Vec<&Value> = offers.as_array().unwrap().iter().filter(|offer| offer.get("opens").is_some()).collect();
    let [advance] = opening.as_slice() else { panic!("{opening:?}") };
    assert_eq!((&advance["verb"], &advance["opens"]), (&json!("Advance"), &json!("Go below")));
    assert_eq!(advance["sentence"], "Scouts (B4) is activated: it can move, but not fire. It can go below in B4.");
    ask(&mut engine, "submit", json!({ "game": game, "seat": "soviet", "order": advance["order"] }));
    let after = ask(&mut engine, "offers", json!({ "game": game, "seat": "soviet" }));
    let below = after.as_array().unwrap().iter().filter(|offer| offer["verb"] == "Go below").count();
    assert_eq!(below, 2, "a card each: {after}");
}
