//! Many games between computer players: played in ranges, logged one per line, and counted.
//!
//! A game depends only on its run and its number. So the games of a run can be played in any order, in several programs
//! and on several machines, and their logs can be joined.

mod log;
mod pool;
mod summary;

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use fair::Head;
use players::Skill;
use referee::ledger::ScenarioText;
use rules::BySide;
use serde::{Deserialize, Serialize};

pub use self::log::{LogHead, OtherGames, join_logs, log_text, program, read_log};
pub use self::pool::{Pool, PoolNews, Results};
pub use self::summary::{Below, Share, Spread, Summary};
use crate::{AnySystem, Match, MatchResult};

/// The settings of a run of games: all that decides how each of its games goes, beside the program.
#[derive(Clone)]
pub struct BalanceRun {
    /// Rule system of the scenario.
    pub system: &'static dyn AnySystem,
    /// Scenario to play, with its options.
    pub scenario: ScenarioText,
    /// Changed options of the scenario, each as `key=value`, as they are written in a log.
    pub options: Vec<String>,
    /// Players of the first and the second side.
    pub players: [Skill; 2],
    /// Whether the players swap sides in every second game, with the dice of the game before.
    pub swap: bool,
    /// Seed of the first game. Each later game, or pair of games with `swap`, takes the next number.
    pub seed: u64,
    /// Number of threads per player, at least 1.
    pub threads: u64,
}

/// One game with its settings, as logged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Number of the game, from 0.
    pub game: u64,
    /// Whether the players' sides were swapped.
    pub swapped: bool,
    /// Result of the game.
    #[serde(flatten)]
    pub result: MatchResult,
    /// Duration of the game in seconds, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The reason why a game of a run was not finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BalanceError {
    /// A defect of a player or of the rules, or a mistake in the scenario.
    #[error("game {game} (seed {seed}): {why}")]
    Unfinished {
        /// Number of the game.
        game: u64,
        /// Seed of the game.
        seed: u64,
        /// Text of the [`crate::MatchError`].
        why: String,
    },
    /// The program failed within the game.
    #[error("game {game}: internal error; please report this")]
    Panicked {
        /// Number of the game.
        game: u64,
    },
}

impl Played {
    /// Returns the line of a log for this game, with its line break.
    ///
    /// # Errors
    /// The game can't be written as JSON: a defect.
    pub fn line(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

impl BalanceRun {
    /// Returns the head of the log of this run. `program` is [`program`]'s, or `None` for a log that any program may
    /// continue.
    #[must_use]
    pub fn head(&self, program: Option<Head>) -> LogHead {
        LogHead {
            undercity: env!("CARGO_PKG_VERSION").to_owned(),
            program,
            scenario: self.scenario.name.clone(),
            options: self.options.clone(),
            text: self.scenario.text.clone(),
            players: written(self.players),
            swap: self.swap,
            seed: self.seed,
            threads: self.threads,
        }
    }

    /// Plays the game of this number, from 0.
    ///
    /// # Errors
    /// The game can't be played to its end, or the program fails.
    pub fn game(&self, game: u64) -> Result<Played, BalanceError> {
        // A failure must not end the thread: games that are waited for would never come.
        catch_unwind(AssertUnwindSafe(|| self.play_one(game))).unwrap_or(Err(BalanceError::Panicked { game }))
    }

    fn play_one(&self, game: u64) -> Result<Played, BalanceError> {
        let [first, second] = self.players;
        let swapped = self.swap && game % 2 == 1;
        let pair = if self.swap { game / 2 } else { game };
        let [a, b] = if swapped { [second, first] } else { [first, second] };
        let seed = self.seed.wrapping_add(pair);
        let threads = self.threads as usize;
        let spec = Match { scenario: &self.scenario, players: BySide { a, b }, seed, threads };
        let result = self.system.play_match(&spec);
        let result = result.map_err(|error| BalanceError::Unfinished { game, seed, why: error.to_string() })?;
        Ok(Played { game, swapped, result, seconds: None })
    }

    /// Plays the games of these numbers, `jobs` at once. They come in the order in which they end.
    ///
    /// # Errors
    /// A thread can't be started.
    pub fn play<G>(&self, games: G, jobs: usize) -> std::io::Result<Pool<Result<Played, BalanceError>>>
    where
        G: IntoIterator<Item = u64>,
        G::IntoIter: Send + 'static,
    {
        let (run, mut games) = (Arc::new(self.clone()), games.into_iter());
        Pool::start(jobs, move || games.next(), move |game, news| news.send(run.game(game)))
    }
}

/// Returns the number of games to play at once on all cores, at least 1, if each player uses this number of threads.
#[must_use]
pub fn jobs(threads: u64) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    (cores / threads.max(1) as usize).max(1)
}

/// Returns two players in the form of a log: `greedy,random`.
#[must_use]
pub fn written([first, second]: [Skill; 2]) -> String {
    format!("{first},{second}")
}
