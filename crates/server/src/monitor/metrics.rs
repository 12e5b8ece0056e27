//! Numbers for Prometheus. Labels have few values, none of which names a game or a client.

use std::sync::atomic::Ordering;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry, Unit};

use super::Limit;
use crate::held::Held;
use crate::log::lost_lines;
use crate::store::StoreError;
use crate::work_pool::Load;

/// Names of labels with their values.
type Labels<const N: usize> = [(&'static str, &'static str); N];

/// The metrics of one server.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    pub orders: Family<Labels<2>, Counter>,
    pub order_duration: Family<Labels<1>, Histogram>,
    pub store_duration: Histogram,
    pub store_batch: Histogram,
    pub store_errors: Family<Labels<1>, Counter>,
    pub limits: Family<Labels<1>, Counter>,
    pub problems: Family<Labels<1>, Counter>,
    pub games_expired: Counter,
    pub games_unreadable: Counter,
    pub sockets: Gauge,
    pub sockets_passed_on: Gauge,
    pub passed_on: Family<Labels<1>, Counter>,
    pub terms: Counter,
    pub thinking: Gauge,
    present: Present,
}

/// What is measured only when it is asked for.
#[derive(Debug, Default)]
struct Present {
    connections: Gauge,
    games_stored: Gauge,
    games_known: Gauge,
    games_in_memory: Gauge,
    games_bytes: Gauge,
    work_waiting: Family<Labels<1>, Gauge>,
    work_running: Family<Labels<1>, Gauge>,
    resident_bytes: Gauge,
    log_lines_lost: Counter,
}

/// The present state of a server.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    /// Number of open connections.
    pub connections: usize,
    /// Number of games in the store; `None` if it can't be read.
    pub stored: Option<u64>,
    pub held: Held,
    /// Work by the name of its queue.
    pub queues: [(&'static str, Load); 4],
}

/// Registers a metric under a name and returns it.
fn add<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

/// From a tenth of a millisecond to three seconds.
fn durations() -> Histogram {
    Histogram::new(exponential_buckets(0.0001, 2.0, 16))
}

/// Registers durations under a name, which gets the unit as its suffix.
fn add_seconds<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register_with_unit(name, help, Unit::Seconds, metric.clone());
    metric
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        let present = Present::registered(&mut registry);
        let own = registry.sub_registry_with_prefix("undercity");
        let durations_of = Family::new_with_constructor(durations as fn() -> Histogram);
        let batches = Histogram::new(exponential_buckets(1.0, 2.0, 10));
        let metrics = Metrics {
            orders: add(own, "orders", "Orders and other acts of seats, by result", Family::default()),
            order_duration: add_seconds(own, "order_duration", "Time until an act of a seat is answered", durations_of),
            store_duration: add_seconds(
                own,
                "store_write_duration",
                "Time of a transaction with its sync",
                durations(),
            ),
            store_batch: add(own, "store_batch_writes", "Writes of a transaction", batches),
            store_errors: add(own, "store_errors", "Errors of the store", Family::default()),
            limits: add(own, "limits", "Clients refused by a limit", Family::default()),
            problems: add(own, "problems", "Errors told to clients, by code", Family::default()),
            games_expired: add(own, "games_expired", "Games removed since their time was over", Counter::default()),
            games_unreadable: add(own, "games_unreadable", "Games set aside as unreadable", Counter::default()),
            sockets: add(own, "sockets", "Open WebSockets of games that this server holds", Gauge::default()),
            sockets_passed_on: add(own, "sockets_passed_on", "Open WebSockets of games elsewhere", Gauge::default()),
            passed_on: add(own, "passed_on", "Requests passed on to other servers, by result", Family::default()),
            terms: add(own, "terms", "Times that this server was listed in its store", Counter::default()),
            thinking: add(own, "computer_players_thinking", "Computer players that think", Gauge::default()),
            present,
            registry,
        };
        metrics.begin_at_zero();
        metrics
    }
}

impl Present {
    fn registered(registry: &mut Registry) -> Self {
        let resident = Gauge::default();
        if resident_bytes().is_some() {
            registry.register("process_resident_memory_bytes", "Resident memory of the process", resident.clone());
        }
        let own = registry.sub_registry_with_prefix("undercity");
        Present {
            connections: add(own, "connections", "Open connections of clients", Gauge::default()),
            games_stored: add(own, "games_stored", "Games in the store", Gauge::default()),
            games_known: add(own, "games_in_use", "Games that seats use or have used lately", Gauge::default()),
            games_in_memory: add(own, "games_in_memory", "Games in memory", Gauge::default()),
            games_bytes: add(own, "games_memory_bytes", "Estimated memory of these games", Gauge::default()),
            work_waiting: add(own, "work_waiting", "Long work that waits, by queue", Family::default()),
            work_running: add(own, "work_running", "Long work that runs, by queue", Family::default()),
            resident_bytes: resident,
            log_lines_lost: add(own, "log_lines_lost", "Lines of the log that were not read", Counter::default()),
        }
    }

    fn set(&self, snapshot: &Snapshot) {
        self.connections.set(snapshot.connections as i64);
        if let Some(stored) = snapshot.stored {
            self.games_stored.set(stored as i64);
        }
        self.games_known.set(snapshot.held.known as i64);
        self.games_in_memory.set(snapshot.held.games as i64);
        self.games_bytes.set(snapshot.held.bytes as i64);
        for (queue, load) in snapshot.queues {
            self.work_waiting.get_or_create(&[("queue", queue)]).set(load.waiting as i64);
            self.work_running.get_or_create(&[("queue", queue)]).set(load.running as i64);
        }
        self.log_lines_lost.inner().store(lost_lines() as u64, Ordering::Relaxed);
        if let Some(bytes) = resident_bytes() {
            self.resident_bytes.set(bytes);
        }
    }
}

impl Metrics {
    /// Makes the counters that alerts need. Prometheus can't see the first event of a counter that begins with it.
    fn begin_at_zero(&self) {
        for system in table::SYSTEMS {
            drop(self.orders.get_or_create(&[("system", system.name()), ("result", "accepted")]));
        }
        for limit in Limit::ALL {
            drop(self.limits.get_or_create(&[("limit", limit.name())]));
        }
        for kind in StoreError::KINDS {
            drop(self.store_errors.get_or_create(&[("kind", kind)]));
        }
    }

    /// Returns all metrics as text, in the form of OpenMetrics.
    #[must_use]
    pub fn text(&self, snapshot: &Snapshot) -> String {
        self.present.set(snapshot);
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Something that is counted until it is dropped.
#[derive(Debug)]
pub struct Counted(Gauge);

impl Counted {
    #[must_use]
    pub fn by(gauge: &Gauge) -> Self {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Returns the resident memory of this process; `None` on systems other than Linux.
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"))?;
    Some(kilobytes.trim().parse::<i64>().ok()? << 10)
}
