//! Long work as text. Another worker does it from a ledger, so that the game isn't held up.

use std::time::Duration;

use ::referee::ledger::ScenarioText;
use ::referee::replay::header;
use board::scenario::Document;
use game::{CalculatorRequest, Code, OddsRequest, Problem, ReplayQuery, Thought, calculate, luck, replayed};
use players::{Level, Skill};
use rules::{BySide, Seat, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::case::{Case, CaseError};
use table::{Match, Table, Walk};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::Said;
use crate::imports::import;

/// A piece of long work, with all that it needs.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Job {
    /// A computer player looks for an order.
    Think {
        ledger: String,
        side: usize,
        level: String,
        /// Seed of its choices, in hexadecimal: JavaScript would round the number.
        seed: String,
        /// Thinking time in milliseconds.
        millis: u64,
    },
    /// The odds of an order.
    Odds { ledger: String, seat: usize, asked: OddsRequest },
    /// A calculator of a game.
    Tool { ledger: String, seat: usize, asked: CalculatorRequest },
    /// A calculator without a game.
    Calculate { system: String, asked: CalculatorRequest },
    /// One step of a finished game.
    Replay { ledger: String, seat: usize, asked: ReplayQuery },
    /// The luck of each side in a finished game.
    Luck { ledger: String },
    /// A ledger from elsewhere becomes a game.
    Import { ledger: String },
    /// A game between two computer players of a skill such as `search:100x`, to measure how fast they are.
    Match { scenario: ScenarioText, skill: String, seed: u64 },
    /// A conformance case, step by step.
    Walk(WalkRequest),
}

/// A request to step through a conformance case.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkRequest {
    /// Name of the case, for messages.
    name: String,
    /// Text of its file.
    text: String,
    /// Text of the scenario file that it names; null if the scenario stands in it.
    #[serde(default)]
    scenario: Option<String>,
}

fn walk(asked: &WalkRequest) -> Result<Walk, Problem> {
    let case = Case::parse(&asked.name, &asked.text, |name| match &asked.scenario {
        Some(text) => Ok(ScenarioText { name: name.to_owned(), text: text.clone() }),
        None => Err(CaseError::Read { path: name.into(), source: std::io::ErrorKind::NotFound.into() }),
    });
    let case = case.map_err(|error| match error {
        CaseError::Scenario(mistakes) => Problem::mistakes(&mistakes),
        error => Problem::new(Code::Malformed, error),
    })?;
    let unknown = || Problem::new(Code::UnknownSystem, format!("unknown rule system `{}`", case.system));
    Ok(table::system(&case.system).ok_or_else(unknown)?.walk(&case, &asked.text))
}

/// Does a piece of long work. Returns the answer as JSON, `{"status": …, "text": …}`, where `write` is a game that must
/// be stored before the answer is passed on. For a computer player, returns the thought for [`crate::Referee::done`].
#[wasm_bindgen]
#[must_use]
pub fn work(job: &str) -> String {
    let said = match serde_json::from_str(job) {
        Ok(Job::Think { ledger, side, level, seed, millis }) => {
            let thought = think(&ledger, side, &level, &seed, millis).unwrap_or_default();
            return serde_json::to_string(&thought).unwrap_or_default();
        }
        Ok(job) => answer(job),
        Err(error) => Err(Problem::new(Code::Failed, error)),
    };
    said.unwrap_or_else(Said::problem).to_json()
}

fn answer(job: Job) -> Result<Said, Problem> {
    match job {
        Job::Think { .. } => Err(failed()),
        Job::Odds { ledger, seat, asked } => {
            let table = opened(&ledger)?;
            let side = game::side_of(seat_at(seat)?)?;
            Ok(Said::json(&table.odds(side, &asked.order)?()?))
        }
        Job::Tool { ledger, seat, asked } => {
            let table = opened(&ledger)?;
            Ok(Said::json(&table.tool(seat_at(seat)?, &asked.tool, &asked.input.into())?))
        }
        Job::Calculate { system, asked } => Ok(Said::json(&calculate(&system, asked)?)),
        Job::Replay { ledger, seat, asked } => Ok(Said::json(&replayed(&ledger, &asked, seat_at(seat)?)?)),
        Job::Luck { ledger } => Ok(Said::json(&luck(&ledger)?)),
        Job::Import { ledger } => import(ledger),
        Job::Match { scenario, skill, seed } => Ok(Said::json(&timed_match(&scenario, &skill, seed)?)),
        Job::Walk(asked) => Ok(Said::json(&walk(&asked)?)),
    }
}

/// The time of a game between computer players.
#[derive(Serialize)]
struct TimedMatch {
    /// Number of orders of both sides.
    orders: usize,
    /// Time in seconds.
    seconds: f64,
}

fn timed_match(scenario: &ScenarioText, skill: &str, seed: u64) -> Result<TimedMatch, Problem> {
    let skill: Skill = skill.parse().map_err(|error| Problem::new(Code::Malformed, error))?;
    let document = Document::parse(&scenario.name, &scenario.text).map_err(|error| Problem::mistakes(&error))?;
    let system = game::system_of(&document)?;
    let begun = web_time::Instant::now();
    let asked = Match { scenario, players: BySide { a: skill, b: skill }, seed, threads: 1 };
    let played = system.play_match(&asked).map_err(|error| Problem::new(Code::Failed, error))?;
    Ok(TimedMatch { orders: played.orders.iter().sum(), seconds: begun.elapsed().as_secs_f64() })
}

fn failed() -> Problem {
    Problem::new(Code::Failed, "the ledger cannot be replayed")
}

fn seat_at(index: usize) -> Result<Seat, Problem> {
    Seat::ALL.get(index).copied().ok_or_else(failed)
}

fn opened(ledger: &str) -> Result<Box<dyn Table>, Problem> {
    let header = header(ledger).map_err(|_| failed())?;
    let system = table::system(&header.system).ok_or_else(failed)?;
    Ok(system.replay(ledger, None).map_err(|_| failed())?.table)
}

fn think(ledger: &str, side: usize, level: &str, seed: &str, millis: u64) -> Option<Thought> {
    let (side, level) = (Side::from_index(side)?, Level::named(level)?);
    let seed = u64::from_str_radix(seed, 16).ok()?;
    let begun = web_time::Instant::now();
    let table = opened(ledger).ok()?;
    let heard = table.ack(side.seat()).heard;
    let thinking = table.think(side, seed).ok()?;
    // Reading the ledger is a part of the time.
    let left = Duration::from_millis(millis).saturating_sub(begun.elapsed()).max(players::ThinkingClock::QUICK);
    Some(thinking(level.skill(left), 1).map(|order: Value| (order, heard)))
}
