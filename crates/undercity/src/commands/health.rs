//! `undercity health`: whether a server takes orders.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use crate::outcome::{Failed, print, refused};

/// Maximum time to connect, and for each part of the answer. A server whose store is held by another program answers
/// after five seconds.
const PATIENCE: Duration = Duration::from_secs(8);
/// Maximum size of an answer, in bytes.
const ANSWER: u64 = 64 << 10;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The server's TOML file of options, which has its address
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address at which the server listens
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8039")]
    listen: SocketAddr,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let answer = asked(reached(args.listen))
        .map_err(|error| refused(format!("no server answers at {}: {error}", args.listen)))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    if head.starts_with("HTTP/1.1 200 ") {
        return print("ready");
    }
    let problem = serde_json::from_str::<Value>(body).unwrap_or_default();
    let why = problem["detail"].as_str().unwrap_or("the answer is not that of Undercity");
    Err(refused(format!("the server at {} is not ready: {why}", args.listen)))
}

/// Returns the address by which this machine reaches a server that listens at an address, which may mean all networks.
fn reached(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn asked(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(ANSWER).read_to_string(&mut answer)?;
    Ok(answer)
}
