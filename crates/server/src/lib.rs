#![doc = include_str!("../README.md")]
#![allow(missing_docs)]
#![forbid(unsafe_code)]

mod api;
mod config;
mod game;
mod hosts;
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

use tokio::task::JoinHandle;

pub use api::{HTTP, openapi};
pub use config::{Config, Deadlines, Limits, Schedule};
pub use hosts::{HostName, NotAHostName, NotAnOrigin, Origin};
pub use page::Asset;
pub use pre_game::{Dice, Parts, Player, PreGame};
pub use problem::Code;
pub use seats::{Token, TokenHash};

use crate::limits::Rates;
use crate::registry::GameRegistry;

/// A handle to a running server, with which to stop it.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    registry: Arc<GameRegistry>,
    listening: JoinHandle<()>,
    ticking: JoinHandle<()>,
}

impl Running {
    /// Returns the address on which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for the end of the server. It never ends by itself.
    pub async fn finished(&mut self) {
        let _ = (&mut self.listening).await;
    }

    /// Stops the server: open requests end, sockets are closed, and all queued writes are stored.
    pub async fn stop(self) {
        self.registry.stop();
        let _ = self.listening.await;
        self.ticking.abort();
    }
}

/// Starts a server.
///
/// # Errors
/// The address can't be used.
/// A thread can't be started.
pub async fn serve(config: Config) -> std::io::Result<Running> {
    let listener = listen::bind(config.listen)?;
    let address = listener.local_addr()?;
    let (limits, deadlines, schedule) = (config.limits, config.deadlines, config.schedule);
    let registry = Arc::new(GameRegistry::open(config)?);
    let rates = Arc::new(Rates::new(&limits));
    let router = api::router(Arc::clone(&registry), Arc::clone(&rates)).layer(axum::Extension(rates));
    let listening = tokio::spawn(listen::listen(listener, router, (limits, deadlines), registry.stopping()));
    let ticking = tokio::spawn(tick(Arc::clone(&registry), schedule.standing));
    Ok(Running { address, registry, listening, ticking })
}

/// Answers standing orders and drops idle games at a constant interval.
async fn tick(registry: Arc<GameRegistry>, beat: std::time::Duration) {
    let mut beats = tokio::time::interval(beat);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    loop {
        beats.tick().await;
        registry.answer_standing().await;
        registry.forget_idle();
    }
}
