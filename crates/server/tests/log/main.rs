//! The most talkative log holds no secret of a game.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod secrets;

use std::time::Duration;

use common::{Begun, Client, Dice, Host, RawSocket, TEXT, begin_as, choose, log, seat};
use secrets::Secrets;
use serde_json::{Value, json};
use server::Config;

/// A scenario of each system.
const GAMES: [&str; 4] = ["tide/pumping-station", "heroes/first", "sniper/patrol", "asl/mill-street"];

/// A server to which every order is slow.
fn talkative() -> Host {
    Host::with(|config| Config { slow_order: Duration::ZERO, ..config })
}

/// Plays a game of two people and does everything that a seat can do. Returns what must not be in the log.
fn whole_game(host: &Host, scenario: &str, dice: &mut Dice) -> Secrets {
    let client = &mut Client::new(host.address);
    client.recorded = Some(Vec::new());
    let mut secrets = Secrets::default();
    let options = if scenario.starts_with("tide") { json!({ "hidden_sewers": true }) } else { json!({}) };
    let begun = begin_as(client, &json!({ "scenario": scenario, "options": options }), [17, 34]);
    for key in begun.tokens.iter().chain([&begun.spectator, &"11".repeat(32), &"22".repeat(32)]) {
        secrets.add_key(key);
    }
    for n in 0.. {
        let Some((token, order)) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, dice)?))) else { break };
        assert!(n < 5000, "{scenario}: the game came to no end");
        secrets.add_order(&order);
        let asked = json!({ "order": order, "id": format!("{scenario} {n}") });
        if n % 3 == 0 {
            by_socket(client, host, token, &asked)
        } else {
            client.post(&seat(token, "/orders"), &asked).ok();
        }
        if n % 10 == 0 && n < 80 {
            client.post(&seat(token, "/odds"), &json!({ "order": order }));
            wrong_requests(client, &begun, n);
        }
    }
    client.post(&seat(&begun.tokens[0], "/resign"), &json!({ "id": "resigns" })).problem(409, "refused");
    for what in ["", "/board", "/table", "/view", "/events", "/ledger", "/replay?step=1&eyes=open", "/luck"] {
        client.get(&seat(&begun.tokens[1], what));
    }
    let info = client.get(&seat(&begun.tokens[1], "")).ok();
    secrets.add_key(info["dice"]["nonces"]["referee"].as_str().unwrap());
    let renewed = client.post(&seat(&begun.tokens[0], "/renew"), &json!({})).ok();
    secrets.add_key(renewed["link"].as_str().unwrap());
    client.get(&seat(&begun.tokens[0], "")).problem(404, "unknown-seat");
    client.recorded.take().unwrap().iter().for_each(|body| secrets.add_body(body));
    secrets
}

/// Gives an order over a socket.
fn by_socket(client: &mut Client, host: &Host, token: &str, asked: &Value) {
    let mut socket = RawSocket::open(host.address, token);
    socket.send(TEXT, b"{\"order\":\"nonsense of a socket\"}").unwrap();
    socket.send(TEXT, asked.to_string().as_bytes()).unwrap();
    loop {
        let (opcode, text) = socket.receive().unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let is_last = opcode == TEXT && text.contains("\"heard\"") && text.contains("\"answer\"");
        client.recorded.as_mut().unwrap().push(text);
        if is_last {
            return;
        }
    }
}

