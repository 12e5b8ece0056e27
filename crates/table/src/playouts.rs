//! Games played at random, and how fast.

use std::collections::BTreeMap;
use std::time::Instant;

use board::scenario::Diagnostics;
use referee::ledger::ScenarioText;
use referee::outcome_name;
use referee::playout::Playout;
use rules::System;
use schemars::JsonSchema;
use serde::Serialize;

/// A run of random games.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutSpec {
    /// Number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// How random play went.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Orders committed.
    pub orders: u64,
    /// Orders a second; the clock starts after some games that are not counted, when tables of sight are computed.
    pub orders_per_second: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// Bytes of a position.
    pub position_bytes: usize,
    /// How often each outcome came up, by the winner's name.
    pub outcomes: BTreeMap<String, u64>,
}

/// Plays games of a scenario at random and measures how fast; `progress` is told how many are played.
pub fn playouts<S: System>(
    scenario: &ScenarioText,
    asked: PlayoutSpec,
    progress: &mut dyn FnMut(u64),
) -> Result<Playouts, Diagnostics> {
    /// More orders than any game takes; a game that long would be a defect, and shows as `unfinished`.
    const LIMIT: u64 = 1_000_000;
    /// Games before the clock is started: tables of sight are computed once in a program, when they are first asked.
    const WARMING: u64 = 32;
    /// Games between two looks at the clock, which take as long as some orders.
    const BATCH: u64 = 64;
    let (setting, start) = referee::set_up::<S>(scenario)?;
    let mut position = start.clone();
    let mut warming = Playout::<S>::new(asked.seed);
    for _ in 0..WARMING.min(asked.games) {
        position.clone_from(&start);
        warming.play(&setting, &mut position, LIMIT);
    }
    let mut playout = Playout::<S>::new(asked.seed);
    let mut outcomes = BTreeMap::new();
    let (mut orders, mut seconds) = (0, 0.0);
    let mut ends = Vec::with_capacity(BATCH as usize);
    for first in (0..asked.games).step_by(BATCH as usize) {
        let until = (first + BATCH).min(asked.games);
        let begun = Instant::now();
        for _ in first..until {
            position.clone_from(&start);
            let played = playout.play(&setting, &mut position, LIMIT);
            orders += played.orders;
            ends.push(played.outcome);
        }
        seconds += begun.elapsed().as_secs_f64();
        for end in ends.drain(..) {
            let name = end.map_or("unfinished".to_owned(), |outcome| outcome_name::<S>(&outcome));
            *outcomes.entry(name).or_insert(0) += 1;
        }
        progress(until);
    }
    let a_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
    Ok(Playouts {
        games: asked.games,
        orders,
        orders_per_second: a_second(orders),
        games_per_second: a_second(asked.games),
        position_bytes: size_of::<S::Position>(),
        outcomes,
    })
}
