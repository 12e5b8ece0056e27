//! Attacks on the built program from other addresses, at its default limits, while an honest game is played and timed.
//! `cargo run --release -p server --example attack -- PROGRAM [SECONDS] [REST] [ATTACK]`
//!
//! Addresses of the loopback network stand for different clients. For each attack it prints the times of the honest
//! player's requests, what became of the attackers' requests, and the memory of the program before, at most, and after.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[path = "../tests/common/client.rs"]
mod client;
mod program;

use client::{Client, Dice, begin, choose, seat};
use program::{Failure, Server, at, client, connect};

const HONEST: Ipv4Addr = Ipv4Addr::new(127, 0, 1, 1);
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
/// Time between two orders of the honest player, who stays below the rate.
const PACE: Duration = Duration::from_millis(100);
/// Threads of an attacker.
const THREADS: u8 = 8;

/// What an attacker does until time is up.
type Act = fn(&Attack<'_>);

/// What an attacker's thread has: the server, its own number, and whether time is up.
struct Attack<'a> {
    address: SocketAddr,
    number: u8,
    over: &'a AtomicBool,
    /// Requests that were answered well, refused, and cut off.
    counts: &'a [AtomicUsize; 3],
}

impl Attack<'_> {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    fn count(&self, done: &std::io::Result<client::Answer>) {
        let kind = match done {
            Ok(answer) if answer.status < 300 => 0,
            Ok(_) => 1,
            Err(_) => 2,
        };
        self.counts[kind].fetch_add(1, Ordering::Relaxed);
    }

    fn post(&self, client: &mut Client, path: &str, body: &Value) -> Option<Value> {
        let done = client.try_post(path, body);
        self.count(&done);
        done.ok().filter(|answer| answer.status < 300).map(|answer| answer.json())
    }

    /// Makes games of a scenario with a large board and begins each.
    fn memory(&self) {
        self.begin_games(|_| ATTACKER, &["sniper/block-clearing"]);
    }

    /// Makes games of all systems and begins each, from many addresses.
    fn games(&self) {
        let from = |n| Ipv4Addr::new(127, 2, self.number, n);
        self.begin_games(from, &["sniper/patrol", "tide/first", "heroes/two-banks", "asl/mill-street"]);
    }

    /// Begins games, a hundred from each address.
    fn begin_games(&self, from: impl Fn(u8) -> Ipv4Addr, scenarios: &[&str]) {
        for n in (1..=250).cycle() {
            if !self.goes_on() {
                return;
            }
            let Ok(mut client) = client(self.address, from(n)) else { continue };
            for scenario in scenarios.iter().cycle().take(100) {
                // It panics at the first refusal.
                let begun = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| begin(&mut client, scenario)));
                self.counts[usize::from(begun.is_err())].fetch_add(1, Ordering::Relaxed);
                if begun.is_err() || !self.goes_on() {
                    break;
                }
            }
        }
    }

    /// Asks for what takes long: pictures, and mistakes without number.
    fn work(&self) {
        let mistakes: String = (0..24_000).map(|n| format!("k{n} = 1\n")).collect();
        let text = format!("title = \"x\"\nsystem = \"asl\"\n{mistakes}");
        let asked = json!({ "scenario": text.chars().take(250_000).collect::<String>() });
        while self.goes_on() {
            let Ok(mut client) = client(self.address, ATTACKER) else { continue };
            for _ in 0..20 {
                let done = client.try_post("/api/games", &asked);
                self.count(&done);
                if done.is_err() || !self.goes_on() {
                    break;
                }
            }
        }
    }

    /// Opens connections, asks for much on each, and reads nothing.
    fn connections(&self) {
        let mut open = Vec::new();
        let many = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200);
        while self.goes_on() {
            let opened = connect(self.address, Ipv4Addr::new(127, 0, 0, self.number + 1));
            let sent = opened.and_then(|mut stream| {
                stream.set_write_timeout(Some(Duration::from_millis(50)))?;
                let _ = stream.write(many.as_bytes());
                Ok(stream)
            });
            match sent {
                Ok(stream) => {
                    self.counts[0].fetch_add(1, Ordering::Relaxed);
                    open.push(stream);
                }
                Err(_) => {
                    self.counts[2].fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(10));
                }
            }
            if open.len() >= 200 {
                open.remove(0);
            }
        }
    }

    /// Asks from many addresses, as fast as it can.
    fn addresses(&self) {
        let mut host = 0u8;
        while self.goes_on() {
            host = host.wrapping_add(1).max(2);
            let Ok(mut client) = client(self.address, Ipv4Addr::new(127, 1, self.number, host)) else { continue };
            for _ in 0..100 {
                let done = client.send("GET", "/api/scenarios", "", b"");
                self.count(&done);
                if done.is_err() || !self.goes_on() {
                    break;
                }
            }
        }
    }

    /// Makes games and never plays them.
    fn storage(&self) {
        while self.goes_on() {
            let Ok(mut client) = client(self.address, ATTACKER) else { continue };
            for _ in 0..100 {
                if self.post(&mut client, "/api/games", &json!({ "scenario": "asl/mill-street" })).is_none() {
                    break;
                }
            }
        }
    }
}

