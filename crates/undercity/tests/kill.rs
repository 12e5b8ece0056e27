//! Kills the real program at random moments of a game. Afterwards every acknowledged order is present exactly once, and
//! the game continues. `UNDERCITY_KILLS` is the number of kills; the default is 6.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod serving;

use std::time::Duration;

use serving::Server;
use serving::client::{Client, Dice, begin, seat};
use serving::known::Known;

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
        let before = known.count();
        let wait = Duration::from_micros(2_000 + dice.below(250_000) as u64);
        let (address, mut own) = (server.address, Dice(dice.0 ^ kill));
        let playing = std::thread::spawn(move || {
            let _ = Client::try_new(address).and_then(|mut client| known.play(&mut client, usize::MAX, &mut own));
            known
        });
        std::thread::sleep(wait);
        drop(server);
        known = playing.join().unwrap();
        server = Server::start(&store);
        known.check(&mut Client::new(server.address));
        acknowledged += known.count() - before;
    }
    println!("{kills} kills, {acknowledged} orders acknowledged");
    // The game continues to its end, and its ledger verifies.
    let client = &mut Client::new(server.address);
    known.play(client, usize::MAX, &mut dice).unwrap();
    let ledger = client.get(&seat(&known.begun.spectator, "/ledger")).text();
    table::system("tide").unwrap().verify(&ledger, None).unwrap();
}
