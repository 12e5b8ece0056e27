//! Addresses beside that of players: for the host, and for other servers of the store.

use std::io::Error;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::api;
use crate::client::TrustedProxies;
use crate::config::{Config, Limits};
use crate::connections::ConnectionLimiter;
use crate::hosts::{AllowedHosts, HostName};
use crate::limits::Rates;
use crate::listen::{self, Accept};
use crate::monitor::{Monitor, MonitoredStore};
use crate::registry::GameRegistry;
use crate::servers::{Between, Membership};

/// Maximum number of connections to the address for metrics and health.
const HOST_CONNECTIONS: usize = 64;
/// The address for metrics and health. It is open until the server has stopped, so that the host can see that it stops.
#[derive(Debug)]
pub struct HostAddress {
    pub address: SocketAddr,
    listening: JoinHandle<()>,
    stopping: watch::Sender<bool>,
}

impl HostAddress {
    /// Opens the address with limits of its own: players can't use it up.
    pub fn open(
        address: SocketAddr,
        of_players: Accept,
        hosts: Vec<HostName>,
        registry: &Arc<GameRegistry>,
    ) -> std::io::Result<Self> {
        let listener = listen::bind(address)?;
        let address = listener.local_addr()?;
        tracing::info!(%address, "metrics are open");
        let hosts = AllowedHosts::new(hosts, None);
        let router = api::host_router(Arc::clone(registry), of_players.connections, hosts);
        let limits =
            Limits { connections: HOST_CONNECTIONS, connections_of_one: HOST_CONNECTIONS, ..Limits::default() };
        let connections = Arc::new(ConnectionLimiter::new(limits, TrustedProxies::default()));
        let stopping = watch::Sender::new(false);
        let opened = Rates::new(&limits).into();
        let accept = Accept { connections, opened, router, ..of_players };
        let listening = tokio::spawn(accept.listen(listener, stopping.subscribe()));
        Ok(HostAddress { address, listening, stopping })
    }

    pub async fn stop(self) {
        self.stopping.send_replace(true);
        let _ = self.listening.await;
    }
}

/// The part of a server that works with others of its store.
#[derive(Debug)]
pub struct BetweenAddress {
    pub address: SocketAddr,
    membership: Arc<Membership>,
    listening: Option<JoinHandle<()>>,
    dropping: JoinHandle<()>,
}

impl BetweenAddress {
    /// Lists this server in its store, under the address of a listener.
    pub async fn join(
        config: &Config,
        between: &Between,
        address: SocketAddr,
        monitor: &Arc<Monitor>,
    ) -> std::io::Result<Arc<Membership>> {
        let told = match &between.address {
            Some(told) => told.clone(),
            None if address.ip().is_unspecified() => {
                return Err(Error::other("other servers need an address of this one: name it, as it listens on all"));
            }
            None => address.to_string(),
        };
        let store = MonitoredStore::new(Arc::clone(&config.store), Arc::clone(monitor));
        let (lease, monitor) = (between.lease, Arc::clone(monitor));
        let begin = move || Membership::begin(Arc::new(store), told, lease, monitor);
        let membership = tokio::task::spawn_blocking(begin).await.map_err(Error::other)?;
        membership.map(Arc::new).map_err(Error::other)
    }

    /// Opens the address.
    pub fn open(
        listener: TcpListener,
        membership: Arc<Membership>,
        of_players: Accept,
        rates: Arc<Rates>,
        registry: &Arc<GameRegistry>,
    ) -> std::io::Result<Self> {
        let address = listener.local_addr()?;
        tracing::info!(%address, "the address for other servers is open");
        // Requests count as their clients', not as those of the server that passes them on. The share of a client was
        // counted there.
        let limits = registry.config().limits;
        let limits = Limits { connections_of_one: limits.connections, ..limits };
        let guards = api::Guards {
            hosts: AllowedHosts::new(Vec::new(), None).into(),
            connections: ConnectionLimiter::new(limits, TrustedProxies::everyone()).into(),
            rates,
            monitor: Arc::clone(&of_players.monitor),
        };
        let connections = Arc::clone(&guards.connections);
        let router = api::between_router(Arc::clone(registry), guards, *membership.secret());
        let accept = Accept { connections, router, ..of_players };
        let listening = tokio::spawn(accept.listen(listener, registry.stopping()));
        let (mut term, own, interval) = (membership.term(), Arc::downgrade(registry), membership.interval());
        let dropping = tokio::spawn(async move {
            let mut beat = tokio::time::interval(interval);
            loop {
                // The thread of the lease may still wait for its database when the term is over.
                let over = tokio::select! {
                    changed = term.changed() => match changed {
                        Ok(()) => true,
                        Err(_) => return,
                    },
                    _ = beat.tick() => term.borrow().is_over(),
                };
                let Some(registry) = own.upgrade() else { return };
                if over {
                    registry.drop_lost();
                }
            }
        });
        Ok(BetweenAddress { address, membership, listening: Some(listening), dropping })
    }

    pub async fn close(&mut self) {
        if let Some(listening) = self.listening.take() {
            let _ = listening.await;
        }
    }

    /// Lets others take the games of this server at once.
    pub async fn leave(self) {
        self.dropping.abort();
        let leave = tokio::task::spawn_blocking(move || self.membership.leave());
        let _ = tokio::time::timeout(listen::GRACE, leave).await;
    }
}