/// Plays a game in small steps until time is up. Returns the times of its requests, and of new games, in milliseconds.
fn honest(address: SocketAddr, over: &AtomicBool) -> Result<(Vec<f64>, Vec<f64>), Failure> {
    let timed = |act: &mut dyn FnMut()| {
        let begun = Instant::now();
        act();
        begun.elapsed().as_secs_f64() * 1000.0
    };
    let mut client = client(address, HONEST)?;
    let (mut dice, mut requests, mut games) = (Dice(7), Vec::new(), Vec::new());
    let mut n = 0;
    while !over.load(Ordering::Relaxed) {
        let mut game = None;
        games.push(timed(&mut || game = Some(begin(&mut client, "tide/pumping-station"))));
        let Some(game) = game else { break };
        for _ in 0..40 {
            let turn = game.tokens.iter().find_map(|token| Some((token, choose(&mut client, token, &mut dice)?)));
            let Some((token, order)) = turn else { break };
            n += 1;
            let asked = json!({ "order": order, "id": n.to_string() });
            requests.push(timed(&mut || {
                client.post(&seat(token, "/orders"), &asked);
            }));
            std::thread::sleep(PACE);
            if over.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    Ok((requests, games))
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("expected the path of the program")?;
    let seconds: u64 = args.next().map_or(Ok(25), |text| text.parse())?;
    let rest: u64 = args.next().map_or(Ok(5), |text| text.parse())?;
    let attacks: [(&str, Act); 7] = [
        ("none", |_| {}),
        ("memory", |one| one.memory()),
        ("games", |one| one.games()),
        ("work", |one| one.work()),
        ("connections", |one| one.connections()),
        ("addresses", |one| one.addresses()),
        ("storage", |one| one.storage()),
    ];
    println!(
        "attack       | order p50, p99, worst ms | new game worst ms | answered, refused, cut | MB before, most, after | MB of games at most"
    );
    std::panic::set_hook(Box::new(|_| {}));
    let only = args.next();
    for (name, attack) in attacks.into_iter().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name)) {
        let server = Server::start(&program)?;
        let (over, counts) = (AtomicBool::new(false), [const { AtomicUsize::new(0) }; 3]);
        let _ = client(server.address, HONEST)?.get("/api/scenarios").ok();
        let before = server.memory();
        let (mut most, mut games_most) = (before, 0f64);
        let (mut requests, mut games) = std::thread::scope(|scope| {
            for number in 0..THREADS {
                let one = Attack { address: server.address, number, over: &over, counts: &counts };
                scope.spawn(move || attack(&one));
            }
            let played = scope.spawn(|| honest(server.address, &over));
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs(seconds) {
                std::thread::sleep(Duration::from_millis(100));
                most = most.max(server.memory());
                games_most = games_most.max(server.games());
            }
            over.store(true, Ordering::Relaxed);
            played.join().map_err(|_| Failure::from("the honest player was cut off"))?
        })?;
        // What is not used any more is given back, most of it after five minutes.
        std::thread::sleep(Duration::from_secs(rest));
        let [answered, refused, cut] = counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        println!(
            "{name:12} | {:6.1} {:7.1} {:8.1} | {:8.1} | {answered} {refused} {cut} | {before:.0} {most:.0} {:.0} | {games_most:.0}",
            at(&mut requests, 0.5),
            at(&mut requests, 0.99),
            at(&mut requests, 1.0),
            at(&mut games, 1.0),
            server.memory()
        );
    }
    Ok(())
}
