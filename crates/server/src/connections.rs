//! Counts open connections by client, and makes room for new clients.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::client::{Client, TrustedProxies};
use crate::config::Limits;
use crate::monitor::Limit;
use crate::problem::{Code, Problem};

/// Number of requests or messages in a row that may exceed the rate. Each is refused; with the next one, the connection
/// is closed.
const REFUSED: u32 = 20;

/// The open connections of all clients.
///
/// At the limit, a new connection replaces one of the client with the most: the one that has been silent longest. So
/// a client that hoards connections loses those it uses least, and a new client is admitted at once. A share that
/// shrinks as connections get scarce would be no help: connections that are already open would stay open.
#[derive(Debug)]
pub struct ConnectionLimiter {
    open: Mutex<Open>,
    limits: Limits,
    proxies: TrustedProxies,
    /// Counts everything that clients have sent. It orders connections by how long they have been silent.
    sent: AtomicU64,
    all: TaskTracker,
}

#[derive(Debug, Default)]
struct Open {
    count: usize,
    by_client: HashMap<Client, Vec<Arc<Line>>>,
}

/// The part of a connection that the limiter keeps.
#[derive(Debug, Default)]
struct Line {
    /// Value of [`ConnectionLimiter::sent`] when the client last sent something.
    last_sent: AtomicU64,
    evicted: CancellationToken,
}

/// An open connection, counted until it is dropped. Everything that uses the connection holds it, including a WebSocket
/// long after its request.
#[derive(Debug)]
pub struct Connection {
    line: Arc<Line>,
    client: Client,
    /// Number of requests or messages in a row that exceeded the rate.
    refused: AtomicU32,
    limiter: Arc<ConnectionLimiter>,
    _running: TaskTrackerToken,
}

/// The reason why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowded {
    /// The client has its share.
    Share,
    /// The server has reached its limit, and no client has more connections than this one would have.
    Full,
}

impl Crowded {
    /// Returns the limit that was reached.
    #[must_use]
    pub const fn limit(self) -> Limit {
        match self {
            Crowded::Share => Limit::ConnectionsOfOne,
            Crowded::Full => Limit::Connections,
        }
    }
}

/// The other end of a TCP connection.
#[derive(Clone, Debug)]
pub enum Peer {
    /// A client that connects directly.
    Client(Arc<Connection>),
    /// A trusted proxy. Each of its requests is counted as a connection of the client that it comes from.
    Proxy(IpAddr),
}

impl Peer {
    /// Waits until the connection must be closed to make room for another; for ever, if it is a proxy's.
    pub fn evicted(&self) -> impl Future<Output = ()> + Send + use<> {
        let client = match self {
            Peer::Client(connection) => Some(connection.evicted()),
            Peer::Proxy(_) => None,
        };
        async move {
            match client {
                Some(evicted) => evicted.await,
                None => std::future::pending().await,
            }
        }
    }
}

impl ConnectionLimiter {
    /// Returns a limiter without open connections.
    #[must_use]
    pub fn new(limits: Limits, proxies: TrustedProxies) -> Self {
        ConnectionLimiter { open: Mutex::default(), limits, proxies, sent: AtomicU64::new(0), all: TaskTracker::new() }
    }

    /// Returns whether an address is a trusted proxy's.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.proxies.contain(address)
    }

    /// Admits a TCP connection from an address.
    ///
    /// # Errors
    /// The client has its share.
    /// The server is full.
    pub fn accept(self: &Arc<Self>, address: IpAddr) -> Result<Peer, Crowded> {
        match self.trusts(address) {
            true => Ok(Peer::Proxy(address)),
            false => self.open(address.into()).map(Peer::Client),
        }
    }

    /// Returns the connection that a request is counted with.
    ///
    /// # Errors
    /// The client behind a proxy has its share.
    /// The server is full.
    pub fn of_request(self: &Arc<Self>, peer: &Peer, headers: &HeaderMap) -> Result<Arc<Connection>, Crowded> {
        let connection = match peer {
            Peer::Client(connection) => Arc::clone(connection),
            Peer::Proxy(proxy) => self.open(self.proxies.client(*proxy, headers))?,
        };
        connection.client_sends();
        Ok(connection)
    }

    /// Returns the client of a request, which a trusted proxy may have passed on.
    #[must_use]
    pub fn client(&self, peer: &Peer, headers: &HeaderMap) -> Client {
        match peer {
            Peer::Client(connection) => connection.client(),
            Peer::Proxy(proxy) => self.proxies.client(*proxy, headers),
        }
    }

    fn open(self: &Arc<Self>, client: Client) -> Result<Arc<Connection>, Crowded> {
        let line = Arc::new(Line { last_sent: AtomicU64::new(self.next()), ..Line::default() });
        {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let own = open.by_client.get(&client).map_or(0, Vec::len);
            if own >= self.limits.connections_of_one {
                return Err(Crowded::Share);
            }
            if open.count >= self.limits.connections && !open.evict_for(own) {
                return Err(Crowded::Full);
            }
            open.by_client.entry(client).or_default().push(Arc::clone(&line));
            open.count += 1;
        }
        Ok(Arc::new(Connection {
            line,
            client,
            refused: AtomicU32::new(0),
            limiter: Arc::clone(self),
            _running: self.all.token(),
        }))
    }

    /// Returns the number of open connections.
    #[must_use]
    pub fn open_connections(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).count
    }

    fn next(&self) -> u64 {
        self.sent.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the tracker of everything that must end before the server has stopped.
    #[must_use]
    pub const fn all(&self) -> &TaskTracker {
        &self.all
    }
}

