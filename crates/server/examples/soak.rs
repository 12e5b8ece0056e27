//! Many games of all systems, played at once for long: the memory of the built program must stay flat.
//! `cargo run --release -p server --example soak -- PROGRAM [GAMES] [MINUTES]`
//!
//! Each game has two sides that take turns over HTTP and a spectator at a socket. A game that ends is replaced by a new
//! one. Games that rest are put away after five minutes, those that are over after one, so what is held levels out. Each
//! half minute prints a line. The example fails if memory after five minutes differs by more than 10% from what it was
//! then.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

#[path = "../tests/common/client.rs"]
mod client;
mod program;

use client::{Begun, Client, Dice, begin, choose, seat};
use program::{Failure, Server, at, client};

/// Clients, each with its own address and its share of the games.
const CLIENTS: u8 = 16;
/// Time between two orders of one client.
const PACE: Duration = Duration::from_millis(50);
/// Time after which memory must be flat.
const SETTLED: Duration = Duration::from_secs(300);
/// Time between two lines.
const LINE: Duration = Duration::from_secs(30);
/// Largest change of memory after it has settled.
const FLAT: f64 = 0.1;

/// The counts of all clients.
#[derive(Default)]
struct Counts {
    orders: AtomicUsize,
    games: AtomicUsize,
    heard: AtomicUsize,
}

/// One game with its spectator, who reads until the game is dropped.
struct Watched {
    begun: Begun,
    reading: JoinHandle<()>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

/// One client's place: its address, the server, and what all share.
#[derive(Clone, Copy)]
struct Place<'a> {
    from: Ipv4Addr,
    server: SocketAddr,
    scenarios: &'a [String],
    counts: &'static Counts,
    runtime: &'a Runtime,
}

impl Place<'_> {
    fn begin(&self, client: &mut Client, dice: &mut Dice) -> Watched {
        let begun = begin(client, &self.scenarios[dice.below(self.scenarios.len())]);
        let (from, server, counts) = (self.from, self.server, self.counts);
        let link = begun.spectator.clone();
        let reading = self.runtime.spawn(async move {
            if let Err(error) = watch(from, server, &link, counts).await {
                eprintln!("a spectator's socket ended: {error}");
            }
        });
        Watched { begun, reading }
    }

    /// Plays its share of the games until time is up. Returns the time of each order, in milliseconds.
    fn play(&self, games: usize, over: &AtomicBool) -> Result<Vec<f64>, Failure> {
        let mut client = client(self.server, self.from)?;
        let mut dice = Dice(u64::from(u32::from(self.from)));
        let mut games: Vec<_> = (0..games).map(|_| self.begin(&mut client, &mut dice)).collect();
        let mut times = Vec::new();
        for turn in 0.. {
            if over.load(Ordering::Relaxed) {
                break;
            }
            let begun = Instant::now();
            let n = turn % games.len();
            let tokens = &games[n].begun.tokens;
            match tokens.iter().find_map(|token| Some((token, choose(&mut client, token, &mut dice)?))) {
                Some((token, order)) => times.push(self.order(&mut client, token, &order, turn)),
                None => {
                    self.counts.games.fetch_add(1, Ordering::Relaxed);
                    games[n] = self.begin(&mut client, &mut dice);
                }
            }
            std::thread::sleep(PACE.saturating_sub(begun.elapsed()));
        }
        Ok(times)
    }

    fn order(&self, client: &mut Client, token: &str, order: &Value, turn: usize) -> f64 {
        let sent = Instant::now();
        client.post(&seat(token, "/orders"), &json!({ "order": order, "id": turn.to_string() })).ok();
        self.counts.orders.fetch_add(1, Ordering::Relaxed);
        sent.elapsed().as_secs_f64() * 1000.0
    }
}

/// Reads what a spectator is told until the socket ends.
async fn watch(from: Ipv4Addr, server: SocketAddr, link: &str, counts: &Counts) -> Result<(), Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    let stream = socket.connect(server).await?;
    let url = format!("ws://{server}/api/seats/{link}/live");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await?;
    while let Some(message) = socket.next().await {
        counts.heard.fetch_add(message?.len(), Ordering::Relaxed);
    }
    Err("closed by the server".into())
}

/// Prints a line each half minute. Returns memory when it had settled, and its least and most after that, in megabytes.
fn observe(server: &Server, counts: &Counts, minutes: u64) -> [f64; 3] {
    let begun = Instant::now();
    let mut settled: Option<[f64; 3]> = None;
    println!("minutes | MB | orders | games ended | MB heard");
    while begun.elapsed() < Duration::from_secs(60 * minutes) {
        std::thread::sleep(LINE);
        let memory = server.memory();
        println!(
            "{:7.1} | {memory:.1} | {} | {} | {}",
            begun.elapsed().as_secs_f64() / 60.0,
            counts.orders.load(Ordering::Relaxed),
            counts.games.load(Ordering::Relaxed),
            counts.heard.load(Ordering::Relaxed) >> 20,
        );
        if begun.elapsed() >= SETTLED {
            let [first, least, most] = settled.unwrap_or([memory; 3]);
            settled = Some([first, least.min(memory), most.max(memory)]);
        }
    }
    settled.unwrap_or([f64::NAN; 3])
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("expected the path of the program")?;
    let games: usize = args.next().map_or(Ok(200), |text| text.parse())?;
    let minutes: u64 = args.next().map_or(Ok(20), |text| text.parse())?;
    let server = Server::start(&program)?;
    let list = Client::new(server.address).get("/api/scenarios").ok();
    let names = list.as_array().into_iter().flatten().filter_map(|row| row["name"].as_str());
    let scenarios: Vec<String> = names.map(str::to_owned).collect();
    let runtime = Runtime::new()?;
    let counts: &'static Counts = Box::leak(Box::default());
    let over = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let [settled, least, most] = std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let from = Ipv4Addr::new(127, 0, 2, number + 1);
            let place = Place { from, server: server.address, scenarios: &scenarios, counts, runtime: &runtime };
            let share = games / usize::from(CLIENTS) + usize::from(usize::from(number) < games % usize::from(CLIENTS));
            let (sender, over) = (sender.clone(), &over);
            scope.spawn(move || sender.send(place.play(share, over)));
        }
        let memory = observe(&server, counts, minutes);
        over.store(true, Ordering::Relaxed);
        memory
    });
    drop(sender);
    let mut times = results.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    println!(
        "an order: {:.1} ms in the middle, {:.1} ms at 99%, {:.1} ms at most",
        at(&mut times, 0.5),
        at(&mut times, 0.99),
        at(&mut times, 1.0)
    );
    let change = (most - settled).max(settled - least) / settled;
    println!(
        "memory after five minutes: {settled:.1} MB, then {least:.1} to {most:.1} MB: {:.1}% at most",
        change * 100.0
    );
    // Not a number is a failure too: nothing was measured.
    if change <= FLAT { Ok(()) } else { Err("memory isn't flat".into()) }
}
