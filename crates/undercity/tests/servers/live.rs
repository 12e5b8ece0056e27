//! The live log of a seat at several servers: after a lost socket it goes on at another one, without a gap.

use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::backends::{Attempts, Backends, TIMEOUT, connect};
use super::serving::client::{Dice, Http, seat};
use super::serving::raw::{CLOSE, PING, PONG, RawSocket, TEXT};

/// The events that a seat was sent over one socket after the other.
pub struct LiveLog {
    backends: Arc<Backends>,
    link: String,
    socket: Option<(SocketAddr, RawSocket)>,
    events: Vec<Value>,
    dice: Dice,
    /// Number of sockets so far.
    pub sockets: usize,
}

impl LiveLog {
    pub fn new(backends: &Arc<Backends>, link: &str, seed: u64) -> LiveLog {
        let (backends, link) = (Arc::clone(backends), link.to_owned());
        LiveLog { backends, link, socket: None, events: Vec::new(), dice: Dice(seed), sockets: 0 }
    }

    /// Opens a socket at a server, from the next event on.
    fn open(&self, address: SocketAddr) -> Result<RawSocket> {
        let stream = connect(address)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        let link = format!("{}?from={}", self.link, self.events.len());
        let refusal = match RawSocket::over(stream, &link, "")? {
            Ok(socket) => return Ok(socket),
            Err(head) => head,
        };
        let status = refusal.split(' ').nth(1).unwrap_or_default();
        assert!(["421", "502", "503"].contains(&status), "from event {}: {refusal}", self.events.len());
        Err(Error::other(refusal))
    }

    /// Gives an order and waits for its answer. Repeats it at another server after a failure. Returns the problem of an
    /// order that a rule forbids.
    pub fn give(&mut self, asked: &Value) -> Result<Option<Value>> {
        let text = asked.to_string();
        self.until(|log, socket| {
            socket.send(TEXT, text.as_bytes())?;
            loop {
                let message = log.receive(socket)?;
                if message["answer"] != asked["id"] {
                    continue;
                }
                match message["problem"]["status"].as_u64() {
                    Some(409) => return Ok(Some(message["problem"].clone())),
                    Some(503) => return Err(Error::other(message.to_string())),
                    _ => assert_eq!(message["heard"], log.events.len(), "{message}"),
                }
                return Ok(None);
            }
        })
    }

    /// Receives a message if there is one within this time, and stays connected meanwhile.
    pub fn listen(&mut self, time: Duration) -> Result<()> {
        self.until(|log, socket| {
            socket.stream.set_read_timeout(Some(time))?;
            let waits = socket.stream.peek(&mut [0]);
            socket.stream.set_read_timeout(Some(TIMEOUT))?;
            match waits {
                Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => Ok(()),
                _ => log.receive(socket).map(drop),
            }
        })
    }

    /// Receives all messages up to this time.
    pub fn listen_until(&mut self, until: Instant) -> Result<()> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            self.listen(left)?;
        }
    }

    /// Closes the socket.
    pub fn close(&mut self) {
        self.socket = None;
    }

    /// Acts on a socket until that succeeds, each time at another server.
    fn until<T>(&mut self, mut act: impl FnMut(&mut LiveLog, &mut RawSocket) -> Result<T>) -> Result<T> {
        let mut attempts = Attempts::begin();
        loop {
            let (address, opened) = match self.socket.take() {
                Some((address, socket)) => (address, Ok(socket)),
                None => {
                    let address = self.backends.choose(&mut self.dice, attempts.failed);
                    self.sockets += 1;
                    (address, self.open(address))
                }
            };
            let done = opened.and_then(|mut socket| Ok((act(self, &mut socket)?, socket)));
            match done {
                Ok((done, socket)) => {
                    self.socket = Some((address, socket));
                    return Ok(done);
                }
                Err(error) => {
                    attempts.wait(&Arc::clone(&self.backends), &mut self.dice, address, &error)?;
                }
            }
        }
    }

    /// Receives a message, and notes its events. They follow those before.
    fn receive(&mut self, socket: &mut RawSocket) -> Result<Value> {
        loop {
            let (opcode, payload) = socket.receive()?;
            match opcode {
                CLOSE => return Err(Error::other("the socket is closed")),
                PING => socket.send(PONG, &payload)?,
                TEXT => {
                    let message: Value = serde_json::from_slice(&payload).unwrap();
                    if let Some(events) = message["events"].as_array() {
                        assert_eq!(message["from"], self.events.len(), "events are missing, or come twice");
                        self.events.extend_from_slice(events);
                        self.backends.tell(&self.link, self.events.len());
                    }
                    return Ok(message);
                }
                _ => {}
            }
        }
    }

    /// Checks that the seat was sent the events that it has.
    pub fn check(&self, client: &mut impl Http) {
        let events = client.get(&seat(&self.link, "/events")).ok();
        let events = events.as_array().unwrap();
        assert!(events.starts_with(&self.events), "a socket told other events: {:?} {events:?}", self.events);
    }
}
