//! The choice of the next games: those that narrow the widest interval most for their time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use ratings::{Cell, Design, Fit, Record};
use table::balance::Played;

use super::cost::Costs;
use super::field::Field;
use crate::outcome::Failed;

/// The time for which a thread gets games at once, in seconds. Choosing games takes some milliseconds.
const BATCH: f64 = 1.0;

/// Most pairs of games that a thread gets at once.
const MOST_PAIRS: u64 = 50;

/// Share of the time left that games may be expected to take. The rest is for games that take longer than most.
const SAFE: f64 = 0.8;

/// Growth of the number of games after which the spread of the strengths is estimated again.
const GROWTH: f64 = 1.1;

/// Standard errors on either side of a rating in its interval.
const Z: f64 = 1.96;

/// The end of a ladder.
#[derive(Clone, Copy)]
pub struct Until {
    pub time: Instant,
    /// Distance of both ends of the widest interval from its middle, in points.
    pub within: f64,
}

/// Games of one run.
pub struct Batch {
    pub run: usize,
    /// Numbers of the games, in pairs with exchanged sides.
    pub games: Vec<u64>,
}

/// The games so far, and those in play.
pub struct Schedule {
    field: Arc<Field>,
    record: Record,
    costs: Costs,
    /// Of each run: the games that are neither played nor in play, below `next`.
    open: Vec<BTreeSet<u64>>,
    /// Of each run: the even number of the game from which on none is played.
    next: Vec<u64>,
    /// Of each run: the games in play.
    in_play: Vec<BTreeSet<u64>>,
    /// The spread of the strengths, and the number of games from which it was estimated.
    spread: Option<(f64, u64)>,
}

