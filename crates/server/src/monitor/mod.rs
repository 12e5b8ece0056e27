//! What the server tells its host: events of the log and metrics, each in one place.

mod limit;
mod metrics;
mod readiness;
pub mod request;
mod store;
mod throttle;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use limit::Limit;
pub use metrics::{Counted, Metrics, Snapshot};
pub use readiness::Readiness;
pub use store::MonitoredStore;

use self::request::RequestIds;
use self::throttle::{Events, Throttle};
use crate::client::Client;
use crate::problem::{Code, Problem};
use crate::store::{GameId, StoreError};
use game::GameKind;

/// Returns the time since then in milliseconds.
#[must_use]
pub fn millis(since: Instant) -> u64 {
    since.elapsed().as_millis() as u64
}

/// Interval in which a limit that one client reaches is logged once.
const OF_A_CLIENT: Duration = Duration::from_secs(60);
/// Interval in which an error of the store, a failed answer to one client, or a slow order in a scenario is logged once.
const OF_THE_SERVER: Duration = Duration::from_secs(5);

/// Notes what happens on a server, for its host. Nothing that it notes names a seat's secret.
#[derive(Debug)]
pub struct Monitor {
    pub metrics: Metrics,
    /// Time from which on an order is slow.
    slow: Duration,
    ids: RequestIds,
    limits: Throttle<(Limit, Client)>,
    failures: Throttle<Client>,
    slow_orders: Throttle<GameKind>,
    failed_acts: Throttle<(GameKind, &'static str)>,
    /// By the act and the text of the error.
    store_errors: Throttle<(&'static str, String)>,
    /// The time and the error of the last write to the store, if that failed.
    not_written: Mutex<Option<(Instant, StoreError)>>,
}

impl Monitor {
    /// Returns a monitor to which orders are slow that take longer than `slow`.
    #[must_use]
    pub fn new(slow: Duration) -> Self {
        Monitor {
            metrics: Metrics::default(),
            not_written: Mutex::default(),
            slow,
            ids: RequestIds::default(),
            limits: Throttle::new(OF_A_CLIENT),
            failures: Throttle::new(OF_THE_SERVER),
            slow_orders: Throttle::new(OF_THE_SERVER),
            failed_acts: Throttle::new(OF_THE_SERVER),
            store_errors: Throttle::new(OF_THE_SERVER),
        }
    }

    /// Notes that a client was told of a problem.
    pub fn told(&self, code: Code, limit: Option<Limit>, client: Client) {
        self.metrics.problems.get_or_create(&[("code", code.name())]).inc();
        if let Some(limit) = limit {
            self.limited(limit, client);
        }
        if code == Code::Failed
            && let Some(Events { times, .. }) = self.failures.events(client, Instant::now())
        {
            tracing::error!(times, "the server failed to answer a request");
        }
    }

    /// Notes that a connection was closed since the client did not begin a request. It is not logged: browsers keep
    /// connections that they do not use.
    pub fn closed_unused(&self) {
        self.metrics.limits.get_or_create(&[("limit", Limit::Unused.name())]).inc();
    }

    /// Notes that a client has reached a limit.
    pub fn limited(&self, limit: Limit, client: Client) {
        self.metrics.limits.get_or_create(&[("limit", limit.name())]).inc();
        match self.limits.events((limit, client), Instant::now()) {
            Some(Events { times, various: true }) => tracing::warn!(times, "more clients were refused"),
            Some(Events { times, various: false }) => {
                tracing::warn!(limit = limit.name(), client = %client.address(), times, "a client was refused");
            }
            None => {}
        }
    }

    /// Notes an error of the store. An error that concerns one client or game is left out.
    pub fn store_failed(&self, act: &'static str, error: &StoreError) {
        let Some(kind) = error.kind() else { return };
        self.metrics.store_errors.get_or_create(&[("kind", kind)]).inc();
        // The texts of these errors never quote the data of a game.
        let text = error.to_string();
        if let Some(Events { times, .. }) = self.store_errors.events((act, text.clone()), Instant::now()) {
            tracing::error!(act, kind, error = text, times, "the store failed");
        }
    }

    /// Notes the time of a transaction of the store.
    pub fn store_timed(&self, writes: usize, took: Duration) {
        self.metrics.store_duration.observe(took.as_secs_f64());
        self.metrics.store_batch.observe(writes as f64);
    }

    /// Notes whether the store could be written.
    pub fn store_written(&self, error: Option<&StoreError>) {
        // An error that only concerns one client tells nothing of the store.
        if error.is_none_or(|error| error.kind().is_some()) {
            *self.not_written() = error.cloned().map(|error| (Instant::now(), error));
        }
    }

    fn not_written(&self) -> MutexGuard<'_, Option<(Instant, StoreError)>> {
        self.not_written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the error of the last write to the store, if that failed within this time.
    pub fn write_error(&self, within: Duration) -> Option<StoreError> {
        self.not_written().as_ref().filter(|(at, _)| at.elapsed() < within).map(|(_, error)| error.clone())
    }

    /// Notes that a game was set aside.
    pub fn game_unreadable(&self, game: GameId, fault: &str) {
        self.metrics.games_unreadable.inc();
        tracing::error!(game = game.0, fault, "a game can't be read and is set aside");
    }

    /// Notes that games were removed.
    pub fn games_expired(&self, games: usize) {
        self.metrics.games_expired.inc_by(games as u64);
        if games > 0 {
            tracing::info!(games, "games expired");
        }
    }

    /// Notes an order, an undo or another act of a seat.
    pub fn acted<T>(&self, kind: &GameKind, took: Duration, done: &Result<T, Problem>) {
        let GameKind { system, scenario } = kind;
        let result = done.as_ref().map_or_else(|problem| problem.code().name(), |_| "accepted");
        self.metrics.orders.get_or_create(&[("system", system), ("result", result)]).inc();
        self.metrics.order_duration.get_or_create(&[("system", system)]).observe(took.as_secs_f64());
        if took >= self.slow
            && let Some(Events { times, .. }) = self.slow_orders.events(kind.clone(), Instant::now())
        {
            let millis = took.as_millis() as u64;
            tracing::warn!(system, scenario, result, millis, times, "a slow order");
        }
    }

    /// Notes that the server itself could not act in a game: a computer player, or the answer by a standing order.
    pub fn game_failed(&self, game: GameId, kind: &GameKind, act: &'static str, problem: &Problem) {
        let (GameKind { system, scenario }, code) = (kind, problem.code().name());
        if let Some(Events { times, .. }) = self.failed_acts.events((kind.clone(), act), Instant::now()) {
            tracing::error!(game = game.0, system, scenario, act, code, times, "the server could not act in a game");
        }
    }
}
