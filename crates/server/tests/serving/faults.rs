//! Bad input gets a response with a stable code, and the server stays up.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::common::{Client, Dice, Host, begin, choose, seat};
use serde_json::{Value, json};

const JSON: &str = "Content-Type: application/json\r\n";

#[test]
fn every_wrong_request_is_told_what_is_wrong() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    client.get(&seat(&"0".repeat(48), "")).problem(404, "unknown-seat");
    client.get(&seat("..%2F..%2Fetc", "/scene")).problem(404, "unknown-seat");
    client.get("/nothing").problem(404, "unknown-path");
    client.get("/api/nothing").problem(404, "unknown-path");
    client.get("/api/games").problem(405, "method");
    let later = client.get("/api/v2/games");
    later.problem(404, "unknown-path");
    let detail = "version 2 of the interface is not known; this program speaks version 1, under /api";
    assert_eq!(later.json()["detail"], detail);
    let first = client.get("/api/v1/games");
    first.problem(404, "unknown-path");
    assert_eq!(first.json()["detail"], "version 1 has its addresses under /api itself");
    assert_eq!(client.get("/api/vault").json()["detail"], "there is nothing at /api/vault");
    let versions = client.get("/api").ok();
    assert_eq!(versions["http"], 1);
    assert_eq!((&versions["ledger"], &versions["program"]), (&json!(1), &json!(env!("CARGO_PKG_VERSION"))));
    client.get("/api/systems/chess/rulebook").problem(404, "unknown-system");
    client.get("/api/scenarios/tide/nothing/picture.svg").problem(404, "unknown-scenario");
    client.post("/api/games", &json!({ "scenario": "tide/nothing" })).problem(404, "unknown-scenario");
    client.post("/api/games", &json!({ "scenario": "../../etc/passwd" })).problem(404, "unknown-scenario");
    client.post("/api/games", &json!({ "scenario": "tide/first", "surprise": 1 })).problem(400, "malformed");
    client.post("/api/games", &json!({ "scenario": "no\nscenario" })).problem(422, "scenario-mistakes");
    client.post("/api/games", &json!({ "scenario": "system = \"chess\"\n" })).problem(422, "scenario-mistakes");
    let options = json!({ "scenario": "tide/first", "options": { "hidden_sewers": "perhaps" } });
    client.post("/api/games", &options).problem(422, "scenario-mistakes");
    let players = json!({ "scenario": "tide/first", "players": { "roman": "human" } });
    client.post("/api/games", &players).problem(422, "wrong-players");
    let both = json!({ "german": "computer", "soviet": "computer" });
    let dice = json!({ "scenario": "tide/first", "players": both, "dice": "players" });
    client.post("/api/games", &dice).problem(422, "wrong-players");
    client.send("POST", "/api/games", "", b"{}").unwrap().problem(415, "media-type");
    client.send("POST", "/api/games", JSON, b"{").unwrap().problem(400, "malformed");
    client.send("POST", "/api/games", JSON, b"\xff\xfe").unwrap().problem(400, "malformed");
    client
        .send("POST", "/api/games", &format!("{JSON}Origin: http://evil.example\r\n"), b"{}")
        .unwrap()
        .problem(403, "foreign-origin");

    let mistakes = client.post("/api/games", &json!({ "scenario": "title = 1\nsystem = \"tide\"\n" })).json();
    assert!(mistakes["problems"]["problems"][0]["line"].is_u64(), "{mistakes}");

    let begun = begin(client, "tide/first");
    let token = begun.tokens.iter().find(|t| choose(client, t, &mut Dice(1)).is_some()).unwrap().clone();
    let other = begun.tokens.iter().find(|t| **t != token).unwrap().clone();
    let order = choose(client, &token, &mut Dice(1)).unwrap();
    let orders = seat(&token, "/orders");
    client.post(&orders, &json!({ "order": "nonsense", "id": "a" })).problem(409, "refused");
    client.post(&orders, &json!({ "order": order })).problem(400, "malformed");
    client.post(&orders, &json!({ "order": order, "id": "" })).problem(400, "malformed");
    client.post(&orders, &json!({ "order": order, "id": "x".repeat(65) })).problem(400, "malformed");
    client.post(&orders, &json!({ "order": order, "id": "b", "if_heard": 1 })).problem(409, "stale");
    client.post(&seat(&other, "/orders"), &json!({ "order": order, "id": "c" })).problem(409, "refused");
    client.post(&seat(&token, "/offers"), &json!({ "draft": 7 })).problem(400, "malformed");
    client.post(&seat(&token, "/offers"), &json!({ "draft": "nonsense" })).problem(409, "refused");
    client.post(&seat(&token, "/tool"), &json!({ "tool": "none", "input": {} })).problem(409, "refused");
    client.post(&seat(&token, "/dice"), &json!({ "label": "x", "faces": [1], "id": "d" })).problem(409, "stage");
    client.post(&seat(&token, "/dice"), &json!({ "label": "x", "faces": [999], "id": "d" })).problem(400, "malformed");
    client.post(&seat(&token, "/reveal"), &json!({ "nonce": "zz" })).problem(400, "malformed");
    client.get(&seat(&token, "/events?from=-1")).problem(400, "malformed");
    client.get(&seat(&token, "/live")).problem(400, "malformed");
    // None of these requests had an effect, and the seat can still order.
    let heard = client.post(&seat(&token, "/offers"), &json!({})).ok()["heard"].clone();
    client.post(&orders, &json!({ "order": order, "id": "e", "if_heard": heard })).ok();
}

