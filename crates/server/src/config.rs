//! Configuration of a server.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use referee::ledger::ScenarioText;

use crate::page::Asset;
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
    /// Maximum number of open connections from one IP address.
    pub connections_of_one: usize,
    /// Average number of requests and socket messages per second from one IP address.
    pub requests_a_second: u32,
    /// Maximum number of requests in a burst from one IP address.
    pub burst: u32,
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
    /// Time after which an unused game is dropped from memory.
    pub idle: Duration,
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule {
            computer: Duration::from_millis(80),
            standing: Duration::from_secs(1),
            idle: Duration::from_secs(600),
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
    /// Limits on connections, requests and sizes.
    pub limits: Limits,
    /// Timing of the server's own actions.
    pub schedule: Schedule,
    /// How long games stay in the store.
    pub retention: Retention,
    /// Origin of the page as browsers see it (`https://example.org`), if a proxy is in front of the server and doesn't
    /// pass on the host name.
    pub public_origin: Option<String>,
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
            limits: Limits::default(),
            schedule: Schedule::default(),
            retention: Retention::default(),
            public_origin: None,
            page: &[],
        }
    }
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config").field("listen", &self.listen).field("limits", &self.limits).finish_non_exhaustive()
    }
}
