//! Guided games over real HTTP: a learner is led, kept to the script, and plays on afterwards.

use std::time::Duration;

use crate::common::{Client, Dice, Host, choose, seat};
use referee::ledger::ScenarioText;
use serde_json::{Value, json};
use server::Config;

const GUIDE: &str = r#"
title = "Below"
covers = ["TOI-S2"]
scenario = "first.toml"

[guide]
side = "soviet"
about = "Going below."
end = "That is all."

[[step]]
say = "Activate the Scouts."
by = "soviet"
order = { activate = { unit = "Scouts", action = "advance" } }

[[step]]
say = "Go below."
instead = "Not over the street."
by = "soviet"
order = { enter = { card = "red" } }

[[step]]
by = "soviet"
order = { activate = { unit = "Lisitsyn", action = "advance" } }

[[step]]
say = "Stop."
by = "soviet"
order = "stop"
"#;

fn guided(config: Config) -> Config {
    Config { guides: vec![ScenarioText { name: "tide/first".to_owned(), text: GUIDE.to_owned() }], ..config }
}

/// Begins the guided game and returns its links: the learner's and the spectators'.
fn begun(client: &mut Client) -> (String, String) {
    let made = client.post("/api/games", &json!({ "scenario": "tide/first", "guide": true })).ok();
    let links = made["links"].as_object().unwrap();
    assert_eq!(links.len(), 2, "the script's side has no link");
    (links["soviet"].as_str().unwrap().to_owned(), links["spectator"].as_str().unwrap().to_owned())
}

