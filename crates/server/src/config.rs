//! How a server is set up.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use referee::ledger::ScenarioText;

use crate::page::Asset;
use crate::store::Store;

/// How much a server takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request that creates a game.
    pub scenario_bytes: usize,
    /// Bytes of any other request.
    pub body_bytes: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address.
    pub connections_of_one: usize,
    /// Requests and socket messages a second from one address, on average.
    pub requests_a_second: u32,
    /// How many of them may come at once.
    pub burst: u32,
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
        }
    }
}

/// When a server does what nobody asked it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How long after it is asked the computer player orders, beside the time its level may think: longer than it takes
    /// to list any offers, so that every answer comes as late as any other.
    pub computer: Duration,
    /// How often standing orders are answered: at the same moments whether there are any or not.
    pub standing: Duration,
    /// How long a game that nobody looks at stays in memory.
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

/// What a server is started with.
#[derive(Clone)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where it keeps its games.
    pub store: Arc<dyn Store>,
    /// The scenarios that can be asked for by name, each called `SYSTEM/FILE`.
    pub scenarios: Vec<ScenarioText>,
    /// How much it takes.
    pub limits: Limits,
    /// When it does what nobody asked it to.
    pub schedule: Schedule,
    /// Where the page is reached from outside (`https://example.org`), if a proxy stands before the server that does
    /// not pass on the host's name.
    pub public_origin: Option<String>,
    /// The files of the page; a server without them says at its address how to build them.
    pub page: &'static [Asset],
}

impl Config {
    /// A server for this machine alone, at a free port.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, scenarios: Vec<ScenarioText>) -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            store,
            scenarios,
            limits: Limits::default(),
            schedule: Schedule::default(),
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