impl Open {
    /// Closes a connection so that a client with `own` connections can open another. It is the longest silent one of
    /// the client with the most, which must still have no fewer afterwards. Returns whether there was one.
    fn evict_for(&mut self, own: usize) -> bool {
        let most = self.by_client.iter().max_by_key(|(_, lines)| lines.len());
        let Some((&client, lines)) = most.filter(|(_, lines)| lines.len() > own + 1) else { return false };
        let silent = lines.iter().min_by_key(|line| line.last_sent.load(Ordering::Relaxed)).map(Arc::clone);
        silent.is_some_and(|line| {
            line.evicted.cancel();
            self.remove(client, &line);
            true
        })
    }

    fn remove(&mut self, client: Client, line: &Arc<Line>) {
        let Some(lines) = self.by_client.get_mut(&client) else { return };
        let Some(at) = lines.iter().position(|one| Arc::ptr_eq(one, line)) else { return };
        lines.swap_remove(at);
        self.count -= 1;
        if lines.is_empty() {
            self.by_client.remove(&client);
        }
    }
}

impl Connection {
    /// Returns the client at the other end.
    #[must_use]
    pub const fn client(&self) -> Client {
        self.client
    }

    /// Notes that the client has sent something.
    pub fn client_sends(&self) {
        self.line.last_sent.store(self.limiter.next(), Ordering::Relaxed);
    }

    /// Notes that the rate allowed what the client sent.
    pub fn admitted(&self) {
        self.refused.store(0, Ordering::Relaxed);
    }

    /// Notes that what the client sent exceeded the rate. Returns whether the connection must be closed for it.
    pub fn refused(&self) -> bool {
        self.refused.fetch_add(1, Ordering::Relaxed) >= REFUSED
    }

    /// Waits until the connection must be closed to make room for another.
    pub fn evicted(&self) -> WaitForCancellationFutureOwned {
        self.line.evicted.clone().cancelled_owned()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.remove(self.client, &self.line);
    }
}

impl From<Crowded> for Problem {
    fn from(crowded: Crowded) -> Self {
        let problem = match crowded {
            Crowded::Share => Problem::new(Code::TooMany, "too many connections from this address; close some"),
            Crowded::Full => Problem::new(Code::Busy, "the server has no free connection; try again later"),
        };
        problem.at_limit(crowded.limit()).retry_after(5)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn limiter(connections: usize, connections_of_one: usize) -> Arc<ConnectionLimiter> {
        let limits = Limits { connections, connections_of_one, ..Limits::default() };
        Arc::new(ConnectionLimiter::new(limits, TrustedProxies::default()))
    }

    fn client(number: u8) -> Client {
        IpAddr::from(Ipv4Addr::new(192, 0, 2, number)).into()
    }

    fn is_evicted(connection: &Connection) -> bool {
        connection.line.evicted.is_cancelled()
    }

    #[test]
    fn a_client_has_its_share_and_no_more() {
        let limiter = limiter(10, 2);
        let mut held: Vec<_> = (0..2).map(|_| limiter.open(client(1)).unwrap()).collect();
        assert_eq!(limiter.open(client(1)).unwrap_err(), Crowded::Share);
        held.pop();
        assert!(limiter.open(client(1)).is_ok());
    }

    #[test]
    fn a_new_client_gets_the_place_that_the_greediest_has_left_unused_longest() {
        let limiter = limiter(6, 6);
        let few = limiter.open(client(2)).unwrap();
        let many: Vec<_> = (0..5).map(|_| limiter.open(client(1)).unwrap()).collect();
        many[0].client_sends();
        let new = limiter.open(client(3)).unwrap();
        assert_eq!(many.iter().map(|one| is_evicted(one)).collect::<Vec<_>>(), [false, true, false, false, false]);
        assert!(!is_evicted(&few) && !is_evicted(&new));
        // Dropping what was evicted frees no second place.
        drop(many);
        let again: Vec<_> = (0..4).map(|_| limiter.open(client(1)).unwrap()).collect();
        assert_eq!(limiter.open(client(1)).unwrap_err(), Crowded::Full);
        assert!(again.iter().all(|one| !is_evicted(one)));
    }

    #[test]
    fn clients_with_equal_shares_keep_them() {
        let limiter = limiter(4, 4);
        let held: Vec<_> = [1, 2, 3, 4].map(|number| limiter.open(client(number)).unwrap()).into();
        assert_eq!(limiter.open(client(5)).unwrap_err(), Crowded::Full);
        assert!(held.iter().all(|one| !is_evicted(one)));
        drop(held);
        let held: Vec<_> = [1, 1, 2, 2].map(|number| limiter.open(client(number)).unwrap()).into();
        assert_eq!(limiter.open(client(1)).unwrap_err(), Crowded::Full);
        assert!(limiter.open(client(5)).is_ok());
        drop(held);
    }

    #[test]
    fn nothing_is_counted_when_all_are_gone() {
        let limiter = limiter(8, 8);
        for round in 0..100 {
            let held: Vec<_> = (0..8).filter_map(|n| limiter.open(client(n % (1 + round % 8))).ok()).collect();
            assert!(!held.is_empty());
        }
        let open = limiter.open.lock().unwrap();
        assert!(open.count == 0 && open.by_client.is_empty());
    }
}
