//! The built program in a process of its own, and clients at different addresses of the loopback network.
// Shared by examples, each of which uses a part.
#![allow(dead_code)]

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::client::Client;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A server in a process of its own, with a store of its own.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    metrics: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Server {
    /// Starts the program at this path, at its default limits.
    pub fn start(program: &str) -> Result<Server, Failure> {
        Server::start_with(program, &[])
    }

    /// Starts the program at this path, with further options.
    pub fn start_with(program: &str, options: &[&str]) -> Result<Server, Failure> {
        let folder = tempfile::tempdir()?;
        let metrics = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let store = folder.path().join("games.sqlite");
        let mut child = Command::new(program)
            .args(["serve", "--log-level", "error", "--listen", "127.0.0.1:0", "--metrics", &metrics.to_string()])
            .args(options)
            .arg("--store")
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        let first = lines.next().ok_or("the program ended")??;
        let url = first.rsplit("http://").next().ok_or("no address")?.trim_end_matches('/').to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Server { child, address: url.parse()?, metrics, _folder: folder })
    }

    /// Returns what the program counts as the memory of its games, in megabytes.
    pub fn games(&self) -> f64 {
        let text = Client::try_new(self.metrics).map(|mut client| client.get("/metrics").text()).unwrap_or_default();
        let bytes =
            text.lines().find_map(|line| line.strip_prefix("undercity_games_memory_bytes ")?.parse::<f64>().ok());
        bytes.unwrap_or(f64::NAN) / f64::from(1 << 20)
    }

    /// Returns the memory of the process, in megabytes.
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next());
        kilobytes.and_then(|text| text.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Opens a connection from an address of the loopback network.
pub fn connect(address: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect_timeout(&address.into(), Duration::from_secs(5))?;
    Ok(socket.into())
}

/// Returns a client at an address of the loopback network.
pub fn client(address: SocketAddr, from: Ipv4Addr) -> std::io::Result<Client> {
    Client::over(address, connect(address, from)?)
}

/// Returns the time below which this share of them lies; they get sorted.
pub fn at(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(((times.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(f64::NAN)
}
