//! Random games: each depends only on its seed, so ranges of games join exactly.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeMap;

use board::scenario::guided_scenario;
use referee::ledger::ScenarioText;
use table::{AnySystem, PlayoutSpec, Playouts, SYSTEMS};

/// Games of each range. More than are played between two reads of the clock.
const GAMES: u64 = 70;

/// Returns the first scenario by name of each system.
fn scenarios() -> Vec<(&'static dyn AnySystem, ScenarioText)> {
    let of_system = |system: &&'static dyn AnySystem| {
        let folder = format!("{}/../../scenarios/{}", env!("CARGO_MANIFEST_DIR"), system.name());
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let path = files.filter(|path| guided_scenario(path.to_str().unwrap()).is_none()).min().unwrap();
        (*system, ScenarioText { name: path.display().to_string(), text: std::fs::read_to_string(&path).unwrap() })
    };
    SYSTEMS.iter().map(of_system).collect()
}

fn play(system: &dyn AnySystem, scenario: &ScenarioText, first: u64, games: u64, seed: u64) -> Playouts {
    let mut seen = 0;
    let played = system.playouts(scenario, PlayoutSpec { first, games, seed }, &mut |games| seen = games).unwrap();
    assert_eq!((played.games, seen), (games, games), "all games are played, and progress says so");
    played
}

/// Returns all but the speed.
fn counts(of: &Playouts) -> (u64, u64, &BTreeMap<String, u64>) {
    (of.games, of.orders, &of.outcomes)
}

#[test]
fn ranges_join_exactly_wherever_they_are_cut() {
    for (system, scenario) in scenarios() {
        let play = |first, games| play(system, &scenario, first, games, 7);
        let all = play(0, GAMES);
        for cut in [1, 32, 63, 64, 65, GAMES - 1] {
            let joined = play(0, cut).join(play(cut, GAMES - cut));
            assert_eq!(counts(&joined), counts(&all), "{}, cut at {cut}", scenario.name);
        }
        let thirds = play(40, 30).join(play(0, 25)).join(play(25, 15));
        assert_eq!(counts(&thirds), counts(&all), "{}, three ranges in another order", scenario.name);
        assert!(thirds.orders_per_second > 0.0 && thirds.games_per_second > 0.0, "{thirds:?}");
    }
}

#[test]
fn a_game_takes_the_next_seed() {
    for (system, scenario) in scenarios() {
        let [later, seeded] = [(5, 3), (0, 8)].map(|(first, seed)| play(system, &scenario, first, 10, seed));
        assert_eq!(counts(&later), counts(&seeded), "{}", scenario.name);
        // Games differ from each other: one after the other, hardly any two have the same number of orders.
        let single: Vec<u64> = (0..20).map(|game| play(system, &scenario, game, 1, 3).orders).collect();
        let mut lengths = single.clone();
        lengths.sort_unstable();
        lengths.dedup();
        assert!(lengths.len() > 5, "{}: {single:?}", scenario.name);
    }
}
