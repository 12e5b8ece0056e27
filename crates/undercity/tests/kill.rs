//! The real program, killed at random moments while a game is played: every acknowledged order is there afterwards,
//! none twice, and the game goes on. `UNDERCITY_KILLS` says how often, 6 times if it says nothing.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../server/tests/common/client.rs"]
mod client;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use client::{Begun, Client, Dice, begin, seat, try_choose};
use serde_json::{Value, json};

struct Server {
    child: Child,
    /// Kept open: a program that cannot say where it listens stops.
    _out: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Server {
    fn start(store: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_undercity"))
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--store"])
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
    /// SIGKILL: the program is told nothing and tidies nothing.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// What a client knows of its orders.
struct Known {
    begun: Begun,
    /// By seat: what was asked, and what it was answered.
    acknowledged: [Vec<(Value, Value)>; 2],
    /// The order whose answer did not come.
    unanswered: Option<(usize, Value)>,
    orders: u64,
    over: bool,
}

impl Known {
    fn new(begun: Begun) -> Known {
        Known { begun, acknowledged: [Vec::new(), Vec::new()], unanswered: None, orders: 0, over: false }
    }

    /// Plays until the server goes away or the game is over.
    fn play(&mut self, address: SocketAddr, dice: &mut Dice) -> std::io::Result<()> {
        let client = &mut Client::try_new(address)?;
        loop {
            let mut next = None;
            for side in 0..2 {
                if let Some(order) = try_choose(client, &self.begun.tokens[side], dice)? {
                    next = Some((side, order));
                    break;
                }
            }
            let Some((side, order)) = next else {
                self.over = true;
                return Ok(());
            };
            self.orders += 1;
            let asked = json!({ "order": order, "id": format!("order-{}", self.orders) });
            self.unanswered = Some((side, asked.clone()));
            let answer = client.try_post(&seat(&self.begun.tokens[side], "/orders"), &asked)?.ok();
            self.acknowledged[side].push((asked, answer));
            self.unanswered = None;
        }
    }

    /// What must hold after the server has come back.
    fn check(&mut self, client: &mut Client) {
        if let Some((side, asked)) = self.unanswered.take() {
            // Done or not before the kill: asked again it is done now, and once.
            let answer = client.post(&seat(&self.begun.tokens[side], "/orders"), &asked).ok();
            self.acknowledged[side].push((asked, answer));
        }
        for (token, acknowledged) in self.begun.tokens.iter().zip(&self.acknowledged) {
            let events = client.get(&seat(token, "/events")).ok();
            let ordered: Vec<&Value> =
                events.as_array().unwrap().iter().filter_map(|event| Some(&event.get("ordered")?["order"])).collect();
            let asked: Vec<&Value> = acknowledged.iter().map(|(asked, _)| &asked["order"]).collect();
            assert_eq!(ordered, asked, "orders were lost, doubled or changed");
            for (asked, answer) in acknowledged.iter().rev().take(3) {
                assert_eq!(client.post(&seat(token, "/orders"), asked).ok(), *answer, "answered otherwise");
            }
        }
    }
}

#[test]
fn a_killed_server_loses_and_doubles_nothing() {
    let kills = std::env::var("UNDERCITY_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut dice = Dice(u64::from(std::process::id()));
    let mut server = Server::start(&store);
    let mut known = Known::new(begin(&mut Client::new(server.address), "tide/first"));
    let mut acknowledged = 0;
    for kill in 0..kills {
        if known.over {
            known = Known::new(begin(&mut Client::new(server.address), "tide/first"));
        }
        let before: usize = known.acknowledged.iter().map(Vec::len).sum();
        let wait = Duration::from_micros(2_000 + dice.below(250_000) as u64);
        let (address, mut own) = (server.address, Dice(dice.0 ^ kill));
        let playing = std::thread::spawn(move || {
            let _ = known.play(address, &mut own);
            known
        });
        std::thread::sleep(wait);
        drop(server);
        known = playing.join().unwrap();
        server = Server::start(&store);
        known.check(&mut Client::new(server.address));
        acknowledged += known.acknowledged.iter().map(Vec::len).sum::<usize>() - before;
    }
    println!("{kills} kills, {acknowledged} orders acknowledged");
    // The game goes on to its end, and its ledger is what an honest referee writes.
    let client = &mut Client::new(server.address);
    while !known.over {
        known.play(server.address, &mut dice).unwrap();
    }
    let ledger = client.get(&seat(&known.begun.spectator, "/ledger")).text();
    table::system("tide").unwrap().verify(&ledger, None).unwrap();
}
