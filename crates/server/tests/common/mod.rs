//! A server on loopback and an HTTP client.
// Shared by tests: a panic here fails the test that called it.
#![allow(dead_code, unused_imports, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod client;
mod failing;
mod log;
mod postgres;
mod proxy;
mod raw;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use referee::ledger::ScenarioText;
use serde_json::Value;
use server::store::{Lost, Store, StoreAddress};
use server::{Between, Config, Limits, Running, Schedule};
use tokio_tungstenite::tungstenite::Message;

pub use client::*;
pub use failing::Failing;
pub use log::*;
pub use postgres::*;
pub use proxy::*;
pub use raw::*;

/// Returns the scenarios of the tests: small games, one with hidden sewers, one with simultaneous plans and one with an
/// unseen set-up.
pub fn scenarios() -> Vec<ScenarioText> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let names = [
        "tide/first",
        "tide/pumping-station",
        "tide/candles-below-the-bread-works",
        "heroes/first",
        "sniper/patrol",
        "asl/mill-street",
    ];
    { names }
        .into_iter()
        .map(|name| ScenarioText {
            name: name.to_owned(),
            text: std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap(),
        })
        .collect()
}

/// Limits that no test reaches.
pub const WIDE: Limits = Limits {
    scenario_bytes: 256 << 10,
    body_bytes: 64 << 10,
    connections: 4096,
    connections_of_one: 4096,
    requests_a_second: 1_000_000,
    burst: 1_000_000,
    memory: 256 << 20,
    games_of_one: 1_000_000,
};

pub const QUICK: Schedule = Schedule {
    computer: Duration::from_millis(1),
    standing: Duration::from_millis(20),
    rest: Duration::from_secs(600),
    idle: Duration::from_secs(600),
};

/// Opens a store. A server that has just stopped in this process may lock it a moment longer.
pub fn opened(store: &Path) -> Arc<dyn Store> {
    opened_with_lost(store).0
}

/// Opens a store as [`opened`] does. Returns with it the games that have lost acknowledged orders.
pub fn opened_with_lost(store: &Path) -> (Arc<dyn Store>, Vec<Lost>) {
    opened_as(store, false)
}

/// Opens a store for a server that has it for itself, or shares it with others.
fn opened_as(store: &Path, shared: bool) -> (Arc<dyn Store>, Vec<Lost>) {
    let address = StoreAddress::read(store).unwrap();
    let opened = (0..500).find_map(|_| match address.open(shared) {
        Err(server::store::StoreError::InUse) => {
            std::thread::sleep(Duration::from_millis(10));
            None
        }
        opened => Some(opened.unwrap()),
    });
    opened.expect("the store is free again")
}

pub fn config(store: &Path) -> Config {
    Config { limits: WIDE, schedule: QUICK, ..Config::new(opened(store), scenarios()) }
}

/// A server with its own runtime, so clients may block.
pub struct Host {
    pub runtime: tokio::runtime::Runtime,
    pub running: Option<Running>,
    pub address: SocketAddr,
    pub path: PathBuf,
    /// The store of the running server.
    pub store: Option<Arc<dyn Store>>,
    _folder: Option<tempfile::TempDir>,
}

impl Host {
    pub fn new() -> Host {
        Host::with(|config| config)
    }

    pub fn with(change: impl FnOnce(Config) -> Config) -> Host {
        let folder = tempfile::tempdir().unwrap();
        Host::on(folder.path().join("games.sqlite"), Some(folder), change)
    }

    /// Starts a server that shares a database with others.
    pub fn beside(path: &Path, lease: Duration, change: impl FnOnce(Config) -> Config) -> Host {
        let between = Between { listen: "127.0.0.1:0".parse().unwrap(), address: None, lease };
        let store = opened_as(path, true).0;
        let config = Config { limits: WIDE, schedule: QUICK, ..Config::new(store, scenarios()) };
        Host::of(path.to_owned(), None, change(Config { between: Some(between), ..config }))
    }

    /// Starts a server on a store.
    pub fn on(path: PathBuf, folder: Option<tempfile::TempDir>, change: impl FnOnce(Config) -> Config) -> Host {
        let config = change(config(&path));
        Host::of(path, folder, config)
    }

    fn of(path: PathBuf, folder: Option<tempfile::TempDir>, config: Config) -> Host {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let store = Some(Arc::clone(&config.store));
        let running = runtime.block_on(server::serve(config)).unwrap();
        let address = running.address();
        Host { runtime, running: Some(running), address, path, store, _folder: folder }
    }

    /// Starts a server whose store fails as the test wants.
    pub fn failing(change: impl FnOnce(Config) -> Config) -> (Host, Arc<Failing>) {
        let mut failing = None;
        let host = Host::with(|config| {
            let store = failing.insert(Arc::new(Failing::new(Arc::clone(&config.store))));
            change(Config { store: Arc::clone(store) as Arc<dyn Store>, ..config })
        });
        (host, failing.unwrap())
    }

    /// Stops the server and starts another one on its store.
    pub fn again(mut self) -> Host {
        self.stop();
        self.start();
        self
    }

    pub fn stop(&mut self) {
        self.store = None;
        self.runtime.block_on(self.running.take().unwrap().stop());
    }

    /// Starts another server on the store after [`Host::stop`].
    pub fn start(&mut self) {
        self.start_with(|config| config);
    }

    pub fn start_with(&mut self, change: impl FnOnce(Config) -> Config) {
        let config = change(config(&self.path));
        self.store = Some(Arc::clone(&config.store));
        let running = self.runtime.block_on(server::serve(config)).unwrap();
        self.address = running.address();
        self.running = Some(running);
    }
}

/// Returns all messages that a seat gets over a WebSocket from an event on: at least so many, however late they come, and
/// then those until none has come for a while.
pub async fn listen(address: SocketAddr, token: &str, from: usize, least: usize, quiet: Duration) -> Vec<Value> {
    let url = format!("ws://{address}/api/seats/{token}/live?from={from}");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut heard = Vec::new();
    loop {
        let patience = if heard.len() < least { raw::FOR_EVER } else { quiet };
        let Ok(Some(Ok(message))) = tokio::time::timeout(patience, socket.next()).await else { break };
        if let Message::Text(text) = message {
            heard.push(serde_json::from_str(&text).unwrap());
        }
    }
    assert!(heard.len() >= least, "{heard:?}");
    heard
}