/// Returns what the learner is told, once the script has made its moves.
fn lesson(client: &mut Client, token: &str) -> Value {
    for _ in 0..600 {
        let guide = client.get(&seat(token, "/table")).ok()["guide"].take();
        if guide["lesson"].is_object() || guide["end"].is_string() {
            return guide;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the script makes no move");
}

fn follow(client: &mut Client, token: &str, id: &str) {
    let order = lesson(client, token)["lesson"]["path"].as_array().unwrap().last().unwrap()["order"].clone();
    client.post(&seat(token, "/orders"), &json!({ "order": order, "id": id })).ok();
}

#[test]
fn a_learner_is_led_to_the_end_and_plays_on() {
    let host = Host::with(guided);
    let client = &mut Client::new(host.address);
    let row = &client.get("/api/scenarios").ok()[0];
    assert_eq!(row["guide"], json!({ "title": "Below", "about": "Going below.", "side": "soviet", "lessons": 3 }));
    let (token, spectator) = begun(client);
    assert_eq!(client.get(&seat(&spectator, "/table")).ok()["guide"], Value::Null, "only the learner is told");
    let guide = lesson(client, &token);
    assert_eq!((&guide["step"], &guide["of"]), (&json!(1), &json!(3)));
    assert_eq!(client.get(&seat(&token, "")).ok()["dice"]["kind"], "guide");
    follow(client, &token, "1");
    // What the script doesn't allow changes nothing.
    let other = client.post(&seat(&token, "/orders"), &json!({ "order": "stop", "id": "2" }));
    other.problem(409, "guided");
    assert_eq!(other.json()["detail"], "Not over the street.");
    client.post(&seat(&token, "/undo"), &json!({ "id": "3" })).problem(409, "guided");
    let standing = json!({ "question": "act", "answer": null, "id": "4" });
    client.post(&seat(&token, "/standing"), &standing).problem(409, "guided");
    // A server that starts later goes on with the lesson, even without the file.
    let host = host.again();
    let client = &mut Client::new(host.address);
    assert_eq!(lesson(client, &token)["lesson"]["say"], "Go below.");
    follow(client, &token, "5");
    // The script gives the order between the lessons.
    assert_eq!(lesson(client, &token)["lesson"]["say"], "Stop.");
    follow(client, &token, "6");
    assert_eq!(lesson(client, &token)["end"], "That is all.");
    // The computer takes the other side, and no dice are asked for.
    let mut dice = Dice(5);
    for n in 0..3000 {
        let info = client.get(&seat(&token, "")).ok();
        assert_eq!(info["roll"], Value::Null);
        if info["outcome"].is_object() {
            let ledger = client.get(&seat(&spectator, "/ledger")).text();
            table::system("tide").unwrap().verify(&ledger, None).unwrap();
            assert!(ledger.contains("\"roll\""), "no dice were rolled");
            return;
        }
        match choose(client, &token, &mut dice) {
            Some(order) => {
                let _ = client.post(&seat(&token, "/orders"), &json!({ "order": order, "id": format!("on-{n}") }));
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    }
    panic!("the game came to no end");
}

/// Returns the file of a scenario of `tide`.
fn scenario_file() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/tide/first.toml")).unwrap()
}

#[test]
fn a_guide_that_is_sent_is_played() {
    let host = Host::with(|config| config);
    let client = &mut Client::new(host.address);
    // Of a scenario that is sent, too, and of a built-in one.
    for scenario in [scenario_file(), "tide/first".to_owned()] {
        let made = client.post("/api/games", &json!({ "scenario": scenario, "guide_text": GUIDE })).ok();
        let token = made["links"]["soviet"].as_str().unwrap().to_owned();
        assert!(made["links"]["german"].is_null(), "the script's side has no link");
        assert_eq!(lesson(client, &token)["lesson"]["say"], "Activate the Scouts.");
        follow(client, &token, "1");
        assert_eq!(lesson(client, &token)["lesson"]["say"], "Go below.");
    }
    // A server that starts later still has it.
    let made = client.post("/api/games", &json!({ "scenario": scenario_file(), "guide_text": GUIDE })).ok();
    let host = host.again();
    let client = &mut Client::new(host.address);
    assert_eq!(lesson(client, made["links"]["soviet"].as_str().unwrap())["title"], "Below");
}

#[test]
fn mistakes_of_a_guide_that_is_sent_are_listed_with_their_lines() {
    let host = Host::with(|config| config);
    let client = &mut Client::new(host.address);
    let mut told = |scenario: &str, guide: &str| {
        let answer = client.post("/api/games", &json!({ "scenario": scenario, "guide_text": guide }));
        answer.problem(422, "scenario-mistakes");
        let mistakes = answer.json()["problems"].clone();
        let first = &mistakes["problems"][0];
        let file = mistakes["file"].as_str().unwrap().to_owned();
        (file, first["line"].as_u64().unwrap(), first["message"].as_str().unwrap().to_owned())
    };
    let line = |text: &str, part: &str| text.lines().position(|line| line.contains(part)).unwrap() as u64 + 1;
    let (own, guide) = (scenario_file(), "uploaded.guide.toml");
    // A key that it can't have, an order that can't be given, a scenario within the guide, no TOML, and no guide.
    let key = GUIDE.replace("instead", "insted");
    let (file, at, why) = told(&own, &key);
    assert_eq!((file.as_str(), at), (guide, line(&key, "insted")), "{why}");
    let order = GUIDE.replace("\"red\"", "\"purple\"");
    let (file, at, why) = told(&own, &order);
    assert_eq!(file, guide);
    assert!(at.abs_diff(line(&order, "purple")) < 5 && !why.is_empty(), "line {at}: {why}");
    let inline = GUIDE.replace("scenario = \"first.toml\"", &format!("inline = '''\n{own}'''"));
    let (file, at, why) = told(&own, &inline);
    assert!(file == guide && at == 1 && why.contains("not `inline`"), "line {at}: {why}");
    assert_eq!(told(&own, "title = ").0, guide);
    let (_, _, why) = told(&own, &GUIDE.replace("[guide]", "[guid]"));
    assert!(why.contains("guid"), "{why}");
    // Mistakes of the scenario come first.
    let (file, at, _) = told(&own.replace("system = \"tide\"", "system = \"tidy\""), GUIDE);
    assert_eq!((file.as_str(), at), ("uploaded.toml", line(&own, "system = ")));
    // A guide that is too long is not played.
    let long = GUIDE.to_owned() + &"[[step]]\nby = \"soviet\"\norder = \"stop\"\n".repeat(400);
    let (file, _, why) = told(&own, &long);
    assert!(file == guide && why.contains("at most 400 steps"), "{why}");
    // Without its guide, a scenario that is sent has none.
    let without = json!({ "scenario": own, "guide": true });
    client.post("/api/games", &without).problem(404, "unknown-scenario");
}

#[test]
fn a_guided_game_has_its_own_players_options_and_dice() {
    let host = Host::with(guided);
    let client = &mut Client::new(host.address);
    let with = |key: &str, value: Value| json!({ "scenario": "tide/first", "guide": true, key: value });
    client.post("/api/games", &with("players", json!({ "german": "regular" }))).problem(422, "wrong-players");
    client.post("/api/games", &with("options", json!({ "hidden_sewers": true }))).problem(422, "wrong-players");
    client.post("/api/games", &with("dice", json!("players"))).problem(422, "wrong-players");
    client.post("/api/games", &with("guide_text", json!(GUIDE))).problem(422, "wrong-players");
    let without = json!({ "scenario": "heroes/first", "guide": true });
    client.post("/api/games", &without).problem(404, "unknown-scenario");
}
