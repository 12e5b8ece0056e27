//! Several servers on one database: each game has one holder, and any server leads to it. Without PostgreSQL nothing is
//! tried.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::common::{
    Answer, Begun, Client, Dice, Failing, Host, RawSocket, TEXT, begin, begin_against, choose, name_of, play, postgres,
    seat,
};
use serde_json::{Value, json};
use server::store::{Store, StoreError};
use server::{Config, Limits};

/// A lease that runs out in no test that doesn't make it.
const LONG: Duration = Duration::from_secs(60);
/// A lease that a test waits for.
const SHORT: Duration = Duration::from_secs(4);

/// Servers that share a new database.
struct Several {
    hosts: Vec<Host>,
    database: PathBuf,
}

impl Several {
    /// Starts some servers; `None` without PostgreSQL.
    fn start(number: usize, lease: Duration) -> Option<Several> {
        Several::with(number, lease, |config| config)
    }

    fn with(number: usize, lease: Duration, change: impl Fn(Config) -> Config) -> Option<Several> {
        let database = postgres()?.database();
        let hosts = (0..number).map(|_| Host::beside(&database, lease, &change)).collect();
        Some(Several { hosts, database })
    }

    /// Starts another server whose store fails as the test wants.
    fn add_failing(&mut self, lease: Duration) -> Arc<Failing> {
        let mut failing = None;
        self.hosts.push(Host::beside(&self.database, lease, |config| {
            let store = failing.insert(Arc::new(Failing::new(Arc::clone(&config.store))));
            Config { store: Arc::clone(store) as Arc<dyn Store>, ..config }
        }));
        failing.unwrap()
    }

    fn client(&self, server: usize) -> Client {
        Client::new(self.hosts[server].address)
    }

    fn sql(&self, text: &str) -> String {
        postgres().unwrap().sql(&name_of(&self.database), text)
    }

    /// Returns the number of games that each server has in memory.
    fn held(&self) -> Vec<usize> {
        self.hosts.iter().filter_map(|host| host.running.as_ref()).map(|running| running.held().games).collect()
    }

    fn verify(&self, server: usize, begun: &Begun) {
        let ledger = self.client(server).get(&seat(&begun.spectator, "/ledger")).text();
        let verdict = table::system("tide").unwrap().verify(&ledger, None).unwrap();
        assert!(verdict.outcome.is_some() && verdict.proved);
    }
}

/// Plays up to `most` orders, each through the next of several servers. Returns whether the game is over.
fn play_in_turn(clients: &mut [Client], begun: &Begun, most: usize, dice: &mut Dice) -> bool {
    let number = clients.len();
    (0..most).any(|n| play(&mut clients[n % number], begun, 1, dice))
}

