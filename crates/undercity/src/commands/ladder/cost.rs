//! How long a game takes: measured where it was played, and else estimated.

use players::{Budget, Skill};
use table::PlayoutSpec;
use table::balance::Played;

use super::field::Field;
use crate::outcome::Failed;

/// Random games of each scenario, for the number of orders before any game was played.
const RANDOM_GAMES: u64 = 8;

/// Durations of games.
pub struct Costs {
    /// Number of orders of each side in a random game of each scenario.
    random_orders: Vec<f64>,
    /// Orders of each side, and number of games, in each scenario.
    orders: Vec<([f64; 2], f64)>,
    /// Of each run: number of games that were timed, their seconds, and their seconds by estimate.
    timed: Vec<Timed>,
}

#[derive(Clone, Copy, Default)]
struct Timed {
    games: f64,
    seconds: f64,
    estimated: f64,
}

impl Costs {
    pub fn new(field: &Field) -> Result<Self, Failed> {
        let mut random_orders = Vec::new();
        let asked = PlayoutSpec { first: 0, games: RANDOM_GAMES, seed: 1 };
        for (number, scenario) in field.scenarios.iter().enumerate() {
            let run = field.runs().find(|run| field.cell(*run).scenario == number);
            let system = run.map(|run| field.run(run).system);
            let played = system.map(|system| system.playouts(scenario, asked, &mut |_| {}));
            let orders = played.transpose().map_err(Failed::Diagnostics)?.map_or(0, |played| played.orders);
            random_orders.push((orders as f64 / (2 * RANDOM_GAMES) as f64).max(1.0));
        }
        let scenarios = field.scenarios.len();
        let timed = vec![Timed::default(); field.runs().len()];
        Ok(Costs { random_orders, orders: vec![([0.0; 2], 0.0); scenarios], timed })
    }

    /// Takes note of a game.
    pub fn add(&mut self, field: &Field, run: usize, played: &Played) {
        let estimated = self.estimate(field, run);
        let (orders, games) = &mut self.orders[field.cell(run).scenario];
        *games += 1.0;
        for (sum, orders) in orders.iter_mut().zip(played.result.orders) {
            *sum += orders as f64;
        }
        if let Some(seconds) = played.seconds.filter(|seconds| seconds.is_finite() && *seconds >= 0.0) {
            let timed = &mut self.timed[run];
            timed.games += 1.0;
            timed.seconds += seconds;
            timed.estimated += estimated;
        }
    }

    /// Returns the expected seconds of a game: as measured in its run, or else by the number of orders and the players'
    /// times for one, as far as these were right for the same players in other scenarios.
    pub fn seconds(&self, field: &Field, run: usize) -> f64 {
        let own = self.timed[run];
        if own.games > 0.0 {
            return (own.seconds / own.games).max(1e-6);
        }
        let same = |other: &usize| {
            let (a, b) = (field.cell(run), field.cell(*other));
            (a.first, a.second) == (b.first, b.second)
        };
        let others = field.runs().filter(same).map(|other| self.timed[other]);
        let (seconds, estimated) = others
            .fold((0.0, 0.0), |(seconds, estimated), timed| (seconds + timed.seconds, estimated + timed.estimated));
        let right = if estimated > 0.0 { seconds / estimated } else { 1.0 };
        (self.estimate(field, run) * right).max(1e-6)
    }

    /// Returns the seconds of a game by the number of orders in its scenario and the players' times for one.
    fn estimate(&self, field: &Field, run: usize) -> f64 {
        let cell = field.cell(run);
        let (orders, games) = self.orders[cell.scenario];
        let random = self.random_orders[cell.scenario];
        let orders = if games > 0.0 { orders.map(|orders| orders / games) } else { [random; 2] };
        // Each player has each side in every second game.
        let mean = f64::midpoint(orders[0], orders[1]);
        mean * [cell.first, cell.second].iter().map(|player| per_order(field.players[*player])).sum::<f64>()
    }
}

/// The seconds of one order on one core. Only a time is exact; the rest is the right order of magnitude.
fn per_order(skill: Skill) -> f64 {
    match skill {
        Skill::Random => 0.001,
        Skill::Greedy => 0.02,
        Skill::Search(Budget::Iterations(times)) => 0.001 + 0.000_5 * f64::from(times),
        Skill::Search(Budget::Time(time)) => time.as_secs_f64(),
    }
}
