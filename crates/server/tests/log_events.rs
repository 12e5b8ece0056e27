//! The log tells a host what happens.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Client, Dice, FOR_EVER, Host, RawSocket, TEXT, begin, log, play, seat};
use serde_json::json;
use server::store::{GameId, Hold, Maker, NewGame, Retention, Store, StoreError, StoredGame, Write};
use server::{Config, Limits, TokenHash};

#[test]
fn a_flood_is_one_line_for_each_client_and_limit() {
    let log = log();
    let rate = |config: &Config| Limits { requests_a_second: 1, burst: 20, ..config.limits };
    let host = Host::with(|config| Config { limits: rate(&config), ..config });
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    let mut refused = 0;
    for _ in 0..10 {
        let client = &mut Client::new(host.address);
        refused += (0..15).filter(|_| client.get("/api").status == 429).count();
    }
    assert!(refused > 100);
    for _ in 0..10 {
        socket.send(TEXT, b"{}").unwrap();
    }
    let of_rate = log.events("a client was refused");
    let of_rate: Vec<_> = of_rate.iter().filter(|event| event["limit"] == "rate").collect();
    assert_eq!(of_rate.len(), 1, "{of_rate:?}");
    assert_eq!((&of_rate[0]["client"], &of_rate[0]["level"]), (&json!("127.0.0.1"), &json!("WARN")));
}

/// A store that fails or panics when a game is loaded.
struct Sick {
    store: Arc<dyn Store>,
    panics: bool,
}

impl Store for Sick {
    fn admit(&self, maker: &Maker) -> Result<(), StoreError> {
        self.store.admit(maker)
    }

    fn create(&self, game: &NewGame) -> Result<GameId, StoreError> {
        self.store.create(game)
    }

    fn write(&self, batch: &[Write]) -> Result<(), StoreError> {
        self.store.write(batch)
    }

    fn games(&self) -> Result<u64, StoreError> {
        self.store.games()
    }

    fn seat(&self, link: &TokenHash) -> Result<Option<(GameId, u8)>, StoreError> {
        self.store.seat(link)
    }

    fn renew(&self, hold: Hold, link: &TokenHash, by: &TokenHash) -> Result<bool, StoreError> {
        self.store.renew(hold, link, by)
    }

    fn load(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let stored = self.store.load(game)?;
        let nonce = stored.map(|stored| stored.pre_game.nonce.to_hex());
        assert!(!self.panics, "the secret of the panic is {nonce:?}");
        Err(StoreError::Failed("the test's own cause".to_owned()))
    }

    fn set_aside(&self, game: GameId, fault: &str) -> Result<bool, StoreError> {
        self.store.set_aside(game, fault)
    }

    fn expire(&self, retention: &Retention, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.store.expire(retention, most)
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.store.probe()
    }

    fn note(&self) -> Result<(), StoreError> {
        self.store.note()
    }
}

/// Requests a game of a store that can't load one. Returns the id of the request.
fn load_from_sick_store(panics: bool) -> String {
    let host = Host::with(|config| Config { store: Arc::new(Sick { store: config.store, panics }), ..config });
    let client = &mut Client::new(host.address);
    let made = client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    let path = seat(made["links"]["spectator"].as_str().unwrap(), "");
    let failed = client.send("GET", &path, "X-Request-Id: 0123456789abcdef\r\n", b"").unwrap();
    assert!(failed.status >= 500);
    failed.head.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap().to_owned()
}

#[test]
fn a_failed_request_is_found_by_its_id() {
    let log = log();
    let id = load_from_sick_store(false);
    let requests = log.events("request");
    let found: Vec<_> = requests.iter().filter(|event| event["span"]["id"] == id.as_str()).collect();
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["route"], &found[0]["status"]), (&json!("/api/seats/{link}"), &json!(503)));
    assert!(!log.json.text().contains("0123456789abcdef"), "a client's id is never taken");
}

#[test]
fn an_error_of_the_store_is_told_with_its_cause_and_its_request() {
    let log = log();
    let id = load_from_sick_store(false);
    let errors = log.events("the store failed");
    let error = errors.iter().find(|event| event["span"]["id"] == id.as_str()).unwrap();
    assert_eq!(error["error"], "the store failed: the test's own cause");
    assert_eq!((&error["act"], &error["kind"], &error["level"]), (&json!("load"), &json!("failed"), &json!("ERROR")));
}

#[test]
fn a_panic_is_told_by_its_place_and_not_by_its_message() {
    let log = log();
    let id = load_from_sick_store(true);
    let panics = log.events("a defect of the program: please report it");
    let panic = panics.iter().find(|event| event["span"]["id"] == id.as_str()).unwrap();
    assert!(panic["place"].as_str().unwrap().contains("log_events.rs:"), "{panic}");
    assert!(!log.text.text().contains("the secret of the panic"));
    let failed = log.events("the server failed to answer a request");
    assert!(failed.iter().any(|event| event["span"]["id"] == id.as_str()));
}

