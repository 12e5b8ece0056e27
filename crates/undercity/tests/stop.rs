//! Stops the real program in the middle of its work, as a host does.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use serde_json::{Value, json};
use serving::Server;
use serving::client::{Client, Dice, begin, begin_against, seat, try_choose};
use serving::known::{Known, Lives};
use serving::raw::{RawSocket, connect};

/// A scenario of each system.
const GAMES: [&str; 4] = ["tide/pumping-station", "heroes/first", "sniper/patrol", "asl/mill-street"];
/// Time in which the program must have ended.
const SECONDS: Duration = Duration::from_secs(15);
/// Close code of a server that stops.
const AWAY: Option<u16> = Some(1001);

fn start(store: &Path) -> Server {
    let wide = ["serve", "--rate", "1000000", "--games-of-one", "1000000", "--log-format", "json"];
    Server::start_with(&wide, Stdio::piped(), store)
}

/// Asks by the command whether a server takes orders. Returns the status and everything that was said.
fn health(arguments: &[&str], environment: &[(&str, String)]) -> (Option<i32>, String) {
    let mut asks = std::process::Command::new(env!("CARGO_BIN_EXE_undercity"));
    asks.arg("health").args(arguments).envs(environment.iter().map(|(name, value)| (name, value)));
    let said = asks.output().unwrap();
    let text = [said.stdout, said.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (said.status.code(), text)
}

#[test]
fn a_host_can_ask_whether_the_server_takes_orders() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(&folder.path().join("games.sqlite"));
    let port = server.address.port();
    let ready = (Some(0), "ready\n".to_owned());
    assert_eq!(health(&["--listen", &server.address.to_string()], &[]), ready);
    // As the server has it: an address that means every network, from the environment or from the server's file.
    let everywhere = format!("0.0.0.0:{port}");
    assert_eq!(health(&[], &[("UNDERCITY_LISTEN", everywhere.clone())]), ready);
    let config = folder.path().join("undercity.toml");
    std::fs::write(&config, format!("listen = \"{everywhere}\"\nrate = 50\n")).unwrap();
    assert_eq!(health(&["--config", config.to_str().unwrap()], &[]), ready);
    server.terminate();
    assert!(server.ended(SECONDS).success());
    let (status, said) = health(&["--listen", &server.address.to_string()], &[]);
    assert!(status == Some(1) && said.contains("no server answers at 127.0.0.1"), "{said}");
}

/// Returns the event of the log that tells of the stop.
fn stop_of(log: &str) -> Value {
    let events = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut stops = events.filter(|event| event["message"] == "the server stops");
    let stop = stops.next().unwrap_or_else(|| panic!("no stop in {log}"));
    assert!(stops.next().is_none(), "{log}");
    stop
}

/// Plays a game until the server stops. Says when it is in full play. The client sees whole answers only.
fn player(address: SocketAddr, scenario: &'static str, live: bool, ready: Sender<()>) -> JoinHandle<Known> {
    spawn(move || {
        let client = &mut Client::new(address);
        let begun = begin(client, scenario);
        let mut watcher = RawSocket::open(address, &begun.spectator);
        let watching = spawn(move || watcher.until_closed().1.map(|(code, _)| code));
        let mut lives = live.then(|| Lives::open(address, &begun));
        let (mut known, dice) = (Known::new(begun), &mut Dice(7));
        let mut play = |most| match &mut lives {
            Some(lives) => known.play_live(client, lives, most, dice),
            None => known.play(client, most, dice),
        };
        play(3).unwrap();
        ready.send(()).unwrap();
        drop(ready);
        let _ = play(usize::MAX);
        while known.over && client.try_post(&seat(&known.begun.tokens[0], "/offers"), &json!({})).is_ok() {}
        assert!(!client.is_cut(), "{scenario}: an answer was cut");
        assert_eq!(watching.join().unwrap(), AWAY, "{scenario}: the socket of a spectator");
        if let Some(lives) = &mut lives {
            assert_eq!(lives.codes(), [AWAY; 2], "{scenario}: the sockets of the sides");
        }
        known
    })
}

/// Repeats a request until the server stops. Each answer is whole.
fn requests(address: SocketAddr, path: String, body: Option<Value>, ready: Sender<()>) -> JoinHandle<()> {
    spawn(move || {
        let client = &mut Client::new(address);
        let mut request = || match &body {
            Some(body) => client.try_post(&path, body),
            None => client.send("GET", &path, "", b""),
        };
        request().unwrap().ok();
        ready.send(()).unwrap();
        drop(ready);
        while let Ok(answer) = request() {
            assert!(answer.status < 300 || answer.status == 503, "{path}: {}", answer.text());
        }
        assert!(!client.is_cut(), "{path}: an answer was cut");
    })
}

