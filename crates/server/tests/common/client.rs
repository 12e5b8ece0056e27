//! A test client that uses only HTTP.
// Shared by tests: a panic here fails the test that called it.
#![allow(dead_code, unused_imports, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use fair::{Binding, Commitment, GameId, Nonce};
use serde_json::{Value, json};

/// An HTTP response with its status.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text());
        self.json()
    }

    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) {
        assert!(self.head.contains("application/problem+json"), "{} {}", self.head, self.text());
        let body = self.json();
        assert_eq!((self.status, body["code"].as_str()), (status, Some(code)), "{body}");
        assert_eq!(body["status"], status);
        assert!(!body["detail"].as_str().unwrap().is_empty());
    }
}

/// A client of the HTTP interface.
pub trait Http {
    /// Sends a request and waits for its answer.
    fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> std::io::Result<Answer>;

    fn try_post(&mut self, path: &str, body: &Value) -> std::io::Result<Answer> {
        self.send("POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes())
    }

    fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", b"").unwrap()
    }

    fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.try_post(path, body).unwrap()
    }
}

impl Http for Client {
    fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> std::io::Result<Answer> {
        Client::send(self, method, path, headers, body)
    }
}

/// An HTTP connection that stays open.
pub struct Client {
    address: SocketAddr,
    stream: TcpStream,
    rest: Vec<u8>,
    /// Bodies of requests and responses, if they are recorded.
    pub recorded: Option<Vec<String>>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client::try_new(address).unwrap()
    }

    pub fn try_new(address: SocketAddr) -> std::io::Result<Client> {
        Client::over(address, TcpStream::connect(address)?)
    }

    /// Returns a client over a connection that is open.
    pub fn over(address: SocketAddr, stream: TcpStream) -> std::io::Result<Client> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Client { address, stream, rest: Vec::new(), recorded: None })
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", b"").unwrap()
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.try_post(path, body).unwrap()
    }

    pub fn try_post(&mut self, path: &str, body: &Value) -> std::io::Result<Answer> {
        self.send("POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes())
    }

    pub fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> std::io::Result<Answer> {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}Content-Length: {}\r\n\r\n",
            self.address,
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(body);
        self.stream.write_all(&request)?;
        let answer = self.answer()?;
        if let Some(recorded) = &mut self.recorded {
            recorded.extend([String::from_utf8_lossy(body).into_owned(), answer.text()]);
        }
        Ok(answer)
    }

    /// Returns whether the connection has ended within an answer.
    pub fn is_cut(&self) -> bool {
        !self.rest.is_empty()
    }

    fn answer(&mut self) -> std::io::Result<Answer> {
        let end = loop {
            if let Some(at) = self.rest.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            self.more()?;
        };
        let head = String::from_utf8_lossy(&self.rest[..end]).into_owned();
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        let length: usize = length.unwrap_or(0);
        while self.rest.len() < end + length {
            self.more()?;
        }
        let body = self.rest[end..end + length].to_vec();
        self.rest.drain(..end + length);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Ok(Answer { status, head, body })
    }

    fn more(&mut self) -> std::io::Result<()> {
        let mut part = [0; 16 << 10];
        match self.stream.read(&mut part)? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => {
                self.rest.extend_from_slice(&part[..read]);
                Ok(())
            }
        }
    }
}

pub fn seat(token: &str, what: &str) -> String {
    format!("/api/seats/{token}{what}")
}

/// The links of a game that has begun.
#[derive(Clone, Debug)]
pub struct Begun {
    pub sides: [String; 2],
    pub tokens: [String; 2],
    pub spectator: String,
}

/// Creates a game of two people with fair dice, commits and reveals.
pub fn begin(client: &mut impl Http, scenario: &str) -> Begun {
    begin_as(client, &json!({ "scenario": scenario }), [1, 2])
}