impl Schedule {
    pub fn new(field: Arc<Field>) -> Result<Self, Failed> {
        let runs = field.runs().len();
        Ok(Schedule {
            record: Record::new(field.players.len(), field.scenarios.len()),
            costs: Costs::new(&field)?,
            open: vec![BTreeSet::new(); runs],
            next: vec![0; runs],
            in_play: vec![BTreeSet::new(); runs],
            spread: None,
            field,
        })
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    pub fn games(&self) -> u64 {
        self.record.games()
    }

    /// Takes note of a game that was played, in this run or an earlier one.
    pub fn add(&mut self, run: usize, played: &Played) {
        let (cell, score) = self.field.scored(run, played);
        self.record.add(cell, score);
        self.costs.add(&self.field, run, played);
        self.reach(run, played.game);
        self.open[run].remove(&played.game);
        self.in_play[run].remove(&played.game);
    }

    /// Opens all games up to the pair of this one.
    fn reach(&mut self, run: usize, game: u64) {
        let end = game.saturating_sub(game % 2).saturating_add(2);
        self.open[run].extend(self.next[run]..end);
        self.next[run] = self.next[run].max(end);
    }

    /// Returns the games to play next; `None` if the time is up, the ratings are precise enough, or no game would end
    /// in time.
    pub fn next(&mut self, until: Until) -> Option<Batch> {
        let left = until.time.saturating_duration_since(Instant::now()).as_secs_f64();
        let fit = self.fit();
        let design = Design::new(&fit, self.pending());
        let (widest, error) = (1..self.field.players.len())
            .map(|player| (player, design.error(player, 0)))
            .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        if Z * error <= until.within {
            return None;
        }
        let cost = |run: usize| 2.0 * self.costs.seconds(&self.field, run);
        let in_time: Vec<usize> = self.field.runs().filter(|run| cost(*run) <= SAFE * left).collect();
        let cells: Vec<Cell> = in_time.iter().map(|run| self.field.cell(*run)).collect();
        let gains = design.gains(widest, 0, &cells);
        let rates = in_time.into_iter().zip(gains).map(|(run, gain)| (run, gain / cost(run)));
        let (run, _) = rates.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let pairs = (BATCH.min(SAFE * left) / cost(run)) as u64;
        Some(self.take(run, 2 * pairs.clamp(1, MOST_PAIRS)))
    }

    /// Takes games of a run: first those that an earlier stop left out.
    fn take(&mut self, run: usize, games: u64) -> Batch {
        let missing = games.saturating_sub(self.open[run].len() as u64);
        if missing > 0 {
            let from = self.next[run];
            self.reach(run, from.saturating_add(missing - 1));
        }
        let games: Vec<u64> = self.open[run].iter().copied().take(games as usize).collect();
        for game in &games {
            self.open[run].remove(game);
            self.in_play[run].insert(*game);
        }
        Batch { run, games }
    }

    fn fit(&mut self) -> Fit {
        let games = self.record.games();
        if let Some((spread, at)) = self.spread
            && (games as f64) < GROWTH * at as f64
        {
            return Fit::with_spread(&self.record, spread);
        }
        let fit = Fit::of(&self.record);
        self.spread = Some((fit.spread(), games));
        fit
    }

    fn pending(&self) -> Vec<(Cell, f64)> {
        let of_run = |run: usize| {
            let cell = self.field.cell(run);
            let odd = self.in_play[run].iter().filter(|game| *game % 2 == 1).count() as f64;
            [(cell, self.in_play[run].len() as f64 - odd), (cell.exchanged(), odd)]
        };
        self.field.runs().filter(|run| !self.in_play[*run].is_empty()).flat_map(of_run).collect()
    }

    /// Returns the ratings so far in short, for a progress bar.
    pub fn told(&mut self) -> String {
        let fit = self.fit();
        let design = Design::new(&fit, []);
        let rating = |player: usize| {
            let (value, half) = (fit.value(player, 0), Z * design.error(player, 0));
            format!("{} {value:.0}±{half:.0}", self.field.players[player])
        };
        let ratings: Vec<String> = (1..self.field.players.len()).map(rating).collect();
        format!("{} games, {}", self.record.games(), ratings.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use clap::Parser as _;
    use table::MatchResult;

    use super::*;
    use crate::builtin;
    use crate::commands::ladder::Args;

    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    fn schedule(arguments: &[&str]) -> Schedule {
        let args = Cli::parse_from([&["ladder"], arguments].concat()).args;
        let field = Field::new(&args, builtin::named(&args.scenarios, &[]).unwrap()).unwrap();
        Schedule::new(Arc::new(field)).unwrap()
    }

    fn until(seconds: u64, within: f64) -> Until {
        Until { time: Instant::now() + Duration::from_secs(seconds), within }
    }

    fn played(game: u64, winner: &str, seconds: f64) -> Played {
        let result = MatchResult {
            winner: winner.to_owned(),
            orders: [30, 30],
            fallback_orders: [0, 0],
            lost: [0, 0],
            status: BTreeMap::new(),
            below: Default::default(),
        };
        Played { game, swapped: game % 2 == 1, result, seconds: Some(seconds) }
    }

    /// Games come in pairs with exchanged sides. Those that a stop left out come first, and none comes twice.
    #[test]
    fn left_out_games_come_first() {
        let mut schedule = schedule(&["tide/first", "--players", "greedy"]);
        for game in [0, 1, 3, 6] {
            schedule.add(0, &played(game, "soviet", 0.001));
        }
        let batch = schedule.take(0, 4);
        assert_eq!(batch.games, [2, 4, 5, 7]);
        assert_eq!(schedule.take(0, 2).games, [8, 9]);
        schedule.add(0, &played(8, "draw", 0.001));
        assert_eq!((schedule.games(), schedule.take(0, 2).games), (5, vec![10, 11]));
    }

    #[test]
    fn games_that_would_not_end_in_time_are_not_begun() {
        let mut schedule = schedule(&["tide/first", "--players", "greedy,search:100"]);
        let greedy = schedule.next(until(30, 0.0)).unwrap();
        assert_eq!(schedule.field.label(greedy.run), "tide/first random,greedy", "the only one that takes no minutes");
        schedule.add(0, &played(0, "soviet", 50.0));
        assert!(schedule.next(until(60, 0.0)).is_none(), "a measured time counts more than an estimate");
        assert!(schedule.next(until(200, 0.0)).is_some());
    }

    #[test]
    fn the_cheapest_knowledge_comes_first() {
        let mut schedule = schedule(&["tide/first", "heroes/first", "--players", "greedy"]);
        for (run, seconds) in [(0, 0.5), (1, 0.01)] {
            for game in 0..20 {
                let sides = schedule.field.run(run).system.sides();
                schedule.add(run, &played(game, sides[game as usize / 2 % 2], seconds));
            }
        }
        // Equal results in both scenarios: fifty games of one cost as much as one of the other.
        let chosen: Vec<usize> = (0..4).map(|_| schedule.next(until(1000, 0.0)).unwrap().run).collect();
        assert_eq!(chosen[0], 1);
        // Its games in play will make the other scenario the greater doubt.
        let later: Vec<usize> = (0..20).map(|_| schedule.next(until(1000, 0.0)).unwrap().run).collect();
        assert!(later.contains(&0), "{later:?}");
    }

    #[test]
    fn precise_ratings_end_the_run() {
        let mut schedule = schedule(&["tide/first", "--players", "greedy"]);
        for game in 0..400 {
            schedule.add(0, &played(game, if game % 4 < 2 { "soviet" } else { "german" }, 0.001));
        }
        assert!(schedule.next(until(60, 100.0)).is_none(), "400 games are enough for 100 points");
        assert!(schedule.next(until(60, 10.0)).is_some(), "and too few for 10");
    }
}