/// Repeats a request until it is not refused for now. Returns its answer and how long that took.
fn patiently(mut ask: impl FnMut() -> Answer) -> (Answer, Duration) {
    let begun = Instant::now();
    loop {
        let answer = ask();
        if answer.status != 503 {
            return (answer, begun.elapsed());
        }
        assert!(answer.head.to_ascii_lowercase().contains("retry-after: 1"), "{}", answer.head);
        assert!(begun.elapsed() < LONG, "it is refused for ever: {}", answer.text());
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn order(client: &mut Client, begun: &Begun, id: &str) -> (String, Value) {
    let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
    (token.clone(), json!({ "order": order, "id": id }))
}

#[test]
fn a_game_is_played_through_all_servers_and_held_by_one() {
    let Some(several) = Several::start(3, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    let mut clients = [0, 1, 2].map(|server| several.client(server));
    assert!(play_in_turn(&mut clients, &begun, 5000, &mut Dice(3)), "the game came to no end");
    assert_eq!(several.held().iter().sum::<usize>(), 1);
    let events = clients.each_mut().map(|client| client.get(&seat(&begun.tokens[0], "/events")).ok());
    assert!(events.iter().all(|one| *one == events[0]));
    several.verify(2, &begun);
    // What is refused is refused alike.
    for client in &mut clients {
        client.get(&seat("nothing", "/events")).problem(404, "unknown-seat");
        client.post(&seat(&begun.spectator, "/resign"), &json!({ "id": "x" })).problem(403, "not-your-seat");
        let long = format!("{{\"id\":\"{}\"}}", "x".repeat(70 << 10));
        let answer = client.send(
            "POST",
            &seat(&begun.tokens[0], "/orders"),
            "Content-Type: application/json\r\n",
            long.as_bytes(),
        );
        answer.unwrap().problem(413, "too-large");
        client
            .send("POST", &seat(&begun.tokens[0], "/orders"), "Content-Type: text/plain\r\n", b"{}")
            .unwrap()
            .problem(415, "media-type");
    }
}

#[test]
fn an_order_that_is_repeated_at_another_server_is_not_done_again() {
    let Some(mut several) = Several::start(2, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    let (token, asked) = order(&mut several.client(1), &begun, "once");
    let answer = several.client(1).post(&seat(&token, "/orders"), &asked).ok();
    assert_eq!(several.client(0).post(&seat(&token, "/orders"), &asked).ok(), answer);
    several.hosts[0].stop();
    assert_eq!(several.client(1).post(&seat(&token, "/orders"), &asked).ok(), answer, "also after the game has moved");
    let events = several.client(1).get(&seat(&token, "/events")).ok();
    assert_eq!(events.as_array().unwrap().iter().filter(|event| event.get("ordered").is_some()).count(), 1);
}

#[test]
fn a_socket_leads_to_its_game_from_any_server() {
    let Some(several) = Several::start(2, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    let mut sockets = [0, 1].map(|server| RawSocket::open(several.hosts[server].address, &begun.tokens[0]));
    let (token, asked) = order(&mut several.client(0), &begun, "first");
    // Through the socket of the other server, if the order is this seat's.
    if token == begun.tokens[0] {
        sockets[1].send(TEXT, asked.to_string().as_bytes()).unwrap();
    } else {
        several.client(1).post(&seat(&token, "/orders"), &asked).ok();
    }
    for socket in &mut sockets {
        let heard = std::iter::from_fn(|| socket.receive().ok())
            .find(|(opcode, text)| *opcode == TEXT && String::from_utf8_lossy(text).contains("\"ordered\""));
        assert!(heard.is_some());
    }
    // A malformed frame gets its close code, and a renewed link too.
    let mut wrong = RawSocket::open(several.hosts[1].address, &begun.tokens[1]);
    wrong.send_bytes(&[0x83, 0x81, 0, 0, 0, 0, b'x']).unwrap();
    assert_eq!(wrong.until_closed().1.map(|(code, _)| code), Some(1002));
    several.client(1).post(&seat(&begun.tokens[0], "/renew"), &json!({})).ok();
    for socket in &mut sockets {
        assert_eq!(socket.until_closed().1.map(|(code, _)| code), Some(4001));
    }
}

#[test]
fn sockets_are_told_when_either_server_stops() {
    let Some(mut several) = Several::start(3, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    let mut sockets = [1, 2].map(|server| RawSocket::open(several.hosts[server].address, &begun.tokens[0]));
    several.hosts[1].stop();
    assert_eq!(sockets[0].until_closed().1.map(|(code, _)| code), Some(1001), "the server that passes on stops");
    several.hosts[0].stop();
    assert_eq!(sockets[1].until_closed().1.map(|(code, _)| code), Some(1001), "the server that holds the game stops");
    several.client(2).get(&seat(&begun.tokens[0], "")).ok();
}

#[test]
fn a_server_that_stops_hands_its_games_over_at_once() {
    let Some(mut several) = Several::start(2, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    assert!(!play(&mut several.client(1), &begun, 5, &mut Dice(1)));
    assert_eq!(several.held(), [1, 0]);
    several.hosts[0].stop();
    several.client(1).get(&seat(&begun.tokens[0], "")).ok();
    assert_eq!(several.held(), [1]);
    assert!(play(&mut several.client(1), &begun, 5000, &mut Dice(4)), "the game came to no end");
    several.verify(1, &begun);
}

#[test]
fn a_renewed_link_is_void_at_every_server() {
    let Some(mut several) = Several::start(2, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    // Both servers have looked the link up.
    let old = &begun.tokens[0];
    several.client(1).get(&seat(old, "")).ok();
    several.client(0).post(&seat(old, "/renew"), &json!({})).ok();
    for server in [0, 1] {
        several.client(server).get(&seat(old, "")).problem(404, "unknown-seat");
    }
    several.hosts[0].stop();
    several.client(1).get(&seat(old, "")).problem(404, "unknown-seat");
    several.client(1).get(&seat(&begun.tokens[1], "")).ok();
}

#[test]
fn the_address_between_servers_answers_only_them_and_passes_nothing_on() {
    let Some(several) = Several::start(2, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    let between = |server: usize| several.hosts[server].running.as_ref().unwrap().between_address().unwrap();
    let path = seat(&begun.tokens[0], "");
    for headers in ["", "X-Undercity-Secret: \r\n", "X-Undercity-Secret: 00\r\n"] {
        for path in [&path, "/api/versions", "/nothing"] {
            let answer = Client::new(between(0)).send("GET", path, headers, b"").unwrap();
            answer.problem(404, "unknown-path");
            assert!(answer.text().contains("there is nothing here"));
        }
    }
    let secret = several.sql("SELECT encode(secret, 'hex') FROM undercity.identity");
    let headers = format!("X-Undercity-Secret: {secret}\r\nX-Forwarded-For: 192.0.2.1\r\n");
    let ask = |server: usize| Client::new(between(server)).send("GET", &path, &headers, b"").unwrap();
    assert_eq!(ask(0).ok()["seat"], begun.sides[0]);
    let refused = ask(1);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (421, Some("not-held")));
    // The secret opens no other door.
    let answer = several.client(1).send("GET", "/api/versions", &headers, b"").unwrap();
    assert!(!answer.head.contains(&secret) && !answer.text().contains(&secret));
}

#[test]
fn a_request_counts_once() {
    let few = |config: Config| Config { limits: Limits { requests_a_second: 1, burst: 30, ..config.limits }, ..config };
    let Some(several) = Several::with(2, LONG, few) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    let info = seat(&begun.tokens[0], "");
    let ask = |server: usize, times: usize| {
        let mut client = several.client(server);
        (0..times).filter(|_| client.get(&info).status == 200).count()
    };
    let through = ask(1, 40);
    assert!((28..=33).contains(&through), "{through}");
    // What came through the other server has used up nothing here: making the game took a dozen.
    let left = ask(0, 15);
    assert!(left >= 10, "{left}");
}

#[test]
fn a_server_whose_lease_ran_out_answers_nothing_and_comes_back() {
    let Some(mut several) = Several::start(1, SHORT) else { return };
    let failing = several.add_failing(SHORT);
    let begun = begin(&mut several.client(1), "tide/first");
    assert!(!play(&mut several.client(1), &begun, 5, &mut Dice(1)));
    let mut socket = RawSocket::open(several.hosts[1].address, &begun.tokens[0]);
    let path = seat(&begun.tokens[0], "");
    // It no longer reaches its database.
    *failing.error.lock().unwrap() = Some(StoreError::Unreachable("the test".into()));
    let begun_at = Instant::now();
    loop {
        let asked_after = begun_at.elapsed();
        if several.client(1).get(&path).status != 200 {
            break;
        }
        assert!(asked_after < 2 * SHORT, "it answers after its lease");
        std::thread::sleep(Duration::from_millis(10));
    }
    several.client(1).get(&path).problem(503, "not-held");
    several.client(1).get("/readyz").problem(503, "not-ready");
    assert_eq!(socket.until_closed().1.map(|(code, _)| code), Some(1013));
    // The other takes the game.
    let (answer, _) = patiently(|| several.client(0).get(&path));
    answer.ok();
    assert!(!play(&mut several.client(0), &begun, 5, &mut Dice(2)));
    // When it reaches the database again, it is listed again and passes requests on.
    *failing.error.lock().unwrap() = None;
    let (answer, _) = patiently(|| several.client(1).get(&path));
    assert_eq!(answer.ok(), several.client(0).get(&path).ok());
    assert_eq!(several.held(), [1, 0]);
    assert!(play(&mut several.client(1), &begun, 5000, &mut Dice(3)), "the game came to no end");
    several.verify(1, &begun);
}

#[test]
fn a_server_that_wrongly_believes_it_holds_a_game_can_not_write() {
    let Some(mut several) = Several::start(1, LONG) else { return };
    let failing = several.add_failing(LONG);
    let begun = begin(&mut several.client(1), "tide/first");
    let (token, asked) = order(&mut several.client(1), &begun, "late");
    // For the database its lease is over, and it doesn't know.
    failing.asleep.store(true, Ordering::Relaxed);
    several.sql(
        "UPDATE undercity.server SET until = now() - interval '1 second' WHERE id = (SELECT holder FROM undercity.game)",
    );
    let taken = several.client(0).get(&seat(&token, ""));
    assert_eq!((taken.status, several.held()), (200, vec![1, 1]), "both have it in memory");
    let links = || several.sql("SELECT string_agg(encode(hash, 'hex'), ' ' ORDER BY hash) FROM undercity.link");
    let lines = || several.sql("SELECT lines FROM undercity.game");
    let before = (links(), lines());
    several.client(1).post(&seat(&token, "/renew"), &json!({})).problem(503, "not-held");
    several.client(1).post(&seat(&token, "/orders"), &asked).problem(503, "not-held");
    assert_eq!((links(), lines()), before);
    // From now on it knows, and the order is given by way of the holder.
    failing.asleep.store(false, Ordering::Relaxed);
    let (answer, _) = patiently(|| several.client(1).post(&seat(&token, "/orders"), &asked));
    answer.ok();
    let events = several.client(0).get(&seat(&token, "/events")).ok();
    assert_eq!(events.as_array().unwrap().iter().filter(|event| event.get("ordered").is_some()).count(), 1);
}

#[test]
fn games_that_were_shared_are_played_on_by_one_server() {
    let Some(mut several) = Several::start(2, LONG) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    assert!(!play(&mut several.client(1), &begun, 5, &mut Dice(1)));
    for host in &mut several.hosts {
        host.stop();
    }
    let host = Host::on(several.database.clone(), None, |config| config);
    let client = &mut Client::new(host.address);
    assert!(!play(client, &begun, 5, &mut Dice(2)));
    client.post(&seat(&begun.tokens[0], "/renew"), &json!({})).ok();
}

#[test]
fn what_a_client_says_of_servers_and_addresses_is_not_passed_on() {
    let one = |config: Config| Config { limits: Limits { requests_a_second: 1, burst: 40, ..config.limits }, ..config };
    let Some(several) = Several::with(2, LONG, one) else { return };
    let begun = begin(&mut several.client(0), "tide/first");
    let path = seat(&begun.tokens[0], "");
    let mut client = several.client(1);
    // Every request seems to come from another address, with a secret of its own.
    let since = Instant::now();
    let statuses: Vec<u16> = (0..60)
        .map(|n| {
            let headers = format!("X-Forwarded-For: 192.0.2.{n}\r\nX-Undercity-Secret: {n:064x}\r\n");
            client.send("GET", &path, &headers, b"").map_or(0, |answer| answer.status)
        })
        .collect();
    assert!(statuses[..30].iter().all(|status| *status == 200), "{statuses:?}");
    let through = statuses.iter().filter(|status| **status == 200).count() as u64;
    assert!(through <= 41 + since.elapsed().as_secs(), "{statuses:?}");
}

#[test]
fn the_computer_plays_on_under_another_server() {
    let Some(mut several) = Several::start(2, LONG) else { return };
    let token = begin_against(&mut several.client(0), "tide/first", ["german", "soviet"], "recruit");
    let mut n = 0;
    let mut human = |client: &mut Client, most: usize| {
        for _ in 0..most {
            let begun = Instant::now();
            while choose(client, &token, &mut Dice(7)).is_none() {
                if !client.get(&seat(&token, "")).ok()["outcome"].is_null() {
                    return true;
                }
                assert!(begun.elapsed() < LONG, "the computer doesn't play");
                std::thread::sleep(Duration::from_millis(5));
            }
            let Some(order) = choose(client, &token, &mut Dice(n)) else { continue };
            n += 1;
            client.post(&seat(&token, "/orders"), &json!({ "order": order, "id": format!("{n}") })).ok();
        }
        false
    };
    assert!(!human(&mut several.client(1), 6));
    several.hosts[0].stop();
    assert!(human(&mut several.client(1), 5000), "the game came to no end");
    let ledger = several.client(1).get(&seat(&token, "/ledger")).text();
    assert!(table::system("tide").unwrap().verify(&ledger, None).unwrap().outcome.is_some());
}

#[test]
fn a_server_that_shares_needs_a_database_and_an_address() {
    let folder = tempfile::tempdir().unwrap();
    let file = server::store::StoreAddress::read(&folder.path().join("games.sqlite")).unwrap();
    let error = file.open(true).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("only a PostgreSQL database can be shared by several servers"), "{error}");
    assert!(Path::new(&folder.path().join("games.sqlite")).metadata().is_err(), "it made a file all the same");
}
