//! `undercity ladder`: ratings of the computer players, from games against each other within a given time.

mod cost;
mod field;
mod schedule;
mod standing;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::value_parser;
use table::balance::{Played, Pool, PoolNews, Results, jobs};

use self::field::{Field, Logs};
use self::schedule::{Batch, Schedule, Until};
use self::standing::Standing;
use crate::builtin;
use crate::outcome::{Failed, counted, print, print_json, refused};
use crate::progress::progress;
use crate::stop::{SOON, Stop};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Built-in scenarios, scenario files, systems (all of their built-in ones), or `all` for every built-in one
    #[arg(default_value = "all", value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Players, each random, greedy, search:SECONDS, search:TIMESx or a level (recruit, regular, veteran, elite). random
    /// always plays too: its rating is 0
    #[arg(long, value_delimiter = ',', default_value = "random,greedy,search:0.5,search:2", value_name = "PLAYER,…")]
    players: Vec<String>,
    /// Time to play in minutes; 0 shows the ratings by the log. Games in play at the end don't count
    #[arg(long, default_value_t = 20.0, value_name = "MINUTES", value_parser = minutes)]
    minutes: f64,
    /// Stop earlier if all ratings are known to within this number of points, up or down
    #[arg(long, default_value_t = 5.0, value_name = "POINTS", value_parser = points)]
    within: f64,
    /// Seed of the first two games of each scenario and pair of players; later pairs of games take the next numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads per computer player
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Games played at once [default: as many as the cores allow]
    #[arg(long, value_parser = value_parser!(u64).range(1..=256))]
    jobs: Option<u64>,
    /// Append results to files in FOLDER and resume from them: a log of `balance --swap` for each scenario and pair
    #[arg(long, value_name = "FOLDER")]
    log: Option<PathBuf>,
    /// Write the ratings as Markdown into FILE, between its lines `<!-- ladder` and `<!-- end of ladder -->`
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn minutes(text: &str) -> Result<f64, String> {
    // A week, and no number of minutes is too large for the clock.
    within(text, 0.0..=10_080.0, "a number of minutes from 0 to 10080")
}

fn points(text: &str) -> Result<f64, String> {
    within(text, 0.0..=1000.0, "a number of points from 0 to 1000")
}

fn within(text: &str, range: std::ops::RangeInclusive<f64>, expected: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| format!("expected {expected}"))
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let scenarios = builtin::named(&args.scenarios, &[])?;
    let field = Arc::new(Field::new(args, scenarios)?);
    if let Some(path) = &args.table {
        standing::check_page(path)?;
    }
    let mut schedule = Schedule::new(Arc::clone(&field))?;
    let mut logs = Logs::open(args.log.clone(), &field, |run, played| schedule.add(run, played))?;
    let before = schedule.games();
    let schedule = Arc::new(Mutex::new(schedule));
    play(args, &field, &schedule, &mut logs)?;
    let schedule = schedule.lock().unwrap_or_else(PoisonError::into_inner);
    let standing = Standing::of(&field, schedule.record());
    if args.json {
        print_json(&standing)?;
    } else {
        print(format_args!("{standing}\n"))?;
        let now = schedule.games() - before;
        let all = counted(schedule.games() as usize, "game", "games");
        print(format_args!("{all}, {now} of them in this run"))?;
    }
    match &args.table {
        Some(path) => standing::write_page(path, &standing, &args.as_written()),
        None => Ok(()),
    }
}

/// The news of a game: its scenario and pair of players, and the game.
type News = (usize, Result<Played, Failed>);

/// Plays until the time is up, the ratings are precise enough, or no game would end in time.
fn play(args: &Args, field: &Arc<Field>, schedule: &Arc<Mutex<Schedule>>, logs: &mut Logs) -> Result<(), Failed> {
    if args.minutes == 0.0 {
        return Ok(());
    }
    let (stop, begun) = (Stop::on_signal()?, Instant::now());
    let until = Until { time: begun + Duration::from_secs_f64(60.0 * args.minutes), within: args.within };
    let bar = progress((60.0 * args.minutes).ceil() as u64, "seconds");
    let next = {
        let schedule = Arc::clone(schedule);
        move || schedule.lock().ok()?.next(until)
    };
    let work = {
        let field = Arc::clone(field);
        move |batch, results: &Results<News>| play_batch(&field, batch, until, results)
    };
    let jobs = args.jobs.map_or_else(|| jobs(args.threads), |jobs| jobs as usize);
    let pool = Pool::start(jobs, next, work)
        .map_err(|error| refused(format_args!("can't start {jobs} threads ({error}); choose fewer with --jobs")))?;
    let mut told = Instant::now();
    loop {
        let left = until.time.saturating_duration_since(Instant::now());
        let news = pool.next(SOON.min(left));
        let mut schedule = schedule.lock().unwrap_or_else(PoisonError::into_inner);
        match news {
            PoolNews::Result((run, played)) => {
                let played = played?;
                logs.write(field, run, &played)?;
                schedule.add(run, &played);
            }
            PoolNews::Waiting if left.is_zero() => break,
            PoolNews::Waiting => {}
            PoolNews::Done => break,
        }
        if stop.is_asked() {
            bar.finish_and_clear();
            return Err(Failed::Interrupted(logs.stopped(schedule.games())));
        }
        bar.set_position(begun.elapsed().as_secs());
        if told.elapsed() >= Duration::from_secs(1) {
            bar.set_message(schedule.told());
            told = Instant::now();
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Plays the games of a batch, and returns whether there is time for another.
fn play_batch(field: &Field, batch: Batch, until: Until, results: &Results<News>) -> bool {
    for game in batch.games {
        let begun = Instant::now();
        if begun >= until.time {
            return false;
        }
        let timed = |played| Played { seconds: Some(begun.elapsed().as_secs_f64()), ..played };
        let played = field.run(batch.run).game(game).map(timed);
        let played = played.map_err(|error| refused(format_args!("{}: {error}", field.label(batch.run))));
        if !results.send((batch.run, played)) {
            return false;
        }
    }
    true
}

impl Args {
    /// Returns the command, without options that don't affect the games.
    fn as_written(&self) -> String {
        let threads = if self.threads > 1 { format!(" --threads {}", self.threads) } else { String::new() };
        let (scenarios, players) = (self.scenarios.join(" "), self.players.join(","));
        format!(
            "undercity ladder {scenarios} --players {players} --minutes {}{threads} --seed {}",
            self.minutes, self.seed
        )
    }
}