#[test]
fn a_server_that_stops_under_load_ends_what_is_in_work_and_tells_the_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut server = start(&store);
    let address = server.address;
    let (ready, ready_all) = channel();
    let players: Vec<_> = [false, true]
        .into_iter()
        .flat_map(|live| GAMES.map(|scenario| player(address, scenario, live, ready.clone())))
        .collect();
    let client = &mut Client::new(address);
    let begun = begin(client, "tide/first");
    let token = begun.tokens.iter().find(|token| try_choose(client, token, &mut Dice(1)).unwrap().is_some()).unwrap();
    let order = try_choose(client, token, &mut Dice(1)).unwrap().unwrap();
    let others = [
        requests(address, "/api/openapi.json".to_owned(), None, ready.clone()),
        requests(address, seat(token, "/table"), None, ready.clone()),
        requests(address, seat(token, "/odds"), Some(json!({ "order": order })), ready.clone()),
        requests(address, "/api/games".to_owned(), Some(json!({ "scenario": "tide/first" })), ready),
    ];
    // Until every sender has said so, or has failed.
    assert_eq!(ready_all.iter().count(), players.len() + others.len());
    std::thread::sleep(Duration::from_millis(300));
    server.terminate();
    let mut known: Vec<Known> = players.into_iter().map(|player| player.join().unwrap()).collect();
    others.into_iter().for_each(|other| other.join().unwrap());
    assert!(server.ended(SECONDS).success());
    let stop = stop_of(&server.whole_log());
    assert!(stop["millis"].is_u64() && stop["cut_connections"].is_u64() && stop["cut_work"].is_u64(), "{stop}");
    let server = Server::start(&store);
    let client = &mut Client::new(server.address);
    known.iter_mut().for_each(|known| known.check(client));
    let orders: usize = known.iter().map(Known::count).sum();
    println!("{orders} orders before {stop}");
}

#[test]
fn a_server_that_stops_refuses_connections_and_answers_the_request_that_has_begun() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(&folder.path().join("games.sqlite"));
    let begun = begin(&mut Client::new(server.address), "tide/first");
    let mut stream = connect(server.address);
    stream.write_all(post_head(&seat(&begun.tokens[0], "/offers")).as_bytes()).unwrap();
    stream.write_all(b"{").unwrap();
    // The server has probably read that, since it answers a connection that came later.
    Client::new(server.address).get("/api").ok();
    server.terminate();
    while TcpStream::connect(server.address).is_ok() {
        std::thread::sleep(Duration::from_millis(1));
    }
    stream.write_all(b"}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
    assert!(server.ended(SECONDS).success());
    assert_eq!(stop_of(&server.whole_log())["cut_connections"], 0);
}

/// Returns the head of a request with two bytes of JSON.
fn post_head(path: &str) -> String {
    let kind = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    format!("POST {path} HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n")
}

/// Holds a database as another program can, so that the server can not write to it.
fn held(database: &Path) -> rusqlite::Connection {
    let holder = rusqlite::Connection::open(database).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    holder
}

/// Sends a request that the server can't answer while the store is held: it tries for five seconds, one after the other.
fn begin_renewal(address: SocketAddr, link: &str) -> TcpStream {
    let mut stream = connect(address);
    write!(stream, "{}{{}}", post_head(&seat(link, "/renew"))).unwrap();
    stream
}

#[test]
fn a_server_that_is_stuck_stops_too_and_a_second_signal_does_not_disturb_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut server = start(&store);
    let address = server.address;
    let client = &mut Client::new(address);
    begin_against(client, "sniper/patrol", ["attacker", "defender"], "elite");
    let mut known = Known::new(begin(client, "tide/first"));
    known.play(client, 3, &mut Dice(1)).unwrap();
    let links: Vec<String> = (0..4).flat_map(|_| begin(client, "tide/first").tokens).collect();
    let holders = [held(&store), held(&folder.path().join("games.sqlite.heads"))];
    known.play(client, 1, &mut Dice(1)).unwrap_err();
    let (mut half, mut unread) = (connect(address), connect(address));
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    unread.write_all("GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100).as_bytes()).unwrap();
    let stuck: Vec<_> = links.iter().map(|link| begin_renewal(address, link)).collect();
    // An answer has begun.
    unread.read_exact(&mut [0; 1000]).unwrap();
    server.terminate();
    server.terminate();
    assert!(server.ended(SECONDS).success());
    let stop = stop_of(&server.whole_log());
    assert!(stop["cut_connections"].as_u64().unwrap() > stuck.len() as u64, "{stop}");
    for mut stream in stuck {
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 503") && answer.ends_with('}'), "{answer}");
    }
    drop(holders);
    let server = Server::start(&store);
    let client = &mut Client::new(server.address);
    known.check(client);
    links.iter().for_each(|link| _ = client.get(&seat(link, "")).ok());
}