/// Sends requests that are refused.
fn wrong_requests(client: &mut Client, begun: &Begun, n: usize) {
    let [one, other] = [0, 1].map(|side| begun.tokens[side].as_str());
    client.post(&seat(one, "/undo"), &json!({ "id": format!("undo {n}") }));
    client.post(&seat(other, "/orders"), &json!({ "order": { "surprise": "attack" }, "id": format!("wrong {n}") }));
    client.post(&seat(other, "/orders"), &json!({ "order": "x", "id": format!("stale {n}"), "if_heard": 999_999 }));
    client.post(&seat(one, "/standing"), &json!({ "question": "secret question", "id": format!("standing {n}") }));
    client.post(&seat(one, "/tool"), &json!({ "tool": "secret tool", "input": { "secret field": 1 } }));
    client.get(&seat(one, &format!("/events?from=0&eyes={other}"))).problem(404, "unknown-seat");
    client.get(&seat(&one.replace('a', "b"), "/scene"));
    client.get(&format!("/nothing/{one}")).problem(404, "unknown-path");
    client.send(&format!("X{other}"), &seat(one, ""), "", b"").unwrap().problem(405, "method");
    client.send("GET", &seat(one, ""), &format!("X-Request-Id: {one}\r\nUser-Agent: {other}\r\n"), b"").unwrap().ok();
    client.send("POST", "/api/games", "Content-Type: application/json\r\n", one.as_bytes()).unwrap();
    let broken = "system = \"tide\"\ntitle = \"Secret title\"\n[[unit]]\nname = \"Secret squad\"\nat = \"Z99\"\n";
    client.post("/api/games", &json!({ "scenario": broken })).problem(422, "scenario-mistakes");
}

/// Returns the texts of a log, a line each, without routes that are documented.
fn texts(log: &str) -> String {
    let document = server::openapi();
    let mut texts = String::new();
    for line in log.lines() {
        let mut event: Value = serde_json::from_str(line).unwrap();
        let fields = event.as_object_mut().unwrap();
        assert!(fields.remove("timestamp").is_some(), "{line}");
        if let Some(span) = fields.remove("span") {
            assert_eq!((span["id"].as_str().unwrap().len(), &span["name"]), (16, &json!("request")), "{line}");
        }
        fields.retain(|name, value| match name.as_str() {
            "route" => document["paths"].get(value.as_str().unwrap()).is_none(),
            "scenario" => !GAMES.contains(&value.as_str().unwrap()),
            _ => true,
        });
        for text in fields.values().filter_map(Value::as_str) {
            texts += text;
            texts += "\n";
        }
    }
    texts
}

#[test]
fn four_games_leave_no_secret_in_the_most_talkative_log() {
    let log = log();
    let host = talkative();
    let secrets = GAMES.map(|scenario| whole_game(&host, scenario, &mut Dice(5)));
    drop(host);
    let (text, json) = (log.text.text(), log.json.text());
    assert_eq!(text.lines().count(), json.lines().count());
    // The log is not empty: it has the orders of each game, the routes and the refusals.
    for (scenario, _) in games_of(&log.events("a slow order")) {
        assert!(
            ["tide/pumping-station", "heroes/first", "sniper/patrol", "asl/mill-street"].contains(&scenario.as_str())
        );
    }
    assert_eq!(games_of(&log.events("a slow order")).len(), 4);
    let requests = log.events("request");
    for route in ["/api/seats/{link}/orders", "/api/seats/{link}/live", "/api/seats/{link}/renew", "/api/games", ""] {
        assert!(requests.iter().any(|event| event["route"] == route), "{route}");
    }
    let texts_of_log = texts(&json);
    for (secrets, scenario) in secrets.iter().zip(GAMES) {
        assert!(secrets.len() > 300, "{scenario}: only {} secrets", secrets.len());
        assert_eq!(secrets.found_in(&texts_of_log), Vec::<&str>::new(), "{scenario}");
        assert_eq!(secrets.keys_in(&text), Vec::<&str>::new(), "{scenario}");
        assert_eq!(secrets.keys_in(&json), Vec::<&str>::new(), "{scenario}");
    }
    // The search finds what is logged through the same log, and other crates are not logged through it.
    let planted = secrets[0].some();
    tracing::info!(target: "hyper::proto", planted = planted.join(" "), "planted");
    assert!(log.events("planted").is_empty());
    tracing::trace!(target: "server::planted", planted = planted.join(" "), "planted");
    let planted_texts = texts(&log.events("planted")[0].to_string());
    let found = secrets[0].found_in(&planted_texts);
    assert!(planted.iter().all(|secret| found.contains(secret)), "{planted:?} {found:?}");
    assert!(!secrets[0].keys_in(&log.text.text()).is_empty());
}

/// Counts slow orders by scenario.
fn games_of(orders: &[Value]) -> std::collections::BTreeMap<String, usize> {
    let mut games = std::collections::BTreeMap::new();
    for order in orders {
        *games.entry(order["scenario"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    games
}
