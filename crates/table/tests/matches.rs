//! Whole games between computer players: they use only their side's knowledge, equal seeds give equal games, and the
//! stronger player wins.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use board::scenario::guided_scenario;
use players::Skill;
use referee::ledger::ScenarioText;
use rules::BySide;
use table::{Match, MatchResult, SYSTEMS, system};

fn scenario(name: &str) -> ScenarioText {
    let path = format!("{}/../../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    ScenarioText { name: name.to_owned(), text: std::fs::read_to_string(path).unwrap() }
}

fn played(name: &str, players: [&str; 2], seed: u64) -> MatchResult {
    let [a, b] = players.map(|skill| skill.parse::<Skill>().unwrap());
    let scenario = scenario(name);
    let system = system(name.split_once('/').unwrap().0).unwrap();
    system.play_match(&Match { scenario: &scenario, players: BySide { a, b }, seed, threads: 1 }).unwrap()
}

#[test]
fn every_skill_plays_to_the_end() {
    for name in ["heroes/first", "tide/first"] {
        for players in [["random", "greedy"], ["search:12x", "random"]] {
            let game = played(name, players, 7);
            assert!(!game.winner.is_empty() && game.orders.iter().all(|orders| *orders > 0), "{name}: {game:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let [one, again, other] = [3, 3, 4].map(|seed| played("tide/first", ["search:12x", "greedy"], seed));
    assert_eq!(one, again);
    assert_ne!(one, other);
}

/// Plays with constant seeds, so always the same games; `undercity balance --swap` plays more.
fn who_thinks_ahead_beats_who_does_not(name: &str) {
    let sides = system(name.split_once('/').unwrap().0).unwrap().sides();
    let won = (0..10).filter(|game| {
        let side = game % 2;
        let players = if side == 0 { ["search:200x", "random"] } else { ["random", "search:200x"] };
        played(name, players, 100 + *game as u64 / 2).winner == sides[side]
    });
    assert!(won.count() >= 8, "{name}");
}

// Each is a test of its own, since they take the longest here and run in parallel.
#[test]
fn who_thinks_ahead_wins_in_heroes() {
    who_thinks_ahead_beats_who_does_not("heroes/first");
}

#[test]
fn who_thinks_ahead_wins_in_tide() {
    who_thinks_ahead_beats_who_does_not("tide/first");
}

/// Random games go where players seldom do. Every message to each seat is built, so a game stops if one would name what its
/// reader doesn't know. `RANDOM_GAMES=500` plays more of each scenario than the usual few.
#[test]
fn random_games_of_every_scenario_end() {
    let games: u64 = std::env::var("RANDOM_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(4);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    for system in SYSTEMS {
        for file in std::fs::read_dir(format!("{folder}/{}", system.name())).unwrap() {
            let name = format!("{}/{}", system.name(), file.unwrap().path().file_stem().unwrap().to_str().unwrap());
            if guided_scenario(&name).is_some() {
                continue;
            }
            for seed in 0..games {
                assert!(!played(&name, ["random", "random"], seed).winner.is_empty(), "{name}, seed {seed}");
            }
        }
    }
}