#[test]
fn slow_orders_of_a_scenario_are_a_line_at_most_in_some_seconds() {
    let log = log();
    let host = Host::with(|config| Config { slow_order: Duration::ZERO, ..config });
    let client = &mut Client::new(host.address);
    let begun = begin(client, "sniper/patrol");
    let time = Instant::now();
    assert!(!play(client, &begun, 30, &mut Dice(1)));
    let slow = log.events("a slow order");
    let slow: Vec<_> = slow.iter().filter(|event| event["scenario"] == "sniper/patrol").collect();
    assert!(!slow.is_empty() && slow.len() as u64 <= 1 + time.elapsed().as_secs() / 5, "{slow:?}");
    assert_eq!(slow[0]["times"], 1);
}

#[test]
fn a_game_that_can_not_be_read_is_told_once() {
    let log = log();
    let mut host = Host::new();
    let begun = begin(&mut Client::new(host.address), "heroes/first");
    host.stop();
    let store = rusqlite::Connection::open(&host.path).unwrap();
    store.execute("UPDATE line SET text = 'secret nonsense' WHERE n = 0", []).unwrap();
    let game: i64 = store.query_row("SELECT id FROM game", [], |row| row.get(0)).unwrap();
    drop(store);
    host.start();
    let client = &mut Client::new(host.address);
    for _ in 0..3 {
        client.get(&seat(&begun.tokens[0], "")).problem(500, "game-unreadable");
    }
    let told = log.events("a game can't be read and is set aside");
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!((told[0]["game"].as_i64(), told[0]["level"].as_str()), (Some(game), Some("ERROR")));
    assert!(!log.text.text().contains("secret nonsense"));
}

#[test]
fn a_start_and_a_stop_are_told() {
    let log = log();
    let mut host = Host::new();
    let address = host.address.to_string();
    host.stop();
    let starts = log.events("the server starts");
    let start = starts.iter().find(|event| event["address"] == address.as_str()).unwrap();
    assert_eq!(start["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&start["connections"], &start["memory"]), (&json!(4096), &json!(256 << 20)));
    assert!(log.events("the server stops").iter().all(|event| event["millis"].is_u64()));
    assert!(!log.events("the server stops").is_empty());
}

#[test]
fn games_that_expire_are_counted() {
    let log = log();
    let mut host = Host::new();
    let client = &mut Client::new(host.address);
    for _ in 0..3 {
        client.post("/api/games", &json!({ "scenario": "tide/first" })).ok();
    }
    host.stop();
    let store = rusqlite::Connection::open(&host.path).unwrap();
    store.execute("UPDATE game SET used = used - 25 * 3600", []).unwrap();
    drop(store);
    host.start();
    let begun = std::time::Instant::now();
    while log.events("games expired").is_empty() {
        assert!(begun.elapsed() < FOR_EVER);
    }
    assert_eq!(log.events("games expired")[0]["games"], 3);
}

/// Waits until the server could not act in a game of this scenario, and returns the event. Other tests log too.
fn failure_of(act: &str, scenario: &str) -> serde_json::Value {
    let begun = std::time::Instant::now();
    loop {
        let events = log().events("the server could not act in a game");
        if let Some(event) = events.into_iter().find(|event| event["act"] == act && event["scenario"] == scenario) {
            return event;
        }
        assert!(begun.elapsed() < FOR_EVER);
    }
}

#[test]
fn a_standing_order_that_fails_is_told() {
    log();
    let (host, store) = Host::failing(|config| config);
    let begun = begin(&mut Client::new(host.address), "heroes/first");
    // Both sides pass again and again.
    for token in &begun.tokens {
        for (question, answer) in [("hide", "done"), ("act", "pass")] {
            let standing = json!({ "question": question, "answer": answer, "id": question });
            Client::new(host.address).post(&seat(token, "/standing"), &standing).ok();
        }
    }
    *store.error.lock().unwrap() = Some(StoreError::Full);
    assert_eq!(failure_of("standing order", "heroes/first")["code"], "store-full");
}

#[test]
fn a_computer_player_that_fails_is_told() {
    log();
    let (host, store) = Host::failing(|config| config);
    let client = &mut Client::new(host.address);
    let players = json!({ "german": "recruit", "soviet": "recruit" });
    let made = client.post("/api/games", &json!({ "scenario": "tide/first", "players": players })).ok();
    client.get(&seat(made["links"]["spectator"].as_str().unwrap(), "")).ok();
    *store.error.lock().unwrap() = Some(StoreError::Full);
    assert_eq!(failure_of("computer player", "tide/first")["code"], "store-full");
}
