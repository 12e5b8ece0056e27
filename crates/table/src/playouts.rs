//! Random games, and the speed of play.

use std::collections::BTreeMap;
use std::time::Instant;

use board::scenario::Diagnostics;
use referee::ledger::ScenarioText;
use referee::outcome_name;
use referee::playout::Playout;
use rules::System;
use schemars::JsonSchema;
use serde::Serialize;

/// A request for a range of random games.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutSpec {
    /// Number of the first game, usually 0.
    pub first: u64,
    /// Number of games to play.
    pub games: u64,
    /// Seed of the dice and choices of game 0. Each later game takes the next number, so a game depends only on its
    /// number and this seed.
    pub seed: u64,
}

/// The results of a range of random games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Playouts {
    /// Number of games that were played.
    pub games: u64,
    /// Number of orders in all games.
    pub orders: u64,
    /// Orders per second; 0 if no time passed. A few games before the clock starts are not counted: they compute the tables of sight.
    pub orders_per_second: f64,
    /// Games per second, by the same clock.
    pub games_per_second: f64,
    /// Size of a position in memory, in bytes.
    pub position_bytes: usize,
    /// Number of games with each outcome, by the winner's name, `draw` or `unfinished`.
    pub outcomes: BTreeMap<String, u64>,
}

impl Playouts {
    /// Returns the results of two ranges of games of one scenario together. The speed is that of both, one after the
    /// other.
    ///
    /// ```
    /// use referee::ledger::ScenarioText;
    /// use table::{PlayoutSpec, system};
    ///
    /// let text = include_str!("../../../scenarios/tide/first.toml").to_owned();
    /// let scenario = ScenarioText { name: "tide/first".to_owned(), text };
    /// let play = |first, games| {
    ///     let asked = PlayoutSpec { first, games, seed: 1 };
    ///     system("tide").unwrap().playouts(&scenario, asked, &mut |_| {}).unwrap()
    /// };
    /// let (all, joined) = (play(0, 20), play(0, 12).join(play(12, 8)));
    /// assert_eq!((all.games, all.orders, all.outcomes), (joined.games, joined.orders, joined.outcomes));
    /// ```
    #[must_use]
    pub fn join(self, other: Playouts) -> Playouts {
        let seconds =
            |of: &Playouts| if of.games_per_second > 0.0 { of.games as f64 / of.games_per_second } else { 0.0 };
        let seconds = seconds(&self) + seconds(&other);
        let mut outcomes = self.outcomes;
        for (name, count) in other.outcomes {
            *outcomes.entry(name).or_insert(0) += count;
        }
        let (games, orders) = (self.games + other.games, self.orders + other.orders);
        let [orders_per_second, games_per_second] = [orders, games].map(|count| a_second(count, seconds));
        Playouts { games, orders, orders_per_second, games_per_second, position_bytes: self.position_bytes, outcomes }
    }
}

fn a_second(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

/// Plays random games of a scenario and measures the speed. `progress` receives the number of games played so far.
pub fn playouts<S: System>(
    scenario: &ScenarioText,
    asked: PlayoutSpec,
    progress: &mut dyn FnMut(u64),
) -> Result<Playouts, Diagnostics> {
    /// Maximum number of orders of a game. A longer game would be a defect, and counts as `unfinished`.
    const LIMIT: u64 = 1_000_000;
    /// Number of games before the clock starts. Tables of sight are computed once in a process, on their first use.
    const WARMING: u64 = 32;
    /// Number of games between two reads of the clock. A read takes as long as several orders.
    const BATCH: u64 = 64;
    let (setting, start) = referee::set_up::<S>(scenario)?;
    let mut position = start.clone();
    let mut warming = Playout::<S>::new(asked.seed);
    for _ in 0..WARMING.min(asked.games) {
        position.clone_from(&start);
        warming.play(&setting, &mut position, LIMIT);
    }
    let mut playout = warming;
    let mut outcomes = BTreeMap::new();
    let (mut orders, mut seconds) = (0, 0.0);
    let mut ends = Vec::with_capacity(BATCH as usize);
    for first in (0..asked.games).step_by(BATCH as usize) {
        let until = (first + BATCH).min(asked.games);
        let begun = Instant::now();
        for game in first..until {
            position.clone_from(&start);
            playout.seed(asked.seed.wrapping_add(asked.first).wrapping_add(game));
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
    Ok(Playouts {
        games: asked.games,
        orders,
        orders_per_second: a_second(orders, seconds),
        games_per_second: a_second(asked.games, seconds),
        position_bytes: size_of::<S::Position>(),
        outcomes,
    })
}
