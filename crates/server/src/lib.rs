#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod api;
mod config;
mod game;
mod limits;
mod listen;
mod page;
mod pre_game;
mod problem;
mod randomness;
mod registry;
mod seats;
pub mod store;
mod work_pool;

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use api::{HTTP, openapi};
pub use config::{Config, Limits, Schedule};
pub use page::Asset;
pub use pre_game::{Dice, Parts, Player, PreGame};
pub use problem::Code;
pub use seats::{Token, TokenHash};

use crate::limits::Rates;
use crate::registry::GameRegistry;

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    registry: Arc<GameRegistry>,
    listening: JoinHandle<()>,
    ticking: JoinHandle<()>,
}

impl Running {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the server ends of itself: it does not.
    pub async fn finished(&mut self) {
        let _ = (&mut self.listening).await;
    }

    /// Stops it: open requests end, sockets are closed, everything handed to the store is kept.
    pub async fn stop(self) {
        self.registry.stop();
        let _ = self.listening.await;
        self.ticking.abort();
    }
}

/// Starts a server.
///
/// # Errors
/// When it cannot listen there, or the machine gives it no thread.
pub async fn serve(config: Config) -> std::io::Result<Running> {
    let listener = TcpListener::bind(config.listen).await?;
    let address = listener.local_addr()?;
    let (limits, schedule) = (config.limits, config.schedule);
    let registry = Arc::new(GameRegistry::open(config)?);
    let rates = Arc::new(Rates::new(&limits));
    let router = api::router(Arc::clone(&registry), Arc::clone(&rates)).layer(axum::Extension(rates));
    let listening = tokio::spawn(listen::listen(listener, router, limits, registry.stopping()));
    let ticking = tokio::spawn(tick(Arc::clone(&registry), schedule.standing));
    Ok(Running { address, registry, listening, ticking })
}

/// Does at every beat what is done without anybody asking.
async fn tick(registry: Arc<GameRegistry>, beat: std::time::Duration) {
    let mut beats = tokio::time::interval(beat);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    loop {
        beats.tick().await;
        registry.answer_standing().await;
        registry.forget_idle();
    }
}
