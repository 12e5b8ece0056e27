//! The program serves as many connections as it promises, whatever number of open files the system begins with.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../server/tests/common/client.rs"]
mod client;

use std::io::{BufRead, BufReader, Lines};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use client::Client;

/// Time after which a test gives up.
const FOR_EVER: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    /// Lines up to the address.
    said: Vec<String>,
    address: SocketAddr,
    /// Kept open: a program that can't print stops.
    _out: Lines<BufReader<ChildStdout>>,
    _folder: tempfile::TempDir,
}

impl Server {
    /// Starts the program in a shell that has set its limit of open files.
    fn start(limit: &str) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new("sh")
            .args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_undercity")])
            .args(["serve", "--listen", "127.0.0.1:0", "--connections-of-one", "1024", "--store"])
            .arg(folder.path().join("games.sqlite"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = Vec::new();
        let address = out.find_map(|line| {
            let line = line.unwrap();
            let address =
                line.strip_prefix("The table is open at http://").map(|url| url.trim_end_matches('/').parse());
            said.push(line);
            address
        });
        Server { child, said, address: address.unwrap().unwrap(), _out: out, _folder: folder }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_low_limit_that_can_be_raised_is_raised() {
    let server = Server::start("-Sn 100");
    assert_eq!(server.said.len(), 1, "{:?}", server.said);
    let mut clients: Vec<_> = (0..150).map(|_| Client::new(server.address)).collect();
    clients.iter_mut().for_each(|client| assert_eq!(client.get("/api").status, 200));
}

/// Returns a connection from another address of this machine.
async fn connect_from(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(to).await.unwrap().into_std().unwrap()
}

#[test]
fn under_a_limit_that_cannot_be_raised_a_new_address_is_served() {
    let server = Server::start("-n 100");
    assert!(server.said.concat().contains("Only 36 connections at once"), "{:?}", server.said);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let other = Ipv4Addr::new(127, 0, 0, 2);
    let _hoard: Vec<_> = (0..150).map(|_| runtime.block_on(connect_from(other, server.address))).collect();
    let begun = Instant::now();
    while Client::new(server.address).send("GET", "/api", "", b"").is_err() {
        assert!(begun.elapsed() < FOR_EVER, "a new address is never served");
    }
}
