//! `undercity balance`

mod report;
mod stats;

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use players::Skill;
use referee::ledger::ScenarioText;
use rules::BySide;
use serde::{Deserialize, Serialize};
use table::{AnySystem, Contest, Contested};

use self::stats::Summary;
use crate::files;
use crate::outcome::{Failed, print, print_json, refused};
use crate::shipped;

/// What to play.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenario: a shipped one by name, or a file
    scenario: String,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Who plays: the first side's player and the second side's, each random, greedy, search:SECONDS or search:TIMESx
    #[arg(long, default_value = "greedy,greedy")]
    players: String,
    /// Play every second game with the players' sides swapped, on the same dice as the one before
    #[arg(long)]
    swap: bool,
    /// The seed of the first game; each further game takes the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once [default: one a core]
    #[arg(long)]
    jobs: Option<NonZero<usize>>,
    /// Keep each game's result in this file, and go on from what is in it: so a long run can be stopped
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write a report with plots, one HTML file that needs nothing else
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// One game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Its number, from 0.
    pub game: u64,
    /// Whether the players' sides were swapped.
    pub swapped: bool,
    /// How it went.
    #[serde(flatten)]
    pub result: Contested,
}

/// The first line of a log: what was played, so that nobody goes on with something else.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct LogHead {
    undercity: String,
    scenario: String,
    text: String,
    players: String,
    swap: bool,
    seed: u64,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let scenario = shipped::find(&args.scenario)?;
    let system = shipped::system_of(&scenario)?;
    let players = read_players(&args.players)?;
    let head = LogHead {
        undercity: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: scenario.name.clone(),
        text: scenario.text.clone(),
        players: format!("{},{}", players[0], players[1]),
        swap: args.swap,
        seed: args.seed,
    };
    let mut games = match &args.log {
        Some(path) => take_up(path, &head)?,
        None => Vec::new(),
    };
    play(args, system, &scenario, players, &mut games)?;
    games.sort_by_key(|played| played.game);
    let summary = Summary::of(system.sides, &scenario.name, &head.players, &games);
    if let Some(path) = &args.report {
        files::write_whole(path, report::html(&summary).as_bytes())?;
    }
    if args.json { print_json(&summary) } else { stats::show(&summary) }
}

fn read_players(text: &str) -> Result<[Skill; 2], Failed> {
    let usage = |why: String| Failed::Usage(format!("--players {text}: {why}"));
    let mut names = text.split(',');
    let (Some(a), Some(b), None) = (names.next(), names.next(), names.next()) else {
        return Err(usage("expected two, such as search:1,greedy".to_owned()));
    };
    let read = |name: &str| name.trim().parse::<Skill>().map_err(|error| usage(error.to_string()));
    Ok([read(a)?, read(b)?])
}

/// Reads a log that was begun, or begins one. A line that was cut short by a stop is left out.
fn take_up(path: &Path, head: &LogHead) -> Result<Vec<Played>, Failed> {
    if !path.exists() {
        let line = serde_json::to_string(head).map_err(refused)?;
        files::write_whole(path, format!("{line}\n").as_bytes())?;
        return Ok(Vec::new());
    }
    let text = files::read(path)?;
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let found: Option<LogHead> = lines.next().and_then(|line| serde_json::from_str(line).ok());
    if found.as_ref() != Some(head) {
        let path = path.display();
        return Err(refused(format_args!("{path}: this log is of other games; choose another file, or remove it")));
    }
    let games: Vec<Played> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    // Written again whole, so that the next line begins a line.
    let whole: Result<Vec<String>, _> = games.iter().map(serde_json::to_string).collect();
    let mut text = serde_json::to_string(head).map_err(refused)?;
    for line in whole.map_err(refused)? {
        text.push('\n');
        text.push_str(&line);
    }
    text.push('\n');
    files::write_whole(path, text.as_bytes())?;
    Ok(games)
}

/// Plays what has not been played yet, on all cores.
fn play(
    args: &Args,
    system: &'static AnySystem,
    scenario: &ScenarioText,
    players: [Skill; 2],
    games: &mut Vec<Played>,
) -> Result<(), Failed> {
    let left: Vec<u64> = (0..args.games).filter(|game| games.iter().all(|played| played.game != *game)).collect();
    games.retain(|played| played.game < args.games);
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get).min(left.len());
    let bar = ProgressBar::new(args.games).with_position(games.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} to go  {msg}") {
        bar.set_style(style);
    }
    let mut log = match &args.log {
        Some(path) => Some(OpenOptions::new().append(true).open(path)?),
        None => None,
    };
    let next = AtomicUsize::new(0);
    let done = Mutex::new((games, BTreeMap::<String, u64>::new()));
    let failed = Mutex::new(None);
    let keep = Mutex::new(log.as_mut());
    let one = || {
        while let Some(game) = left.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            let swapped = args.swap && game % 2 == 1;
            let pair = if args.swap { game / 2 } else { game };
            let [a, b] = if swapped { [players[1], players[0]] } else { players };
            let asked = Contest { scenario, players: BySide { a, b }, seed: args.seed.wrapping_add(pair) };
            let kept = system.contest(&asked).map_err(refused).and_then(|result| {
                let played = Played { game, swapped, result };
                let line = serde_json::to_string(&played).map_err(refused)?;
                if let Some(file) = keep.lock().map_err(refused)?.as_mut() {
                    writeln!(file, "{line}")?;
                }
                Ok(played)
            });
            match (kept, done.lock()) {
                (Ok(played), Ok(mut done)) => {
                    *done.1.entry(played.result.winner.clone()).or_default() += 1;
                    let wins: Vec<String> = done.1.iter().map(|(name, wins)| format!("{name} {wins}")).collect();
                    bar.set_message(wins.join(", "));
                    done.0.push(played);
                    bar.inc(1);
                }
                (Err(error), _) => {
                    next.store(left.len(), Ordering::Relaxed);
                    if let Ok(mut failed) = failed.lock() {
                        *failed = Some(error);
                    }
                }
                (Ok(_), Err(_)) => return,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(one);
        }
    });
    bar.finish_and_clear();
    match failed.into_inner() {
        Ok(None) => Ok(()),
        Ok(Some(error)) => Err(error),
        Err(error) => Err(refused(error)),
    }
}

/// Prints a line.
fn line(name: &str, value: impl std::fmt::Display) -> Result<(), Failed> {
    print(format_args!("{name:<22}{value}"))
}
