//! Several servers on one database.

use std::fs::File;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use super::backends::Backends;
use super::serving::Server;
use super::serving::client::Client;

/// Lease of the servers, unless it is another.
pub const LEASE: Duration = Duration::from_secs(2);

/// Servers that share a database, each a process of its own.
pub struct Cluster {
    servers: Vec<Member>,
    lease: Duration,
    /// Where clients find the servers.
    pub backends: Arc<Backends>,
}

/// One of the servers, with its way to the database.
struct Member {
    store: PathBuf,
    /// `None` while it is killed.
    running: Option<Server>,
    /// Port of its metrics.
    metrics: u16,
}

impl Member {
    /// Starts the program with limits that no test reaches.
    fn start(&mut self, n: usize, lease: Duration) {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (metrics, lease) = (format!("127.0.0.1:{port}"), lease.as_secs().to_string());
        let wide = ["serve", "--rate", "1000000", "--games-of-one", "1000000", "--connections", "2048"];
        let of_one = ["--connections-of-one", "2048", "--metrics", &metrics];
        let shared = ["--between", "127.0.0.1:0", "--lease", &lease];
        let level = if std::env::var_os("UNDERCITY_LOGS").is_some() { "debug" } else { "error" };
        let arguments = [&wide[..], &of_one, &shared, &["--log-level", level]].concat();
        self.running = Some(Server::start_with(&arguments, log(n, port), &self.store));
        self.metrics = port;
    }
}

/// Returns where a server logs: in a file of the folder `UNDERCITY_LOGS`, or nowhere. Faults make many lines.
fn log(n: usize, port: u16) -> Stdio {
    let Some(folder) = std::env::var_os("UNDERCITY_LOGS") else { return Stdio::null() };
    let path = PathBuf::from(folder).join(format!("server-{n}-{port}.log"));
    File::create(path).unwrap().into()
}

impl Cluster {
    /// Starts a server for each way to the database.
    pub fn start(stores: Vec<PathBuf>) -> Cluster {
        Cluster::with_lease(stores, LEASE)
    }

    /// Starts servers as [`Cluster::start`] does, with another lease.
    pub fn with_lease(stores: Vec<PathBuf>, lease: Duration) -> Cluster {
        let servers: Vec<_> = stores.into_iter().map(|store| Member { store, running: None, metrics: 0 }).collect();
        let backends = Backends::new(servers.len());
        let mut cluster = Cluster { servers, lease, backends };
        (0..cluster.servers.len()).for_each(|n| cluster.start_again(n));
        cluster
    }

    /// Sends SIGKILL to a server.
    pub fn kill(&mut self, n: usize) {
        self.servers[n].running = None;
    }

    /// Starts a server after [`Cluster::kill`]. It listens at another port.
    pub fn start_again(&mut self, n: usize) {
        self.servers[n].start(n, self.lease);
        self.backends.set(n, self.running(n).address);
    }

    /// Returns a server that was not killed.
    pub fn running(&self, n: usize) -> &Server {
        self.servers[n].running.as_ref().unwrap()
    }

    /// Returns the number of servers.
    pub fn len(&self) -> usize {
        self.servers.len()
    }

    /// Returns a metric of a server.
    pub fn metric(&self, n: usize, name: &str) -> f64 {
        let address = ([127, 0, 0, 1], self.servers[n].metrics).into();
        let text = Client::new(address).get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    /// Returns the number of computer players that think, at all servers together.
    pub fn thinking(&self) -> f64 {
        (0..self.len()).map(|n| self.metric(n, "undercity_computer_players_thinking")).sum()
    }

    /// Stops all servers as a host does. Their leases end with them.
    pub fn stop(mut self) {
        self.servers.iter().filter_map(|member| member.running.as_ref()).for_each(Server::terminate);
        for member in &mut self.servers {
            if let Some(server) = &mut member.running {
                assert!(server.ended(Duration::from_secs(15)).success());
            }
        }
    }

    /// Checks that no server has ended by itself.
    pub fn check_running(&mut self) {
        for (n, member) in self.servers.iter_mut().enumerate() {
            assert!(member.running.as_mut().is_none_or(Server::is_running), "server {n} has ended by itself");
        }
    }
}
