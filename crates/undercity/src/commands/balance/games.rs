//! Plays the games of a run: in parallel, logged one by one, with stop and resume.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use table::balance::{BalanceRun, LogHead, Played, PoolNews, jobs, log_text, read_log};

use super::Args;
use crate::files;
use crate::outcome::{Failed, counted, refused};
use crate::progress::progress;
use crate::stop::{SOON, Stop};

/// All runs of a command.
pub struct Games {
    stop: Stop,
    /// Number of games in logs so far, including earlier runs.
    kept: usize,
}

impl Games {
    /// Returns runs that Ctrl-C stops.
    pub fn new() -> Result<Self, Failed> {
        Ok(Games { stop: Stop::on_signal()?, kept: 0 })
    }

    /// Plays the games that are missing from `played`, adds them, and sorts it.
    pub fn play(
        &mut self,
        args: &Args,
        run: &BalanceRun,
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
        let jobs = args.jobs.map_or_else(|| jobs(args.threads), |jobs| jobs as usize);
        let jobs = jobs.min(usize::try_from(open).unwrap_or(usize::MAX));
        let pool = run
            .play((0..args.games).filter(move |game| !had.contains(game)), jobs)
            .map_err(|error| refused(format_args!("can't start {jobs} threads ({error}); choose fewer with --jobs")))?;
        loop {
            let news = pool.next(SOON);
            if self.stop.is_asked() {
                bar.finish_and_clear();
                return Err(Failed::Interrupted(self.stopped(args)));
            }
            let played = match news {
                PoolNews::Result(played) => played.map_err(refused)?,
                PoolNews::Waiting => continue,
                PoolNews::Done => break,
            };
            if let Some((path, file)) = &mut file {
                let line = played.line().map_err(refused)?;
                file.write_all(line.as_bytes()).map_err(|error| place(path, error))?;
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

    /// Returns the message after a stop.
    fn stopped(&self, args: &Args) -> String {
        match &args.log {
            Some(path) => {
                let games = counted(self.kept, "game", "games");
                format!("stopped: {games} saved in {}; run the same command to continue", path.display())
            }
            None => "stopped: nothing is saved without --log FILE".to_owned(),
        }
    }
}

fn told(wins: &BTreeMap<String, usize>) -> String {
    wins.iter().map(|(name, wins)| format!("{name} {wins}")).collect::<Vec<_>>().join(", ")
}

/// Reads a log, or creates one. The whole log is rewritten, so the next game begins on a new line.
pub fn take_up(path: &Path, head: &LogHead) -> Result<Vec<Played>, Failed> {
    let text = if path.exists() { files::read(path)? } else { String::new() };
    let games = read_log(&text, head).map_err(|error| {
        let path = path.display();
        refused(format_args!("{path}: {error}. Choose another file with --log, or remove this one"))
    })?;
    files::write_whole(path, log_text(head, &games).map_err(refused)?.as_bytes())?;
    Ok(games)
}
