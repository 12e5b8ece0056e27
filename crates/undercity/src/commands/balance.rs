//! `undercity balance`

mod log;
mod markdown;
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

use self::log::LogHead;
use self::stats::Summary;
use crate::files;
use crate::outcome::{Failed, print, print_json, refused};
use crate::shipped;

/// What to play.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenario: a shipped one by name, a file, or `all` for every shipped one
    scenario: String,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Who plays: the first side's player and the second side's, each random, greedy, search:SECONDS or search:TIMESx;
    /// given again, other players play the same games
    #[arg(long, default_value = "greedy,greedy")]
    players: Vec<String>,
    /// Play every second game with the players' sides swapped, on the same dice as the one before
    #[arg(long)]
    swap: bool,
    /// The seed of the first game; each further game takes the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once [default: one a core]
    #[arg(long)]
    jobs: Option<NonZero<usize>>,
    /// Keep each game's result in this file, and go on from what is in it: so a long run can be stopped; a folder
    /// where several are played
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write a report with plots, one HTML file that needs nothing else; a folder where several are played
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a table of what was found, a row a scenario, in Markdown
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
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

pub fn run(args: &Args) -> Result<(), Failed> {
    let scenarios = match args.scenario.as_str() {
        "all" => shipped::all().into_iter().map(shipped::Shipped::to_text).collect(),
        name => vec![shipped::find(name)?],
    };
    let mut pairs = Vec::new();
    for players in &args.players {
        let pair = read_players(players)?;
        if pairs.contains(&pair) {
            return Err(Failed::Usage(format!("--players {players}: these play already; name each pair once")));
        }
        pairs.push(pair);
    }
    let played = || scenarios.iter().flat_map(|scenario| pairs.iter().map(move |pair| (scenario, *pair)));
    let several = played().nth(1).is_some();
    for folder in [&args.log, &args.report].into_iter().flatten().filter(|_| several) {
        std::fs::create_dir_all(folder)?;
    }
    let mut summaries = Vec::new();
    for (scenario, players) in played() {
        // Of several each has a file of its own.
        let file = |path: &Option<PathBuf>, ending: &str| {
            let name = format!("{}-{}.{ending}", scenario.name, written(players)).replace(['/', ':', ','], "-");
            path.as_ref().map(|path| if several { path.join(name) } else { path.clone() })
        };
        let summary = balance(args, scenario, players, file(&args.log, "jsonl").as_deref())?;
        if let Some(path) = file(&args.report, "html") {
            files::write_whole(&path, report::html(&summary).as_bytes())?;
        }
        if !args.json {
            stats::show(&summary)?;
            if several {
                print("")?;
            }
        }
        summaries.push(summary);
    }
    if let Some(path) = &args.table {
        files::write_whole(path, markdown::table(&summaries, &args.as_written()).as_bytes())?;
    }
    match summaries.as_slice() {
        [summary] if args.json && !several => print_json(summary),
        all if args.json => print_json(&all),
        _ => Ok(()),
    }
}

impl Args {
    /// The command without what does not change the games.
    fn as_written(&self) -> String {
        let Args { scenario, games, players, seed, .. } = self;
        let players: String = players.iter().map(|players| format!(" --players {players}")).collect();
        let swap = if self.swap { " --swap" } else { "" };
        format!("undercity balance {scenario} --games {games}{players}{swap} --seed {seed}")
    }
}

/// Plays one scenario.
fn balance(args: &Args, scenario: &ScenarioText, players: [Skill; 2], log: Option<&Path>) -> Result<Summary, Failed> {
    let system = shipped::system_of(scenario)?;
    let head = LogHead {
        undercity: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: scenario.name.clone(),
        text: scenario.text.clone(),
        players: written(players),
        swap: args.swap,
        seed: args.seed,
    };
    let mut games = match log {
        Some(path) => log::take_up(path, &head)?,
        None => Vec::new(),
    };
    play(args, system, scenario, players, log, &mut games)?;
    games.sort_by_key(|played| played.game);
    Ok(Summary::of(system.sides, &scenario.name, &head.players, &games))
}

/// Two players as they are read.
fn written([first, second]: [Skill; 2]) -> String {
    format!("{first},{second}")
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

/// Plays what has not been played yet, on all cores.
fn play(
    args: &Args,
    system: &'static AnySystem,
    scenario: &ScenarioText,
    players: [Skill; 2],
    log: Option<&Path>,
    games: &mut Vec<Played>,
) -> Result<(), Failed> {
    let left: Vec<u64> = (0..args.games).filter(|game| games.iter().all(|played| played.game != *game)).collect();
    games.retain(|played| played.game < args.games);
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get).min(left.len());
    let bar = ProgressBar::new(args.games).with_position(games.len() as u64).with_prefix(scenario.name.clone());
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} games, {eta} to go  {msg}") {
        bar.set_style(style);
    }
    let mut log = match log {
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