/// Creates a game of two people, commits each to a nonce of repeated bytes, and reveals both.
pub fn begin_as(client: &mut impl Http, asked: &Value, nonces: [u8; 2]) -> Begun {
    let made = client.post("/api/games", asked).ok();
    let sides = [0, 1].map(|n| made["sides"][n].as_str().unwrap().to_owned());
    let link = |name: &str| made["links"][name].as_str().unwrap().to_owned();
    let tokens = [link(&sides[0]), link(&sides[1])];
    let nonces = nonces.map(|byte| Nonce::from([byte; 32]));
    for (token, nonce) in tokens.iter().zip(&nonces) {
        commit(client, token, nonce).ok();
    }
    for (token, nonce) in tokens.iter().zip(&nonces) {
        client.post(&seat(token, "/reveal"), &json!({ "nonce": nonce.to_hex() })).ok();
    }
    Begun { sides, tokens, spectator: link("spectator") }
}

/// Returns the commitment of a seat's side to a nonce, from the server's description of the game.
pub fn promise(client: &mut impl Http, token: &str, nonce: &Nonce) -> Commitment {
    let info = client.get(&seat(token, "")).ok();
    let dice = &info["dice"];
    assert_eq!(dice["fairness"], 2);
    let game: GameId = dice["game"].as_str().unwrap().parse().unwrap();
    let referee: Commitment = dice["commitments"]["referee"].as_str().unwrap().parse().unwrap();
    let own = if info["side"] == 0 { fair::Seat::A } else { fair::Seat::B };
    Binding::Game(game).seat(own, &referee, nonce)
}

/// Commits a seat to a nonce.
pub fn commit(client: &mut impl Http, token: &str, nonce: &Nonce) -> Answer {
    let commitment = promise(client, token, nonce).to_hex();
    client.post(&seat(token, "/commit"), &json!({ "commitment": commitment }))
}

/// Creates a game of a person, on the side `own`, against the computer, and begins it. Returns the person's link.
pub fn begin_against(client: &mut impl Http, scenario: &str, [own, other]: [&str; 2], level: &str) -> String {
    let made = client.post("/api/games", &json!({ "scenario": scenario, "players": { other: level } })).ok();
    let token = made["links"][own].as_str().unwrap().to_owned();
    take_part(client, &token);
    token
}

/// Commits and reveals for the only human seat.
pub fn take_part(client: &mut impl Http, token: &str) {
    let nonce = Nonce::from([1; 32]);
    commit(client, token, &nonce).ok();
    client.post(&seat(token, "/reveal"), &json!({ "nonce": nonce.to_hex() })).ok();
}

/// A reproducible random number generator.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Builds a whole order of a side, offer by offer; `None` if it is not asked.
pub fn choose(client: &mut impl Http, token: &str, dice: &mut Dice) -> Option<Value> {
    try_choose(client, token, dice).unwrap()
}

/// Builds an order as [`choose`] does, but returns an error if the server stops. It begins again if the position
/// changes meanwhile, so that a draft no longer fits.
pub fn try_choose(client: &mut impl Http, token: &str, dice: &mut Dice) -> std::io::Result<Option<Value>> {
    for _ in 0..20 {
        let mut draft = Value::Null;
        loop {
            let asked = if draft.is_null() { json!({}) } else { json!({ "draft": draft }) };
            let answer = client.try_post(&seat(token, "/offers"), &asked)?;
            if answer.status == 409 && !draft.is_null() {
                break;
            }
            let answer = answer.ok();
            if answer["asked"].is_null() {
                return Ok(None);
            }
            let offers: Vec<&Value> =
                answer["offers"].as_array().unwrap().iter().filter(|offer| offer.get("undo").is_none()).collect();
            if offers.is_empty() {
                break;
            }
            let offer = offers[dice.below(offers.len())];
            match offer.get("draft") {
                Some(next) => draft = next.clone(),
                None => return Ok(Some(offer["order"].clone())),
            }
        }
    }
    panic!("a side is asked and has no offer")
}

/// Plays up to `most` random orders. Returns whether the game is over.
pub fn play(client: &mut impl Http, begun: &Begun, most: usize, dice: &mut Dice) -> bool {
    for n in 0..most {
        let Some((token, order)) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, dice)?))) else {
            return true;
        };
        let id = format!("{}-{n}", dice.0);
        let done = client.post(&seat(token, "/orders"), &json!({ "order": order, "id": id })).ok();
        assert!(done["ack"]["heard"].as_u64().is_some(), "{done}");
    }
    false
}
