//! Clients that choose a server at random for every request and after every failure, as a plain load balancer does. A
//! server that does not answer is left out for a moment, as by nginx (`max_fails` and `fail_timeout`).

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Result};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::load::Pace;
use super::serving::client::{Answer, Client, Dice, Http};

/// Time after which a client turns to another server.
pub const TIMEOUT: Duration = Duration::from_secs(1);
/// Time for which a server that gave no answer is left out.
const LEFT_OUT: Duration = Duration::from_secs(2);
/// Time after which a client gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// Number of links that are read besides the players.
const RECENT: usize = 40;
/// Statuses after which the same request may succeed at another server.
const ELSEWHERE: [u16; 3] = [421, 502, 503];

/// The addresses of the servers, and what all clients together know.
pub struct Backends {
    addresses: Mutex<Vec<SocketAddr>>,
    /// When a server last gave no answer.
    silent: Mutex<HashMap<SocketAddr, Instant>>,
    /// The server to which all requests go, if it is one.
    only: Mutex<Option<usize>>,
    /// The number of events that a client was told of, by link: no later answer may be based on fewer.
    told: Mutex<HashMap<String, usize>>,
    /// These links in the order of their first use.
    links: Mutex<Vec<String>>,
    /// Whether the test has failed.
    abandoned: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Backends {
    pub fn new(servers: usize) -> Arc<Backends> {
        let nowhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let backends = Backends {
            addresses: vec![nowhere; servers].into(),
            silent: Mutex::default(),
            only: Mutex::default(),
            told: Mutex::default(),
            links: Mutex::default(),
            abandoned: AtomicBool::new(false),
        };
        Arc::new(backends)
    }

    /// Changes the address of a server.
    pub fn set(&self, n: usize, address: SocketAddr) {
        locked(&self.addresses)[n] = address;
    }

    /// Sends all requests to this server alone, or to all of them again.
    pub fn only(&self, server: Option<usize>) {
        *locked(&self.only) = server;
    }

    /// Makes all clients give up.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::SeqCst);
    }

    /// Chooses a server at random; another one than the last, if that has failed.
    pub fn choose(&self, dice: &mut Dice, failed: Option<SocketAddr>) -> SocketAddr {
        let addresses = locked(&self.addresses);
        if let Some(only) = *locked(&self.only) {
            return addresses[only];
        }
        let silent = locked(&self.silent);
        let answers = |address: &SocketAddr| silent.get(address).is_none_or(|since| since.elapsed() > LEFT_OUT);
        let others: Vec<_> = addresses.iter().filter(|address| Some(**address) != failed).collect();
        let best: Vec<_> = others.iter().filter(|address| answers(address)).copied().collect();
        let of = if best.is_empty() { others } else { best };
        *of[dice.below(of.len())]
    }

    /// Notes that a server gave no answer.
    fn note_silence(&self, address: SocketAddr) {
        locked(&self.silent).insert(address, Instant::now());
    }

    /// Returns the number of events that a client was told of.
    pub fn told(&self, link: &str) -> usize {
        locked(&self.told).get(link).copied().unwrap_or(0)
    }

    /// Notes the number of events that an answer tells of.
    pub fn tell(&self, link: &str, heard: usize) {
        let mut told = locked(&self.told);
        match told.get_mut(link) {
            Some(told) => *told = heard.max(*told),
            None => {
                told.insert(link.to_owned(), heard);
                locked(&self.links).push(link.to_owned());
            }
        }
    }

    /// Returns one of the last links that were used.
    pub fn any_link(&self, dice: &mut Dice) -> Option<String> {
        let links = locked(&self.links);
        let last = links.iter().rev().take(RECENT).count();
        (last > 0).then(|| links[links.len() - 1 - dice.below(last)].clone())
    }
}

/// A pause before the next attempt, and the decision to make one.
pub struct Attempts {
    begun: Instant,
    pub failed: Option<SocketAddr>,
}

