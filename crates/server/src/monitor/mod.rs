//! What the server tells its host: events of the log, each in one place.

mod limit;
pub mod request;
mod store;
mod throttle;

use std::time::{Duration, Instant};

pub use limit::Limit;
pub use store::MonitoredStore;

use self::request::RequestIds;
use self::throttle::Throttle;
use crate::client::Client;
use crate::game::GameKind;
use crate::problem::{Code, Problem};
use crate::store::{GameId, StoreError};

/// Returns the time since then in milliseconds.
#[must_use]
pub fn millis(since: Instant) -> u64 {
    since.elapsed().as_millis() as u64
}

/// Interval in which a limit that one client reaches is logged once.
const OF_A_CLIENT: Duration = Duration::from_secs(60);
/// Interval in which an error of the store is logged once.
const OF_THE_STORE: Duration = Duration::from_secs(5);

/// Notes what happens on a server, for its host. Nothing that it notes names a seat's secret.
#[derive(Debug)]
pub struct Monitor {
    /// Time from which on an order is slow.
    slow: Duration,
    ids: RequestIds,
    limits: Throttle<(Limit, Client)>,
    /// By the act and the text of the error.
    store_errors: Throttle<(&'static str, String)>,
}

impl Monitor {
    /// Returns a monitor to which orders are slow that take longer than `slow`.
    #[must_use]
    pub fn new(slow: Duration) -> Self {
        Monitor {
            slow,
            ids: RequestIds::default(),
            limits: Throttle::new(OF_A_CLIENT),
            store_errors: Throttle::new(OF_THE_STORE),
        }
    }

    /// Notes that a client was told of a problem.
    pub fn told(&self, code: Code, limit: Option<Limit>, client: Client) {
        if let Some(limit) = limit {
            self.limited(limit, client);
        }
        if code == Code::Failed {
            tracing::error!("a request failed by a defect of the program");
        }
    }

    /// Notes that a client has reached a limit.
    pub fn limited(&self, limit: Limit, client: Client) {
        if let Some(times) = self.limits.events((limit, client), Instant::now()) {
            tracing::warn!(limit = limit.name(), client = %client.address(), times, "a client was refused");
        }
    }

    /// Notes an error of the store. What only concerns one client is no error of the store.
    pub fn store_failed(&self, act: &'static str, error: &StoreError) {
        let Some(kind) = error.kind() else { return };
        // The texts of these errors never quote the data of a game.
        let text = error.to_string();
        if let Some(times) = self.store_errors.events((act, text.clone()), Instant::now()) {
            tracing::error!(act, kind, error = text, times, "the store failed");
        }
    }

    /// Notes that a game was set aside.
    pub fn game_unreadable(&self, game: GameId, fault: &str) {
        tracing::error!(game = game.0, fault, "a game can't be read and is set aside");
    }

    /// Notes that games were removed.
    pub fn games_expired(&self, games: usize) {
        if games > 0 {
            tracing::info!(games, "games expired");
        }
    }

    /// Notes an order, an undo or another act of a seat.
    pub fn acted<T>(&self, kind: &GameKind, took: Duration, done: &Result<T, Problem>) {
        if took >= self.slow {
            let (GameKind { system, scenario }, millis) = (kind, took.as_millis() as u64);
            let result = done.as_ref().map_or_else(|problem| problem.code().name(), |_| "accepted");
            tracing::warn!(system, scenario, result, millis, "a slow order");
        }
    }

    /// Notes that the server itself could not act in a game: a computer player, or the answer by a standing order.
    pub fn game_failed(&self, game: GameId, kind: &GameKind, act: &'static str, problem: &Problem) {
        let (GameKind { system, scenario }, code) = (kind, problem.code().name());
        tracing::error!(game = game.0, system, scenario, act, code, "the server could not act in a game");
    }
}
