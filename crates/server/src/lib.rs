#![doc = include_str!("../README.md")]
#![allow(missing_docs)]
#![forbid(unsafe_code)]

mod addresses;
mod api;
mod client;
mod config;
mod connections;
mod games;
mod held;
mod hosts;
mod limits;
mod links;
mod listen;
pub mod log;
mod monitor;
mod page;
mod party;
mod problem;
mod registry;
mod seats;
mod servers;
pub mod store;
mod work_pool;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

pub use api::{HTTP, openapi};
pub use client::{Client, Network, NotANetwork};
pub use config::{Config, Deadlines, Limits, Schedule};
pub use held::Held;
pub use hosts::{HostName, NotAHostName, NotAnOrigin, Origin};
pub use page::Asset;
pub use seats::TokenHash;
pub use servers::Between;

use crate::addresses::{BetweenAddress, HostAddress};
use crate::connections::ConnectionLimiter;
use crate::hosts::AllowedHosts;
use crate::limits::Rates;
use crate::monitor::Monitor;
use crate::registry::GameRegistry;
use crate::servers::Relay;

/// A handle to a running server, with which to stop it.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    registry: Arc<GameRegistry>,
    connections: Arc<ConnectionLimiter>,
    listening: JoinHandle<()>,
    host_address: Option<HostAddress>,
    between: Option<BetweenAddress>,
    ticking: JoinHandle<()>,
    housekeeping: JoinHandle<()>,
}

impl Running {
    /// Returns the address on which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address for metrics and health, if there is one.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.host_address.as_ref().map(|host| host.address)
    }

    /// Returns the address for other servers of the store, if there is one.
    #[must_use]
    pub fn between_address(&self) -> Option<SocketAddr> {
        self.between.as_ref().map(|between| between.address)
    }

    /// Returns how much of its games the server holds in memory.
    #[must_use]
    pub fn held(&self) -> Held {
        self.registry.held()
    }

    /// Waits for the end of the server. It never ends by itself.
    pub async fn finished(&mut self) {
        let _ = (&mut self.listening).await;
    }

    /// Stops the server: no connection is accepted, open requests end, and sockets are closed. What takes too long
    /// is cut, and ends with the runtime.
    pub async fn stop(mut self) {
        let begun = Instant::now();
        self.registry.stop();
        let _ = self.listening.await;
        if let Some(between) = &mut self.between {
            between.close().await;
        }
        let cut_connections = self.connections.open_connections();
        let cut_work: usize = self.registry.queues().iter().map(|(_, load)| load.running + load.waiting).sum();
        self.ticking.abort();
        self.housekeeping.abort();
        // It waits while another program holds the store.
        let note = tokio::time::timeout(listen::GRACE, self.registry.note());
        let close = async {
            if let Some(host) = self.host_address {
                host.stop().await;
            }
        };
        let _ = tokio::join!(note, close);
        // With its last owner the registry waits for its writes, each of which waits while another program holds the
        // store. An order among them was not answered.
        let registry = self.registry;
        let ended = tokio::task::spawn_blocking(move || drop(registry));
        let _ = tokio::time::timeout(listen::GRACE, ended).await;
        if let Some(between) = self.between {
            between.leave().await;
        }
        tracing::info!(millis = monitor::millis(begun), cut_connections, cut_work, "the server stops");
    }
}

/// Starts a server.
///
/// # Errors
/// The address can't be used.
/// A thread can't be started.
/// The server can't be listed in its store, if it shares that with others.
pub async fn serve(config: Config) -> std::io::Result<Running> {
    let listener = listen::bind(config.listen)?;
    let address = listener.local_addr()?;
    let (deadlines, schedule) = (config.deadlines, config.schedule);
    let monitor = Arc::new(Monitor::new(config.slow_order));
    let guards = api::Guards {
        hosts: AllowedHosts::new(config.hosts.clone(), config.public_origin.clone()).into(),
        connections: ConnectionLimiter::new(config.limits, config.trusted_proxies.clone().into()).into(),
        rates: Rates::new(&config.limits).into(),
        monitor: Arc::clone(&monitor),
    };
    let (rates, opened) = (Arc::clone(&guards.rates), Rates::new(&config.limits).into());
    log_start(address, &config.limits);
    let (metrics, hosts) = (config.metrics, config.hosts.clone());
    let mut others = None;
    if let Some(between) = &config.between {
        let listener = listen::bind(between.listen)?;
        let membership = BetweenAddress::join(&config, between, listener.local_addr()?, &monitor).await?;
        others = Some((listener, membership));
    }
    let membership = others.as_ref().map(|(_, membership)| Arc::clone(membership));
    let relay = membership.as_ref().map(|own| Arc::new(Relay::new(own.secret(), own.others(), own.lease() / 3)));
    let registry = Arc::new(GameRegistry::open(config, Arc::clone(&monitor), membership)?);
    let connections = Arc::clone(&guards.connections);
    let router = api::router(Arc::clone(&registry), guards, relay);
    let accept = listen::Accept { connections: Arc::clone(&connections), opened, deadlines, monitor, router };
    let host_address = match metrics {
        Some(address) => Some(HostAddress::open(address, accept.clone(), hosts, &registry)?),
        None => None,
    };
    let between = match others {
        Some((listener, membership)) => {
            Some(BetweenAddress::open(listener, membership, accept.clone(), rates, &registry)?)
        }
        None => None,
    };
    let listening = tokio::spawn(accept.listen(listener, registry.stopping()));
    let ticking = tokio::spawn(tick(Arc::clone(&registry), schedule.standing));
    let housekeeping = tokio::spawn(keep_house(Arc::clone(&registry)));
    Ok(Running { address, registry, connections, listening, host_address, between, ticking, housekeeping })
}

fn log_start(address: SocketAddr, limits: &Limits) {
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        %address,
        rate = limits.requests_a_second,
        connections = limits.connections,
        connections_of_one = limits.connections_of_one,
        games_of_one = limits.games_of_one,
        memory = limits.memory,
        "the server starts"
    );
}

/// Interval at which heads and uses of games are noted. What a cut write-ahead log lost can be found up to then.
const NOTED: Duration = Duration::from_secs(5);
/// Number of these intervals after which games expire again.
const EXPIRED: u32 = 720;

/// Notes what is written with a delay, and removes games whose time is over once an hour.
async fn keep_house(registry: Arc<GameRegistry>) {
    let mut beats = tokio::time::interval(NOTED);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    let mut lost = 0;
    loop {
        registry.expire().await;
        for _ in 0..EXPIRED {
            beats.tick().await;
            registry.note().await;
            lost = log::tell_lost(lost);
        }
    }
}

/// Answers standing orders and puts games away at a constant interval.
async fn tick(registry: Arc<GameRegistry>, beat: Duration) {
    let mut beats = tokio::time::interval(beat);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    loop {
        beats.tick().await;
        registry.answer_standing().await;
        let registry = Arc::clone(&registry);
        // It never fails, and ends with the server.
        let _ = tokio::task::spawn_blocking(move || registry.tidy()).await;
    }
}