impl Attempts {
    pub fn begin() -> Attempts {
        Attempts { begun: Instant::now(), failed: None }
    }

    /// Waits a random time after an attempt that failed.
    ///
    /// # Errors
    /// The client gives up.
    pub fn wait(&mut self, backends: &Backends, dice: &mut Dice, failed: SocketAddr, why: &Error) -> Result<()> {
        self.failed = Some(failed);
        if why.kind() != ErrorKind::Other {
            backends.note_silence(failed);
        }
        if backends.abandoned.load(Ordering::SeqCst) || self.begun.elapsed() > PATIENCE {
            return Err(Error::new(ErrorKind::TimedOut, format!("no server does it; the last: {why}")));
        }
        std::thread::sleep(Duration::from_millis(10 + dice.below(50) as u64));
        Ok(())
    }
}

/// Opens a connection on which a client waits only for a short time.
pub fn connect(address: SocketAddr) -> Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// An HTTP client of several servers. It repeats a request until a server has answered it.
pub struct Balanced {
    pub backends: Arc<Backends>,
    pub dice: Dice,
    open: HashMap<SocketAddr, Client>,
    /// Pace of a game against the computer, which goes on whenever a seat has heard more.
    pub pace: Option<Arc<Pace>>,
    heard: usize,
}

impl Balanced {
    pub fn new(backends: &Arc<Backends>, seed: u64) -> Balanced {
        let backends = Arc::clone(backends);
        Balanced { backends, dice: Dice(seed), open: HashMap::new(), pace: None, heard: 0 }
    }

    /// Sends a request to one server.
    fn once(&mut self, address: SocketAddr, [method, path, headers]: [&str; 3], body: &[u8]) -> Result<Answer> {
        let mut client = match self.open.remove(&address) {
            Some(client) => client,
            None => {
                let stream = connect(address)?;
                let same = stream.try_clone()?;
                let client = Client::over(address, stream)?;
                same.set_read_timeout(Some(TIMEOUT))?;
                client
            }
        };
        let answer = client.send(method, path, headers, body)?;
        self.open.insert(address, client);
        Ok(answer)
    }
}

impl Http for Balanced {
    fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Result<Answer> {
        let backends = Arc::clone(&self.backends);
        let link = path.strip_prefix("/api/seats/").unwrap_or_default().split('/').next().unwrap_or_default();
        let told = backends.told(link);
        let mut attempts = Attempts::begin();
        loop {
            let address = backends.choose(&mut self.dice, attempts.failed);
            let why = match self.once(address, [method, path, headers], body) {
                Ok(answer) if !ELSEWHERE.contains(&answer.status) => {
                    if let Some(heard) = compare(&backends, path, link, told, &answer)
                        && heard != std::mem::replace(&mut self.heard, heard)
                        && let Some(pace) = &self.pace
                    {
                        pace.goes_on();
                    }
                    return Ok(answer);
                }
                Ok(answer) => Error::other(answer.text()),
                Err(error) => error,
            };
            attempts.wait(&backends, &mut self.dice, address, &why)?;
        }
    }
}

/// Checks that an answer is based on all events that a client had been told of when the request was sent. Returns the
/// number of events that it is based on.
fn compare(backends: &Backends, path: &str, link: &str, told: usize, answer: &Answer) -> Option<usize> {
    if link.is_empty() || answer.status != 200 {
        return None;
    }
    let body: Value = serde_json::from_slice(&answer.body).ok()?;
    let heard = match &body {
        Value::Array(events) if path.ends_with("/events") => events.len(),
        body => [&body["heard"], &body["ack"]["heard"], &body["info"]["heard"]].into_iter().find_map(Value::as_u64)?
            as usize,
    };
    // A repeated order is answered as it was the first time.
    let is_new = !path.ends_with("/orders");
    assert!(!is_new || heard >= told, "{path}: an old view, of {heard} events after {told}");
    backends.tell(link, heard);
    is_new.then_some(heard)
}
