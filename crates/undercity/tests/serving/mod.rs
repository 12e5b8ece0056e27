//! The program as a server, and clients of it.
// Shared by tests: a panic here fails the test that called it.
#![allow(dead_code, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../../server/tests/common/client.rs"]
pub mod client;
pub mod known;
#[path = "../../../server/tests/common/postgres.rs"]
pub mod postgres;
#[path = "../../../server/tests/common/proxy.rs"]
pub mod proxy;
#[path = "../../../server/tests/common/raw.rs"]
pub mod raw;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The real program, serving a store until it is dropped.
pub struct Server {
    child: Child,
    /// Kept open: a program that can't print stops.
    _out: BufReader<ChildStdout>,
    /// What the program logs, if that is piped.
    pub log: Option<ChildStderr>,
    pub address: SocketAddr,
}

impl Server {
    /// Starts the program with limits that no test reaches.
    pub fn start(store: &Path) -> Server {
        let wide = ["serve", "--rate", "1000000", "--games-of-one", "1000000", "--log-level", "error"];
        Server::start_with(&wide, Stdio::inherit(), store)
    }

    /// Starts the program and waits until it is open.
    pub fn start_with(arguments: &[&str], log: Stdio, store: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
            .args(arguments)
            .args(["--listen", "127.0.0.1:0", "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The table is open at http://").and_then(|url| url.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Server { log: child.stderr.take(), child, _out: out, address }
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends a signal by its name, such as `STOP`.
    pub fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        assert!(kill.args(["-s", name, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Returns whether the program still runs.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Returns the memory of the process, in megabytes.
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
    }

    /// Returns how the program ended, within this time.
    pub fn ended(&mut self, within: Duration) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < within, "the program does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns everything that the program logs until its end.
    pub fn whole_log(&mut self) -> String {
        let mut log = String::new();
        self.log.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Server {
    /// Sends SIGKILL, so the program can't clean up.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
