//! Many sockets of games that rest: the memory of the built program with them.
//! `cargo run --release -p server --example idle -- PROGRAM [SOCKETS] [SECONDS]`
//!
//! Each game of all systems in turn has begun, and has a socket for each of its three seats, from one of 64 addresses. The
//! sockets only answer pings. Games that rest for five minutes are put away, also under open sockets. The example fails
//! if a socket ends, or if the program then takes more than 400 MB.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;

#[path = "../tests/common/client.rs"]
mod client;
mod program;

use client::{Client, begin};
use program::{Failure, Server};

/// Number of addresses that sockets come from.
const ADDRESSES: usize = 64;
/// Most memory that the program may take with the sockets alone, in megabytes.
const MOST: f64 = 400.0;
/// One scenario of each system.
const SCENARIOS: [&str; 4] = ["tide/first", "heroes/first", "sniper/ambush", "asl/first"];

/// What all sockets have in common.
#[derive(Default)]
struct Counts {
    open: AtomicUsize,
    pings: AtomicUsize,
    ended: AtomicUsize,
}

/// Holds a socket of a seat until it ends.
async fn rest(server: SocketAddr, from: Ipv4Addr, link: String, counts: Arc<Counts>) -> Result<(), Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    let stream = socket.connect(server).await?;
    let url = format!("ws://{server}/api/seats/{link}/live");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await?;
    counts.open.fetch_add(1, Ordering::Relaxed);
    while let Some(message) = socket.next().await {
        if let Message::Ping(_) = message? {
            counts.pings.fetch_add(1, Ordering::Relaxed);
        }
    }
    Err("closed by the server".into())
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("expected the path of the program")?;
    let sockets: usize = args.next().map_or(Ok(10_000), |text| text.parse())?;
    let seconds: u64 = args.next().map_or(Ok(340), |text| text.parse())?;
    let wide =
        ["--connections", "16000", "--connections-of-one", "16000", "--rate", "1000000", "--games-of-one", "100000"];
    let server = Server::start_with(&program, &wide)?;
    let begun_with = server.memory();
    let runtime = Runtime::new()?;
    let counts = Arc::new(Counts::default());
    let (mut client, begun) = (Client::new(server.address), Instant::now());
    let mut opened = 0;
    println!("sockets | MB | seconds");
    for game in 0.. {
        let links = begin(&mut client, SCENARIOS[game % SCENARIOS.len()]);
        for link in links.tokens.into_iter().chain([links.spectator]).take(sockets - opened) {
            let from = Ipv4Addr::new(127, 0, 3, (opened % ADDRESSES) as u8 + 1);
            let (address, counts) = (server.address, Arc::clone(&counts));
            runtime.spawn(async move {
                let ended = rest(address, from, link, Arc::clone(&counts)).await;
                counts.ended.fetch_add(1, Ordering::Relaxed);
                eprintln!("a socket ended: {ended:?}");
            });
            opened += 1;
        }
        if opened % 999 < 3 || opened == sockets {
            println!("{opened} | {:.1} | {:.0}", server.memory(), begun.elapsed().as_secs_f64());
        }
        if opened == sockets {
            break;
        }
    }
    let mut most = 0.0_f64;
    for _ in 0..seconds {
        std::thread::sleep(Duration::from_secs(1));
        most = most.max(server.memory());
    }
    let now = server.memory();
    let [open, pings, ended] = [&counts.open, &counts.pings, &counts.ended].map(|count| count.load(Ordering::Relaxed));
    println!(
        "{open} sockets open, {ended} ended, {pings} pings answered in {seconds} s: {begun_with:.1} MB before, {now:.1} MB \
         now, {most:.1} MB at most; games count {:.1} MB",
        server.games(),
    );
    match () {
        () if open != sockets || ended > 0 => Err("a socket ended".into()),
        // Not a number is a failure too: nothing was measured.
        () if now > 0.0 && now < MOST => Ok(()),
        () => Err("the program takes too much memory".into()),
    }
}
