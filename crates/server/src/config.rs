//! Configuration of a server.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use referee::ledger::ScenarioText;

use crate::client::Network;
use crate::hosts::{HostName, Origin};
use crate::page::Asset;
use crate::servers::Between;
use crate::store::{Retention, Store};

/// Limits on the load of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of a request that creates a game, in bytes.
    pub scenario_bytes: usize,
    /// Maximum size of any other request, in bytes.
    pub body_bytes: usize,
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of open connections of one client: an IPv4 address, or an IPv6 network of 64 bits.
    pub connections_of_one: usize,
    /// Average number of requests and socket messages per second from one client.
    pub requests_a_second: u32,
    /// Maximum number of requests and socket messages in a burst from one client.
    pub burst: u32,
    /// Maximum size of all games in memory together, in bytes.
    pub memory: usize,
    /// Maximum number of unfinished games that one IP address has created.
    pub games_of_one: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            scenario_bytes: 256 << 10,
            body_bytes: 64 << 10,
            connections: 1024,
            connections_of_one: 128,
            requests_a_second: 100,
            burst: 400,
            games_of_one: 200,
            memory: 256 << 20,
        }
    }
}

/// The time that a client has. A connection that takes longer is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// Maximum time for the head of a request, counted from the end of the response before it.
    pub head: Duration,
    /// Maximum time for the body of a request.
    pub body: Duration,
    /// Maximum time in which a client takes nothing of what is sent to it.
    pub write: Duration,
    /// Interval between pings over a WebSocket.
    pub ping: Duration,
    /// Maximum time without any message over a WebSocket. It must be longer than the interval between pings.
    pub silence: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Deadlines {
            head: Duration::from_secs(30),
            body: Duration::from_secs(15),
            write: Duration::from_secs(15),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(65),
        }
    }
}

/// The timing of the server's own actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Delay of the computer player's orders after the thinking time of its level. It must be longer than it takes to
    /// list any offers, so all orders take equally long.
    pub computer: Duration,
    /// Interval at which standing orders are answered, whether there are any or not.
    pub standing: Duration,
    /// Time after which an unused game forgets what odds and computer players have read, and is put away if it is over.
    pub rest: Duration,
    /// Time after which an unused game is put away from memory.
    pub idle: Duration,
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule {
            computer: Duration::from_millis(80),
            standing: Duration::from_secs(1),
            rest: Duration::from_secs(60),
            idle: Duration::from_secs(300),
        }
    }
}

/// The configuration with which a server starts.
#[derive(Clone)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Store for the games.
    pub store: Arc<dyn Store>,
    /// Scenarios that clients can choose by name, each named `SYSTEM/FILE`.
    pub scenarios: Vec<ScenarioText>,
    /// Guides of these scenarios, each under the name of its scenario.
    pub guides: Vec<ScenarioText>,
    /// Pages that explain the sewers, each under the name of its rule system.
    pub explained: Vec<ScenarioText>,
    /// Length and balance of these scenarios, by name, as far as they were measured.
    pub measured: BTreeMap<String, game::Measured>,
    /// Limits on connections, requests and sizes.
    pub limits: Limits,
    /// Time that a client has to send and to read.
    pub deadlines: Deadlines,
    /// Timing of the server's own actions.
    pub schedule: Schedule,
    /// Time from which on an order is slow, and logged.
    pub slow_order: Duration,
    /// Address for metrics and health, for the host only; none if left out.
    pub metrics: Option<SocketAddr>,
    /// How long games stay in the store.
    pub retention: Retention,
    /// Names under which browsers may reach the server, besides `localhost`, addresses and the public origin.
    pub hosts: Vec<HostName>,
    /// Origin of the page as browsers see it (`https://example.org`), if a proxy is in front of the server.
    pub public_origin: Option<Origin>,
    /// Proxies whose `X-Forwarded-For` header tells the client's address. The header of others is ignored.
    pub trusted_proxies: Vec<Network>,
    /// How it works beside other servers of its store; `None` if it has the store for itself.
    pub between: Option<Between>,
    /// Files of the page. A server without them shows how to build them.
    pub page: &'static [Asset],
}

impl Config {
    /// Returns the configuration of a server for this machine only, at a free port.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, scenarios: Vec<ScenarioText>) -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            store,
            scenarios,
            guides: Vec::new(),
            explained: Vec::new(),
            measured: BTreeMap::new(),
            limits: Limits::default(),
            deadlines: Deadlines::default(),
            schedule: Schedule::default(),
            metrics: None,
            slow_order: Duration::from_millis(500),
            hosts: Vec::new(),
            retention: Retention::default(),
            public_origin: None,
            trusted_proxies: Vec::new(),
            between: None,
            page: &[],
        }
    }
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config").field("listen", &self.listen).field("limits", &self.limits).finish_non_exhaustive()
    }
}
