//! The interface takes what its document allows, refuses what it doesn't, and lists its errors.

use crate::common::{Client, Host, begin, choose, commit, seat};
use fair::Nonce;
use serde_json::{Value, json};

/// Returns the link of a seat whose side is asked, and an order that it may give.
fn asked(client: &mut Client) -> (String, Value) {
    let begun = begin(client, "tide/first");
    let mut dice = crate::common::Dice(1);
    begun.tokens.iter().find_map(|token| Some((token.clone(), choose(client, token, &mut dice)?))).unwrap()
}

#[test]
fn only_json_is_json() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let body = json!({ "scenario": "tide/first" }).to_string();
    let mut post =
        |kind: &str| client.send("POST", "/api/games", &format!("Content-Type: {kind}\r\n"), body.as_bytes()).unwrap();
    for kind in ["application/jsonx", "application/json5", "application/jsonl; charset=utf-8", "text/json", ""] {
        post(kind).problem(415, "media-type");
    }
    for kind in ["application/json", "Application/JSON", "application/json ; charset=utf-8"] {
        assert_eq!(post(kind).status, 201, "{kind}");
    }
}

#[test]
fn a_draft_and_the_input_of_a_calculator_have_their_form() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let made = client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    let link = made["links"]["soviet"].as_str().unwrap();
    for draft in [json!(true), json!(7), json!([])] {
        client.post(&seat(link, "/offers"), &json!({ "draft": draft })).problem(400, "malformed");
    }
    let none = client.post(&seat(link, "/offers"), &json!({ "draft": null })).ok();
    assert_eq!(none["offers"], json!([]));
    for input in [Value::Null, json!([]), json!("")] {
        let tool = json!({ "tool": "emergence", "input": input });
        client.post("/api/calculators/asl", &tool).problem(400, "malformed");
    }
    client.post("/api/calculators/asl", &json!({ "tool": "emergence", "input": {} })).ok();
    let standing = json!({ "question": "act", "answer": 1, "id": "1" });
    client.post(&seat(link, "/standing"), &standing).problem(400, "malformed");
}

#[test]
fn a_list_of_its_fields_is_no_object() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let (token, order) = asked(client);
    client.post(&seat(&token, "/renew"), &json!([])).problem(400, "malformed");
    client.post(&seat(&token, "/resign"), &json!(["1"])).problem(400, "malformed");
    let (text, json) = (json!([order, "1"]).to_string(), "Content-Type: application/json\r\n");
    client.send("POST", &seat(&token, "/orders"), json, text.as_bytes()).unwrap().problem(400, "malformed");
    let mut socket = crate::common::RawSocket::open(host.address, &token);
    socket.send(crate::common::TEXT, text.as_bytes()).unwrap();
    let answer = std::iter::repeat_with(|| socket.receive().unwrap())
        .find_map(|(_, text)| String::from_utf8(text).ok().filter(|text| text.contains("\"answer\"")))
        .unwrap();
    assert!(answer.contains("\"malformed\""), "{answer}");
    let spaced = " \n{\"id\":\"1\"}";
    assert_eq!(client.send("POST", &seat(&token, "/resign"), json, spaced.as_bytes()).unwrap().status, 200);
}

#[test]
fn lengths_are_counted_in_characters() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let (token, _) = asked(client);
    let standing = |length: usize| json!({ "question": "ü".repeat(length), "id": "ü".repeat(64) });
    client.post(&seat(&token, "/standing"), &standing(64)).problem(409, "refused");
    client.post(&seat(&token, "/standing"), &standing(65)).problem(400, "malformed");
}

#[test]
fn a_whole_number_may_be_written_as_a_decimal() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let (token, order) = asked(client);
    let heard = client.get(&seat(&token, "")).ok()["heard"].as_u64().unwrap();
    for wrong in [json!(heard as f64 + 0.5), json!(-1), json!(1e300)] {
        let body = json!({ "order": order, "id": "1", "if_heard": wrong });
        client.post(&seat(&token, "/orders"), &body).problem(400, "malformed");
    }
    let body = json!({ "order": order, "id": "1", "if_heard": heard as f64 });
    assert!(body.to_string().contains(".0"), "{body}");
    client.post(&seat(&token, "/orders"), &body).ok();
}

#[test]
fn an_unknown_seat_is_not_found() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let (token, _) = asked(client);
    client.get(&seat(&token, "/events?eyes=russian")).problem(404, "unknown-seat");
    client.post(&seat(&token, "/resign"), &json!({ "id": "1" })).ok();
    client.get(&seat(&token, "/replay?eyes=russian")).problem(404, "unknown-seat");
    client.get(&seat(&token, "/replay?eyes=open")).ok();
}

#[test]
fn an_address_that_is_no_text_is_a_problem_too() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    client.get("/api/systems/%FF/rulebook").problem(404, "unknown-path");
    client.get("/api/scenarios/tide/%FF/picture.svg").problem(404, "unknown-path");
    client.get("/api/seats/%FF").problem(404, "unknown-path");
}

#[test]
fn before_play_there_are_no_calculators_yet() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let made = client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    let info = commit(client, made["links"]["soviet"].as_str().unwrap(), &Nonce::from([1; 32])).ok();
    assert_eq!(info["tools"], json!([]));
}

#[test]
fn the_document_lists_the_errors_of_each_operation() {
    let document = server::openapi();
    let statuses = |method: &str, path: &str| -> Vec<String> {
        document["paths"][path][method]["responses"].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(statuses("get", "/api"), ["200", "403", "429", "500", "503"]);
    let order = ["200", "400", "403", "404", "409", "413", "415", "429", "500", "503", "507"];
    assert_eq!(statuses("post", "/api/seats/{link}/orders"), order);
    assert!(statuses("get", "/api/seats/{link}/events").contains(&"416".to_owned()));
}

#[test]
fn every_code_is_among_the_errors() {
    let document = server::openapi();
    let said: String = document["components"]["responses"].to_string();
    for code in game::Code::ALL.iter().filter(|code| code.status() != 405) {
        assert!(said.contains(&format!("`{}`", code.name())), "{}", code.name());
    }
}

#[test]
fn numbers_that_the_document_allows_are_read() {
    let document = server::openapi();
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let (token, _) = asked(client);
    client.post(&seat(&token, "/resign"), &json!({ "id": "1" })).ok();
    for (path, name) in [("/events", "from"), ("/replay", "step")] {
        let parameters = &document["paths"][format!("/api/seats/{{link}}{path}")]["get"]["parameters"];
        let parameter = parameters.as_array().unwrap().iter().find(|parameter| parameter["name"] == name).unwrap();
        let greatest = parameter["schema"]["maximum"].as_u64().unwrap();
        client.get(&seat(&token, &format!("{path}?{name}={greatest}"))).problem(416, "sequence");
    }
}

#[test]
fn the_content_of_an_event_has_a_name() {
    let document = server::openapi();
    let schemas = &document["components"]["schemas"];
    let kinds: Vec<&str> = schemas["Event"]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|kind| kind["properties"].as_object()?.values().next()?["$ref"].as_str())
        .collect();
    assert!(kinds.contains(&"#/components/schemas/EventTold"), "{kinds:?}");
    assert!(schemas["EventTold"]["properties"]["text"].is_object());
    assert!(schemas["EventTold"]["description"].is_string());
}