#[test]
fn what_is_too_large_is_refused_and_its_sender_hears_why() {
    let host = Host::new();
    let begun = begin(&mut Client::new(host.address), "tide/first");
    let large = vec![b' '; 70 << 10];
    let path = seat(&begun.tokens[0], "/orders");
    Client::new(host.address).send("POST", &path, JSON, &large).unwrap().problem(413, "too-large");
    let scenario = json!({ "scenario": "\n".repeat(300 << 10) });
    Client::new(host.address).post("/api/games", &scenario).problem(413, "too-large");
    // Without a length and without an end.
    let mut stream = TcpStream::connect(host.address).unwrap();
    write!(stream, "POST {path} HTTP/1.1\r\nHost: localhost\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n").unwrap();
    for _ in 0..80 {
        write!(stream, "400\r\n{}\r\n", " ".repeat(1024)).unwrap();
    }
    let mut answer = [0; 64];
    let read = stream.read(&mut answer).unwrap();
    assert!(answer[..read].starts_with(b"HTTP/1.1 413"), "{}", String::from_utf8_lossy(&answer[..read]));
    // Larger than the server reads: the connection may be closed before the last byte.
    let endless = vec![b' '; 32 << 20];
    if let Ok(answer) = Client::new(host.address).send("POST", &path, JSON, &endless) {
        answer.problem(413, "too-large");
    }
    assert!(begin(&mut Client::new(host.address), "tide/first").tokens[0].len() == 48);
}

#[test]
fn nonsense_on_the_wire_stops_nothing() {
    let host = Host::new();
    let mut dice = Dice(4);
    for _ in 0..200 {
        let mut stream = TcpStream::connect(host.address).unwrap();
        let bytes: Vec<u8> = (0..dice.below(2000)).map(|_| dice.below(256) as u8).collect();
        let _ = stream.write_all(&bytes);
    }
    Client::new(host.address).get("/api/scenarios").ok();
}

#[test]
fn two_orders_at_once_are_one_order_and_one_refusal() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let mut dice = Dice(6);
    for round in 0..10 {
        let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut dice)?))).unwrap();
        let heard = client.get(&seat(token, "")).ok()["heard"].clone();
        let answers: Vec<u16> = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..6)
                .map(|n| {
                    let (path, order, heard) = (seat(token, "/orders"), &order, &heard);
                    let asked = json!({ "order": order, "id": format!("r{round}n{n}"), "if_heard": heard });
                    scope.spawn(move || Client::new(host.address).post(&path, &asked).status)
                })
                .collect();
            tries.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| [200, 409].contains(status)), "{answers:?}");
    }
}

