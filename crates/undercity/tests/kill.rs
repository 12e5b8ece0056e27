//! Kills the real program at random moments of a game. Afterwards every acknowledged order is present exactly once, and
//! the game continues. `UNDERCITY_KILLS` is the number of kills; the default is 6.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use serving::Server;
use serving::client::{Begun, Client, Dice, begin, seat, try_choose};

/// The orders of a client and their responses.
struct Known {
    begun: Begun,
    /// Requests and responses, by seat.
    acknowledged: [Vec<(Value, Value)>; 2],
    /// The order without a response.
    unanswered: Option<(usize, Value)>,
    orders: u64,
    over: bool,
}

impl Known {
    fn new(begun: Begun) -> Known {
        Known { begun, acknowledged: [Vec::new(), Vec::new()], unanswered: None, orders: 0, over: false }
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
    // The game continues to its end, and its ledger verifies.
    let client = &mut Client::new(server.address);
    while !known.over {
        known.play(server.address, &mut dice).unwrap();
    }
    let ledger = client.get(&seat(&known.begun.spectator, "/ledger")).text();
    table::system("tide").unwrap().verify(&ledger, None).unwrap();
}
