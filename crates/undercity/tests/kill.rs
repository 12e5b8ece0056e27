//! Kills the real program at random moments while one game of each system is played. Afterwards every acknowledged order
//! is present exactly once, and the games continue. `UNDERCITY_KILLS` is the number of kills; the default is 6.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use serving::Server;
use serving::client::{Begun, Client, Dice, begin, seat, try_choose};

/// One scenario of each system.
const SCENARIOS: [&str; 4] = ["tide/first", "heroes/first", "sniper/ambush", "asl/first"];

/// The orders of a client and their responses.
struct Known {
    scenario: &'static str,
    begun: Begun,
    /// Requests and responses, by seat.
    acknowledged: [Vec<(Value, Value)>; 2],
    /// The order without a response.
    unanswered: Option<(usize, Value)>,
    orders: u64,
    over: bool,
}

impl Known {
    fn new(client: &mut Client, scenario: &'static str) -> Known {
        let begun = begin(client, scenario);
        Known { scenario, begun, acknowledged: [Vec::new(), Vec::new()], unanswered: None, orders: 0, over: false }
    }

    /// Plays until the server stops or the game is over.
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

    /// Checks the game after the server has restarted.
    fn check(&mut self, client: &mut Client) {
        if let Some((side, asked)) = self.unanswered.take() {
            // Whether it was executed before the kill or not, the repeated request executes it exactly once.
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

    /// Verifies the ledger of a game that is over.
    fn verify(&self, address: SocketAddr) {
        let ledger = Client::new(address).get(&seat(&self.begun.spectator, "/ledger")).text();
        let system = self.scenario.split('/').next().unwrap();
        table::system(system).unwrap().verify(&ledger, None).unwrap();
    }
}

#[test]
fn a_killed_server_loses_and_doubles_nothing() {
    let kills = std::env::var("UNDERCITY_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut dice = Dice(u64::from(std::process::id()));
    let mut server = Server::start(&store);
    let mut games = SCENARIOS.map(|scenario| Known::new(&mut Client::new(server.address), scenario));
    let (mut acknowledged, mut ended) = (0, 0);
    for kill in 0..kills {
        for known in games.iter_mut().filter(|known| known.over) {
            known.verify(server.address);
            ended += 1;
            *known = Known::new(&mut Client::new(server.address), known.scenario);
        }
        let before = count(&games);
        let wait = Duration::from_micros(2_000 + dice.below(250_000) as u64);
        let (address, own) = (server.address, Dice(dice.0 ^ kill));
        std::thread::scope(|scope| {
            for (known, n) in games.iter_mut().zip(0..) {
                let mut own = Dice(own.0 ^ n << 32);
                // It ends with an error when the server is killed.
                scope.spawn(move || known.play(address, &mut own));
            }
            std::thread::sleep(wait);
            drop(server);
        });
        server = Server::start(&store);
        for known in &mut games {
            known.check(&mut Client::new(server.address));
        }
        acknowledged += count(&games) - before;
    }
    // The games continue to their ends, and their ledgers verify.
    for known in &mut games {
        while !known.over {
            known.play(server.address, &mut dice).unwrap();
        }
        known.verify(server.address);
    }
    println!("{kills} kills, {acknowledged} orders acknowledged, {} games verified", ended + games.len());
}

/// Returns the number of acknowledged orders.
fn count(games: &[Known]) -> usize {
    games.iter().flat_map(|known| &known.acknowledged).map(Vec::len).sum()
}