#[test]
fn every_answer_has_the_headers_that_protect_a_browser() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    for path in ["/", "/seat/x", "/api/scenarios", "/nothing"] {
        let head = client.get(path).head;
        let policy = head.lines().find(|line| line.starts_with("content-security-policy:")).unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
        for header in ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "x-frame-options: DENY"] {
            assert!(head.contains(header), "{path}: {header}");
        }
    }
}

#[test]
fn the_document_tells_every_address() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let document = client.get("/api/openapi.json").ok();
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 22, "{:?}", paths.keys().collect::<Vec<_>>());
    let mut references = Vec::new();
    gather(&document, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let target = document.pointer(reference.strip_prefix('#').unwrap());
        assert!(target.is_some(), "{reference} leads nowhere");
    }
}

fn gather(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get("$ref") {
                references.push(reference.clone());
            }
            map.values().for_each(|value| gather(value, references));
        }
        Value::Array(list) => list.iter().for_each(|value| gather(value, references)),
        _ => {}
    }
}

#[test]
fn every_operation_of_the_document_may_answer_with_a_problem() {
    let document = server::openapi();
    let mut statuses = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            for (status, response) in responses {
                let response = resolved(&document, response);
                assert!(response["description"].is_string(), "{method} {path} {status}");
                let is_problem = response["content"].get("application/problem+json").is_some();
                assert_eq!(is_problem, status.as_str() >= "400", "{method} {path} {status}");
                statuses += usize::from(is_problem);
            }
            // A rate that is exceeded, and a defect of the server, can meet any request.
            assert!(responses.contains_key("429") && responses.contains_key("500"), "{method} {path}");
        }
    }
    assert!(statuses > 20, "only {statuses} errors are listed");
    let problems = document["components"]["responses"].as_object().unwrap();
    for (name, problem) in problems {
        let schema = &problem["content"]["application/problem+json"]["schema"];
        assert_eq!(schema["$ref"], "#/components/schemas/Problem", "{name}");
    }
}

/// Returns the part of the document that a reference names, or the value itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    value["$ref"].as_str().map_or(value, |reference| document.pointer(reference.trim_start_matches('#')).unwrap())
}

/// Returns whether a schema, or one of its choices, has the type of a value.
fn has_a_type_of(document: &Value, value: &Value, schema: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let schema = resolved(document, schema);
    let mut choices = schema["oneOf"].as_array().or(schema["anyOf"].as_array()).into_iter().flatten();
    schema["type"] == kind || choices.any(|one| has_a_type_of(document, value, one))
}

#[test]
fn the_document_describes_the_orders_that_are_offered() {
    let document = &server::openapi();
    let schemas = &document["components"]["schemas"];
    let field = |request: &str, field: &str| &schemas[request]["properties"][field];
    let order_fields =
        [field("OrderRequest", "order"), field("OddsRequest", "order"), field("StandingOrderRequest", "answer")];
    let draft_field = field("OffersRequest", "draft");
    assert!(
        has_a_type_of(document, &Value::Null, order_fields[2]) && has_a_type_of(document, &Value::Null, draft_field)
    );
    let (mut strings, mut objects) = (0, 0);
    for scenario in crate::common::scenarios() {
        let system = table::system(scenario.name.split_once('/').unwrap().0).unwrap();
        let mut game = system.begin(table::Keyed::unplayed(scenario), Box::new(())).unwrap();
        for seed in 0..40 {
            let Some(side) = rules::Side::BOTH.into_iter().find(|side| game.pending_question(*side).is_some()) else {
                break;
            };
            for offer in game.offers(side, None).unwrap() {
                if let Some(order) = offer.order {
                    let fits = order_fields.iter().all(|schema| has_a_type_of(document, &order, schema));
                    assert!(fits, "{order}");
                    *(if order.is_string() { &mut strings } else { &mut objects }) += 1;
                }
                assert!(offer.draft.iter().all(|draft| has_a_type_of(document, draft, draft_field)));
            }
            let order = table::any_order(seed, |draft| game.offers(side, draft)).unwrap().unwrap();
            game.submit(side, &order, None).unwrap();
        }
    }
    assert!(strings > 0 && objects > 0, "{strings} strings and {objects} objects were offered");
}
