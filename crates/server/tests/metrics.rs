//! Metrics and health, for the host.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::io::Write;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use common::{Client, Dice, FOR_EVER, Host, PING, RawSocket, TEXT, begin, begin_against, choose, connect, log, seat};
use serde_json::json;
use server::store::StoreError;
use server::{Config, Deadlines, Limits};

/// A configuration with an address for the host.
fn with_address(config: Config) -> Config {
    Config { metrics: Some("127.0.0.1:0".parse().unwrap()), ..config }
}

fn metrics_of(host: &Host) -> SocketAddr {
    host.running.as_ref().unwrap().metrics_address().unwrap()
}

/// A server with an address for its host.
fn with_metrics(change: impl FnOnce(Config) -> Config) -> (Host, SocketAddr) {
    let host = Host::with(|config| change(with_address(config)));
    let address = metrics_of(&host);
    (host, address)
}

/// Samples by name and labels, as they are written.
struct Samples(BTreeMap<String, f64>);

impl Samples {
    fn of(address: SocketAddr) -> Samples {
        let answer = Client::new(address).get("/metrics");
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains("content-type: application/openmetrics-text; version=1.0.0"), "{}", answer.head);
        Samples::parse(&answer.text())
    }

    /// Parses each line of the text; a line that is neither a comment nor a sample fails.
    fn parse(text: &str) -> Samples {
        let (body, end) = text.rsplit_once("# EOF\n").unwrap();
        assert_eq!(end, "");
        let mut samples = BTreeMap::new();
        let mut described = Vec::new();
        for line in body.lines() {
            if let Some(comment) = line.strip_prefix("# ") {
                let mut words = comment.split(' ');
                assert!(["HELP", "TYPE", "UNIT"].contains(&words.next().unwrap()), "{line}");
                described.push(words.next().unwrap().to_owned());
                continue;
            }
            let (name, value) = line.rsplit_once(' ').unwrap();
            let bare = name.split('{').next().unwrap();
            assert!(described.iter().any(|family| bare.starts_with(family.as_str())), "{line}: not described");
            assert!(bare.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{line}");
            assert!(name == bare || name.ends_with("\"}"), "{line}");
            let earlier = samples.insert(name.to_owned(), value.parse().unwrap());
            assert!(earlier.is_none(), "{line}: twice");
        }
        Samples(samples)
    }

    fn get(&self, name: &str) -> f64 {
        *self.0.get(name).unwrap_or_else(|| panic!("no {name} in {:#?}", self.0.keys()))
    }
}

