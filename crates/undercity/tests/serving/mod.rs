//! The program as a server, and a client of it.
// Shared by tests: a panic here fails the test that called it.
#![allow(dead_code, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../../server/tests/common/client.rs"]
pub mod client;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// The real program, serving a store until it is dropped.
pub struct Server {
    child: Child,
    /// Kept open: a program that can't print its address stops.
    _out: BufReader<ChildStdout>,
    pub address: SocketAddr,
}

impl Server {
    pub fn start(store: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--log-level", "error", "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The table is open at http://").and_then(|url| url.strip_suffix('/'));
        Server { child, _out: out, address: address.unwrap_or_else(|| panic!("{line}")).parse().unwrap() }
    }
}

impl Drop for Server {
    /// Sends SIGKILL, so the program can't clean up.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
