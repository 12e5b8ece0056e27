//! Many games: between computer players, and random ones.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use board::scenario::Diagnostics;
use players::Skill;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use table::balance::{BalanceError, BalanceRun, LogHead, Played, Pool, PoolNews, log_text, program, read_log};
use table::{AnySystem, PlayoutSpec, Playouts};

use crate::errors::{failed, scenario_error};
use crate::json::{JsonObject, map_from_python};
use crate::scenario::{changed, system};
use crate::work::{LOOK, Pace, Steps, watched};

/// A game of a pool.
type Game = Result<Played, BalanceError>;
/// The statistics of a run, their text, and its log.
type Balance = (JsonObject, String, String);

/// Plays the games of these numbers between two computer players, as `undercity balance` does.
#[pyfunction]
#[pyo3(signature = (
    name, text, players, first, games, *, options=None, seed=1, swap=false, threads=1, jobs=None, log=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn balance(
    py: Python<'_>,
    name: &str,
    text: &str,
    players: (String, String),
    first: u64,
    games: u64,
    options: Option<&Bound<'_, PyAny>>,
    seed: u64,
    swap: bool,
    threads: u64,
    jobs: Option<usize>,
    log: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Balance> {
    let (scenario, document) = changed(name, text, options)?;
    let system = py.detach(|| system(&document))?;
    if !(1..=256).contains(&threads) {
        return Err(PyValueError::new_err(format!("threads: expected 1 to 256, found {threads}")));
    }
    let skill = |player: &str| -> PyResult<Skill> {
        player.parse().map_err(|error| PyValueError::new_err(format!("players: {error}")))
    };
    // As the command line writes them, so that each continues the other's log.
    let options = map_from_python("options", options)?.into_iter().map(|(key, value)| match value.as_str() {
        Some(word) => format!("{key}={word}"),
        None => format!("{key}={value}"),
    });
    let run = BalanceRun {
        system,
        scenario,
        options: options.collect(),
        players: [skill(&players.0)?, skill(&players.1)?],
        swap,
        seed,
        threads,
    };
    let numbers = first..first.checked_add(games).ok_or_else(|| PyValueError::new_err("games: too large a number"))?;
    let head = run.head(Some(program()));
    let (mut played, mut file) = match &log {
        Some(path) => py.detach(|| take_up(path, &head))?,
        None => (Vec::new(), None),
    };
    played.retain(|played| numbers.contains(&played.game));
    let had: BTreeSet<u64> = played.iter().map(|played| played.game).collect();
    let jobs = jobs.unwrap_or_else(|| table::balance::jobs(threads)).min(usize::try_from(games).unwrap_or(usize::MAX));
    let mut pool = run
        .play(numbers.filter(move |game| !had.contains(game)), jobs)
        .map_err(|error| failed(format_args!("can't start {jobs} threads ({error}); choose fewer jobs")))?;
    let mut pace = Pace::default();
    loop {
        let (back, some, done) = py.detach(move || some(pool));
        pool = back;
        for game in some {
            let game = game.map_err(failed)?;
            if let Some(file) = &mut file {
                file.write_all(game.line().map_err(failed)?.as_bytes()).map_err(failed)?;
            }
            played.push(game);
        }
        py.check_signals()?;
        if let Some(progress) = progress.filter(|_| done || pace.is_due()) {
            progress.call1((played.len(), games))?;
        }
        if done {
            break;
        }
    }
    played.sort_by_key(|played| played.game);
    let summary = table::balance::Summary::of(&run, &played);
    let log = log_text(&head, &played).map_err(failed)?;
    Ok((JsonObject::of(&summary)?, summary.to_string(), log))
}

/// Waits a moment for games. Returns those that came, and whether they were the last.
fn some(pool: Pool<Game>) -> (Pool<Game>, Vec<Game>, bool) {
    let (begun, mut games) = (Instant::now(), Vec::new());
    while let Some(left) = LOOK.checked_sub(begun.elapsed()) {
        match pool.next(left) {
            PoolNews::Result(game) => games.push(game),
            PoolNews::Waiting => break,
            PoolNews::Done => return (pool, games, true),
        }
    }
    (pool, games, false)
}

/// Opens a log for more games, and returns those that it has. A last line that was cut short is removed.
fn take_up(path: &PathBuf, head: &LogHead) -> PyResult<(Vec<Played>, Option<File>)> {
    let place = |error: &dyn std::fmt::Display| failed(format_args!("{}: {error}", path.display()));
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| place(&error))?;
    let text = std::fs::read_to_string(path).map_err(|error| place(&error))?;
    let games = read_log(&text, head)
        .map_err(|error| place(&format_args!("{error}. Choose another file as the log, or remove this one")))?;
    if text.is_empty() {
        let first = log_text(head, &[]).map_err(failed)?;
        file.write_all(first.as_bytes()).map_err(|error| place(&error))?;
    }
    let whole = text.rfind('\n').map_or(0, |last| last + 1);
    if whole < text.len() {
        file.set_len(whole as u64).map_err(|error| place(&error))?;
    }
    Ok((games, Some(file)))
}

/// Plays random games, and measures the speed.
#[pyfunction]
#[pyo3(signature = (name, text, first, games, *, options=None, seed=1, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn playouts(
    py: Python<'_>,
    name: &str,
    text: &str,
    first: u64,
    games: u64,
    options: Option<&Bound<'_, PyAny>>,
    seed: u64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<JsonObject> {
    let (scenario, document) = changed(name, text, options)?;
    let system = py.detach(|| system(&document))?;
    let asked = PlayoutSpec { first, games, seed };
    let played = watched(py, progress, move |steps| in_pieces(system, &scenario, asked, steps))?;
    JsonObject::of(&played.map_err(|problems| scenario_error(&problems))?)
}

/// Plays random games in pieces, so that they can be stopped.
fn in_pieces(
    system: &dyn AnySystem,
    scenario: &referee::ledger::ScenarioText,
    asked: PlayoutSpec,
    steps: &mut Steps<Result<Playouts, Diagnostics>>,
) -> Result<Playouts, Diagnostics> {
    /// Number of games of a piece.
    const PIECE: u64 = 512;
    let mut all: Option<Playouts> = None;
    let mut done = 0;
    loop {
        let piece = PlayoutSpec {
            first: asked.first.wrapping_add(done),
            games: PIECE.min(asked.games - done),
            seed: asked.seed,
        };
        let played = system.playouts(scenario, piece, &mut |games| steps.at(done + games, asked.games))?;
        done += piece.games;
        let joined = match all.take() {
            Some(all) => all.join(played),
            None => played,
        };
        if done >= asked.games || steps.stopped() {
            return Ok(joined);
        }
        all = Some(joined);
    }
}
