//! Plays the games of a run: in parallel, logged one by one, with stop and resume.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use fair::Head;
use players::Skill;
use referee::ledger::ScenarioText;
use rules::BySide;
use table::{AnySystem, Match};

use super::log::LogHead;
use super::{Args, Played, written};
use crate::commands::serve::told_to_stop;
use crate::outcome::{Failed, refused};
use crate::progress::progress;

/// Messages to the thread that collects games.
enum News {
    Played(Result<Played, Failed>),
    Interrupted,
}

/// A pool of games in play.
pub struct Games {
    sender: Sender<News>,
    heard: Receiver<News>,
    /// Number of games in logs so far, including earlier runs.
    kept: usize,
}

/// The scenario and players of a run.
#[derive(Clone)]
pub struct RunSpec {
    pub system: &'static dyn AnySystem,
    pub scenario: ScenarioText,
    /// Changed options of the scenario.
    pub options: Vec<String>,
    pub players: [Skill; 2],
    pub swap: bool,
    pub seed: u64,
    pub threads: u64,
}

impl RunSpec {
    /// Returns the head of the log of this run.
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

    /// Plays the game of this number.
    fn game(&self, game: u64) -> Result<Played, Failed> {
        let [first, second] = self.players;
        let swapped = self.swap && game % 2 == 1;
        let pair = if self.swap { game / 2 } else { game };
        let [a, b] = if swapped { [second, first] } else { [first, second] };
        let seed = self.seed.wrapping_add(pair);
        let threads = self.threads as usize;
        let spec = Match { scenario: &self.scenario, players: BySide { a, b }, seed, threads };
        let result = self.system.play_match(&spec);
        let result = result.map_err(|error| refused(format_args!("game {game} (seed {seed}): {error}")))?;
        Ok(Played { game, swapped, result })
    }
}

impl Games {
    /// Returns a pool of games that Ctrl-C stops.
    pub fn new() -> Result<Self, Failed> {
        let (sender, heard) = channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let stop = {
            let _signals = runtime.enter();
            told_to_stop()?
        };
        let interrupted = sender.clone();
        thread::Builder::new().spawn(move || {
            runtime.block_on(stop);
            let _ = interrupted.send(News::Interrupted);
        })?;
        Ok(Games { sender, heard, kept: 0 })
    }

    /// Plays the games that are missing from `played`, adds them, and sorts it.
    pub fn play(
        &mut self,
        args: &Args,
        run: RunSpec,
        log: Option<&Path>,
        games: &mut Vec<Played>,
    ) -> Result<(), Failed> {
        let place = |path: &Path, error| refused(format_args!("{}: {error}", path.display()));
        let mut file = match log {
            Some(path) => Some((path, OpenOptions::new().append(true).open(path).map_err(|error| place(path, error))?)),
            None => None,
        };
        self.kept += games.len();
        games.retain(|played| played.game < args.games);
        let had: BTreeSet<u64> = games.iter().map(|played| played.game).collect();
        let open = args.games - had.len() as u64;
        let mut wins = BTreeMap::<String, usize>::new();
        for played in games.iter() {
            *wins.entry(played.result.winner.clone()).or_default() += 1;
        }
        let bar = progress(args.games, "games").with_prefix(format!("{} ", run.scenario.name));
        bar.set_message(told(&wins));
        bar.set_position(games.len() as u64);
        // Games from the log were not played at this speed.
        bar.reset_eta();
        self.start(args, run, (0..args.games).filter(move |game| !had.contains(game)), open)?;
        for _ in 0..open {
            let played = match self.heard.recv().map_err(refused)? {
                News::Played(played) => played?,
                News::Interrupted => {
                    bar.finish_and_clear();
                    return Err(Failed::Interrupted(self.stopped(args)));
                }
            };
            if let Some((path, file)) = &mut file {
                let line = serde_json::to_string(&played).map_err(refused)?;
                writeln!(file, "{line}").map_err(|error| place(path, error))?;
            }
            self.kept += 1;
            *wins.entry(played.result.winner.clone()).or_default() += 1;
            bar.set_message(told(&wins));
            bar.inc(1);
            games.push(played);
        }
        bar.finish_and_clear();
        games.sort_by_key(|played| played.game);
        Ok(())
    }

    /// Starts threads that play these games. They end when no thread receives their results any more.
    fn start(
        &self,
        args: &Args,
        run: RunSpec,
        left: impl Iterator<Item = u64> + Send + 'static,
        open: u64,
    ) -> Result<(), Failed> {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get) as u64;
        let jobs = args.jobs.unwrap_or_else(|| (cores() / args.threads).max(1)).min(open);
        let (left, run) = (Arc::new(Mutex::new(left)), Arc::new(run));
        for _ in 0..jobs {
            let (left, run, sender) = (Arc::clone(&left), Arc::clone(&run), self.sender.clone());
            let next = move || left.lock().ok()?.next();
            let work = move || {
                while let Some(game) = next() {
                    // The receiver must get a message for every game.
                    let played = catch_unwind(AssertUnwindSafe(|| run.game(game)));
                    let failed = |_| Err(refused(format_args!("game {game}: internal error; please report this")));
                    if sender.send(News::Played(played.unwrap_or_else(failed))).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().spawn(work).map_err(|error| {
                refused(format_args!("can't start {jobs} threads ({error}); choose fewer with --jobs"))
            })?;
        }
        Ok(())
    }

    /// Returns the message after a stop.
    fn stopped(&self, args: &Args) -> String {
        match &args.log {
            Some(path) => {
                let games = if self.kept == 1 { "1 game".to_owned() } else { format!("{} games", self.kept) };
                format!("stopped: {games} saved in {}; run the same command to continue", path.display())
            }
            None => "stopped: nothing is saved without --log FILE".to_owned(),
        }
    }
}

fn told(wins: &BTreeMap<String, usize>) -> String {
    wins.iter().map(|(name, wins)| format!("{name} {wins}")).collect::<Vec<_>>().join(", ")
}
