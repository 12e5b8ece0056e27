//! Kills the real program at random moments while one game of each system is played. Afterwards every acknowledged order
//! is present exactly once, and the games continue. `UNDERCITY_KILLS` is the number of kills; the default is 6.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::net::SocketAddr;
use std::time::Duration;

use serving::Server;
use serving::client::{Client, Dice, begin, seat};
use serving::known::Known;

/// One scenario of each system.
const SCENARIOS: [&str; 4] = ["tide/first", "heroes/first", "sniper/ambush", "asl/first"];

fn new_game(address: SocketAddr, scenario: &str) -> Known {
    Known::new(begin(&mut Client::new(address), scenario))
}

/// Verifies the ledger of a game that is over.
fn verify(address: SocketAddr, scenario: &str, known: &Known) {
    let ledger = Client::new(address).get(&seat(&known.begun.spectator, "/ledger")).text();
    let system = scenario.split('/').next().unwrap();
    table::system(system).unwrap().verify(&ledger, None).unwrap();
}

#[test]
fn a_killed_server_loses_and_doubles_nothing() {
    let kills = std::env::var("UNDERCITY_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut dice = Dice(u64::from(std::process::id()));
    let mut server = Server::start(&store);
    let mut games = SCENARIOS.map(|scenario| (scenario, new_game(server.address, scenario)));
    let (mut acknowledged, mut ended) = (0, 0);
    for kill in 0..kills {
        for (scenario, known) in games.iter_mut().filter(|(_, known)| known.over) {
            verify(server.address, scenario, known);
            ended += 1;
            *known = new_game(server.address, scenario);
        }
        let before = count(&games);
        let wait = Duration::from_micros(2_000 + dice.below(250_000) as u64);
        let (address, own) = (server.address, Dice(dice.0 ^ kill));
        std::thread::scope(|scope| {
            for ((_, known), n) in games.iter_mut().zip(0..) {
                let mut own = Dice(own.0 ^ n << 32);
                scope.spawn(move || {
                    // It ends with an error when the server is killed.
                    Client::try_new(address).and_then(|mut client| known.play(&mut client, usize::MAX, &mut own))
                });
            }
            std::thread::sleep(wait);
            drop(server);
        });
        server = Server::start(&store);
        for (_, known) in &mut games {
            known.check(&mut Client::new(server.address));
        }
        acknowledged += count(&games) - before;
    }
    // The games continue to their ends, and their ledgers verify.
    for (scenario, known) in &mut games {
        known.play(&mut Client::new(server.address), usize::MAX, &mut dice).unwrap();
        verify(server.address, scenario, known);
    }
    println!("{kills} kills, {acknowledged} orders acknowledged, {} games verified", ended + games.len());
}

/// Returns the number of acknowledged orders.
fn count(games: &[(&str, Known)]) -> usize {
    games.iter().map(|(_, known)| known.count()).sum()
}