/// Waits until a sample has a value.
fn until(address: SocketAddr, name: &str, such: impl Fn(f64) -> bool) {
    let begun = Instant::now();
    while !such(Samples::of(address).get(name)) {
        assert!(begun.elapsed() < FOR_EVER, "{name} is {}", Samples::of(address).get(name));
        // Each look opens a connection, and a client may open only so many.
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn numbers_rise_with_what_happens() {
    let (host, metrics) = with_metrics(|config| config);
    let before = Samples::of(metrics);
    let accepted = "undercity_orders_total{system=\"tide\",result=\"accepted\"}";
    assert_eq!((before.get(accepted), before.get("undercity_games_stored")), (0.0, 0.0));
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    assert!(!common::play(client, &begun, 5, &mut Dice(1)));
    let token = begun.tokens.iter().find(|token| choose(client, token, &mut Dice(1)).is_some()).unwrap();
    client.post(&seat(token, "/orders"), &json!({ "order": "x", "id": "x" })).problem(409, "refused");
    let mut socket = RawSocket::open(host.address, token);
    socket.send(TEXT, b"{\"order\":\"x\",\"id\":\"y\"}").unwrap();
    while !String::from_utf8(socket.receive().unwrap().1).unwrap().contains("\"answer\"") {}
    let after = Samples::of(metrics);
    assert_eq!(after.get(accepted), 5.0);
    assert_eq!(after.get("undercity_orders_total{system=\"tide\",result=\"refused\"}"), 2.0);
    assert_eq!(after.get("undercity_problems_total{code=\"refused\"}"), 2.0);
    assert_eq!(after.get("undercity_order_duration_seconds_count{system=\"tide\"}"), 7.0);
    // Four writes before play, one that begins it and one for each order: at most as many transactions.
    let writes = after.get("undercity_store_batch_writes_sum");
    assert!(writes >= 9.0 && after.get("undercity_store_write_duration_seconds_count") <= writes);
    assert_eq!(after.get("undercity_games_stored"), 1.0);
    assert_eq!((after.get("undercity_games_in_use"), after.get("undercity_games_in_memory")), (1.0, 1.0));
    assert!(after.get("undercity_games_memory_bytes") > 1000.0);
    assert_eq!((after.get("undercity_sockets"), after.get("undercity_connections")), (1.0, 2.0));
    for queue in ["setting-up", "loading", "computing", "thinking"] {
        assert_eq!(after.get(&format!("undercity_work_waiting{{queue=\"{queue}\"}}")), 0.0);
    }
    if cfg!(target_os = "linux") {
        assert!(after.get("process_resident_memory_bytes") > 1e6);
    }
    drop(socket);
    until(metrics, "undercity_sockets", |sockets| sockets == 0.0);
}

#[test]
fn limits_that_clients_reach_are_counted() {
    let rate = |config: &Config| Limits { requests_a_second: 1, burst: 10, connections_of_one: 4, ..config.limits };
    let (host, metrics) = with_metrics(|config| Config { limits: rate(&config), ..config });
    let client = &mut Client::new(host.address);
    let refused = (0..30).filter(|_| client.get("/api").status == 429).count();
    let held: Vec<_> = (0..6).map(|_| connect(host.address)).collect();
    until(metrics, "undercity_limits_total{limit=\"connections-of-one\"}", |connections| connections == 3.0);
    let after = Samples::of(metrics);
    assert_eq!(after.get("undercity_limits_total{limit=\"rate\"}"), refused as f64);
    assert_eq!(after.get("undercity_problems_total{code=\"too-many\"}"), refused as f64);
    assert_eq!(after.get("undercity_limits_total{limit=\"host\"}"), 0.0);
    let evil = "Origin: http://evil.example\r\n";
    client.send("GET", "/api", evil, b"").unwrap().problem(403, "foreign-origin");
    drop(held);
    assert_eq!(Samples::of(metrics).get("undercity_limits_total{limit=\"origin\"}"), 1.0);
}

/// Returns the name of the counter of a limit.
fn limit(name: &str) -> String {
    format!("undercity_limits_total{{limit=\"{name}\"}}")
}

#[test]
fn clients_that_send_or_read_too_slowly_are_counted() {
    let short = Duration::from_millis(300);
    let deadlines = |config: &Config| Deadlines { body: short, write: short, ..config.deadlines };
    let (host, metrics) = with_metrics(|config| Config { deadlines: deadlines(&config), ..config });
    assert_eq!((Samples::of(metrics).get(&limit("sending")), Samples::of(metrics).get(&limit("reading"))), (0.0, 0.0));
    let mut sends = connect(host.address);
    let kind = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    write!(sends, "POST /api/games HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n{{").unwrap();
    until(metrics, &limit("sending"), |sending| sending == 1.0);
    // More than the system takes.
    let mut reads = connect(host.address);
    reads.write_all("GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100).as_bytes()).unwrap();
    until(metrics, &limit("reading"), |reading| reading == 1.0);
    // A socket that reads nothing counts too. Every message is answered, and every ping.
    let begun = begin(&mut Client::new(host.address), "tide/first");
    for (opcode, payload, counted) in [(TEXT, &b"nonsense"[..], 2.0), (PING, &[b'x'; 125], 3.0)] {
        let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
        socket.stream.set_write_timeout(Some(FOR_EVER)).unwrap();
        while socket.send(opcode, payload).is_ok() {}
        until(metrics, &limit("reading"), |reading| reading == counted);
    }
}

#[test]
fn a_request_that_is_never_begun_is_counted_and_not_logged() {
    let log = log();
    let short = Duration::from_millis(300);
    let deadlines = |config: &Config| Deadlines { head: short, ..config.deadlines };
    let (host, metrics) = with_metrics(|config| Config { deadlines: deadlines(&config), ..config });
    let mut slow = connect(host.address);
    write!(slow, "GET /api HTTP/1.1\r\nHo").unwrap();
    // The look at the metrics takes as long too.
    until(metrics, &limit("unused"), |unused| unused >= 1.0);
    assert!(log.events("a client was refused").iter().all(|event| event["limit"] != "unused"));
}

#[test]
fn a_client_that_waits_for_too_much_work_is_counted() {
    let (host, store) = Host::failing(with_address);
    let metrics = metrics_of(&host);
    let client = &mut Client::new(host.address);
    let links: Vec<String> = (0..20)
        .map(|_| {
            let made = client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
            made["links"]["spectator"].as_str().unwrap().to_owned()
        })
        .collect();
    let gate = store.gate.write().unwrap();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let visit = |link| Client::new(host.address).get(&seat(link, "")).status;
        let visits: Vec<_> = links.iter().map(|link| scope.spawn(move || visit(link))).collect();
        // Two games are loaded at once, and sixteen wait.
        until(metrics, &limit("work"), |work| work == 2.0);
        until(metrics, "undercity_work_waiting{queue=\"loading\"}", |waiting| waiting == 16.0);
        drop(gate);
        visits.into_iter().map(|visit| visit.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 503).count(), 2, "{statuses:?}");
    assert_eq!(Samples::of(metrics).get("undercity_problems_total{code=\"busy\"}"), 2.0);
}

#[test]
fn games_that_expire_or_can_not_be_read_are_counted() {
    let mut host = Host::new();
    let client = &mut Client::new(host.address);
    for _ in 0..3 {
        client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    }
    let begun = begin(client, "heroes/first");
    host.stop();
    let store = rusqlite::Connection::open(&host.path).unwrap();
    store.execute("UPDATE game SET used = used - 25 * 3600", []).unwrap();
    store.execute("UPDATE line SET text = 'nonsense' WHERE n = 0", []).unwrap();
    drop(store);
    host.start_with(with_address);
    let metrics = metrics_of(&host);
    until(metrics, "undercity_games_expired_total", |expired| expired == 3.0);
    let client = &mut Client::new(host.address);
    for _ in 0..3 {
        client.get(&seat(&begun.tokens[0], "")).problem(500, "game-unreadable");
    }
    let after = Samples::of(metrics);
    assert_eq!((after.get("undercity_games_unreadable_total"), after.get("undercity_games_stored")), (1.0, 1.0));
}

#[test]
fn computer_players_that_think_are_counted() {
    let (host, metrics) = with_metrics(|config| config);
    begin_against(&mut Client::new(host.address), "tide/first", ["german", "soviet"], "elite");
    begin_against(&mut Client::new(host.address), "tide/first", ["soviet", "german"], "elite");
    until(metrics, "undercity_computer_players_thinking", |thinking| thinking >= 1.0);
    until(metrics, "undercity_work_running{queue=\"thinking\"}", |running| running >= 1.0);
}

#[test]
fn the_hosts_address_is_not_the_players_address() {
    let (host, metrics) = with_metrics(|config| config);
    Client::new(host.address).get("/metrics").problem(404, "unknown-path");
    for path in ["/", "/api", "/api/scenarios"] {
        assert_eq!(Client::new(metrics).get(path).status, 404, "{path}");
    }
    for address in [host.address, metrics] {
        for path in ["/healthz", "/readyz"] {
            assert_eq!(Client::new(address).get(path).ok(), json!({ "status": "ok" }));
        }
    }
    // A page of another site can't read the metrics by a name of its own.
    let mut stranger = connect(metrics);
    write!(stranger, "GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").unwrap();
    let answer = std::io::read_to_string(stranger).unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}

#[test]
fn a_server_whose_store_fails_is_not_ready_and_says_why() {
    let (host, failing) = Host::failing(with_address);
    let metrics = metrics_of(&host);
    let client = &mut Client::new(host.address);
    *failing.error.lock().unwrap() = Some(StoreError::Full);
    // Found by trying, before any player has.
    let answer = client.get("/readyz");
    answer.problem(503, "not-ready");
    assert_eq!(answer.json()["detail"], "the store's disk is full");
    *failing.error.lock().unwrap() = Some(StoreError::Failed("secret path".to_owned()));
    client.post("/api/games", &json!({ "scenario": "tide/first" })).problem(503, "store");
    let answer = Client::new(metrics).get("/readyz");
    answer.problem(503, "not-ready");
    assert_eq!(answer.json()["detail"], "the store can't be written");
    assert_eq!(client.get("/healthz").status, 200, "the process answers");
    let samples = Samples::of(metrics);
    assert_eq!(samples.get("undercity_store_errors_total{kind=\"full\"}"), 1.0);
    assert_eq!(samples.get("undercity_store_errors_total{kind=\"failed\"}"), 1.0);
    assert_eq!(samples.get("undercity_problems_total{code=\"store\"}"), 1.0);
    *failing.error.lock().unwrap() = None;
    client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    client.get("/readyz").ok();
}

#[test]
fn a_server_that_stops_is_not_ready() {
    let (mut host, metrics) = with_metrics(|config| config);
    let watcher = &mut Client::new(metrics);
    watcher.get("/readyz").ok();
    // The server waits for a request that has begun.
    let mut begun = connect(host.address);
    let kind = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    write!(begun, "POST /api/games HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n{{").unwrap();
    Client::new(host.address).get("/api").ok();
    std::thread::scope(|scope| {
        scope.spawn(|| host.stop());
        let begun = Instant::now();
        let answer = loop {
            let answer = watcher.get("/readyz");
            if answer.status != 200 {
                break answer;
            }
            assert!(begun.elapsed() < FOR_EVER);
        };
        answer.problem(503, "not-ready");
        assert_eq!(answer.json()["detail"], "the server is stopping");
    });
}
