//! A conformance case, step by step: what each step does, what it expects, and what every seat sees after it.

use board::scenario::Spanned;
use referee::Referee;
use rules::{Seat, System};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::case::{Case, Failure, Step, Stepped, run_with};
use crate::explained::{PanelClause, clause};
use crate::{BoardJson, Table};

/// A case that was played, for a reader who goes through it step by step.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Walk {
    /// Title of the case: the behaviour that it shows.
    pub title: String,
    /// Title of the published game.
    pub game: String,
    /// Name of the rule system, such as `tide`.
    pub system: &'static str,
    /// The clauses that it covers.
    pub covers: Vec<PanelClause>,
    /// Names of both sides, side A first.
    pub sides: [&'static str; 2],
    /// Text of the scenario with the options of the case.
    pub scenario: String,
    /// The board; null if no step was played, as in a case about a scenario that is refused.
    pub board: Option<BoardJson>,
    /// What each seat sees at the start: side A, side B and a spectator. Empty without a board.
    #[schemars(with = "Vec<rules::scene::Scene>")]
    pub start: Vec<Value>,
    /// The steps that were played.
    pub steps: Vec<WalkStep>,
    /// The clause that refuses the scenario, if the case is about that.
    pub refused: Option<String>,
    /// Where the case differs from what the program does; null if it passes.
    pub failure: Option<WalkFailure>,
}

/// A step of a case after it was played.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WalkStep {
    /// Line of the step in the file, from 1.
    pub line: usize,
    /// The step as it stands in the file.
    pub source: String,
    /// Name of the side that acts; null if neither does.
    pub by: Option<String>,
    /// Name of the seat whose view the step checks; null if it checks none.
    pub seat: Option<String>,
    /// What must hold after it, one by one.
    pub expects: Vec<Expectation>,
    /// What each seat sees after it: side A, side B and a spectator.
    #[schemars(with = "Vec<rules::scene::Scene>")]
    pub scenes: Vec<Value>,
    /// What each seat was told in it, as text.
    pub told: Vec<Vec<String>>,
}

/// Something that a step expects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Expectation {
    /// Key in the step, such as `sees`.
    pub key: &'static str,
    /// What is expected, as it stands in the file.
    pub source: String,
}

/// The difference between a case and what the program does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WalkFailure {
    /// Line in the file, from 1.
    pub line: usize,
    /// Expected and actual result, as text.
    pub why: String,
}

/// Plays a case and returns its steps. `text` is the text of its file.
pub(crate) fn of_case<S: System>(case: &Case, text: &str) -> Walk {
    let mut walk = Walk {
        title: case.title.clone(),
        game: S::rulebook().book().title.clone(),
        system: S::NAME,
        covers: case.covers.iter().filter_map(|id| clause::<S>(id)).collect(),
        sides: S::SIDES,
        scenario: case.scenario.text.trim_start().to_owned(),
        board: None,
        start: Vec::new(),
        steps: Vec::new(),
        refused: case.refused().map(str::to_owned),
        failure: None,
    };
    let mut heard = [0; 3];
    let played = run_with::<S>(case, |Stepped { step, start, referee, played }| {
        if !played {
            if walk.board.is_none() {
                walk.board = Some(Table::board(referee));
                walk.start = scenes(referee);
            }
            heard = Seat::ALL.map(|seat| Table::ack(referee, seat).heard);
            return Ok(());
        }
        let source = source_of_step(text, start);
        let told = Seat::ALL.into_iter().zip(heard).map(|(seat, from)| told(referee, seat, from));
        walk.steps.push(WalkStep {
            line: case.line(start),
            source: source.to_owned(),
            by: step.by.as_ref().map(|by| by.get_ref().clone()),
            seat: step.seat.as_ref().map(|seat| seat.get_ref().clone()),
            expects: expectations(step, text),
            scenes: scenes(referee),
            told: told.collect(),
        });
        Ok(())
    });
    walk.failure = played.err().map(|Failure { line, why }| WalkFailure { line, why });
    walk
}

/// Returns the text of a step, from its place to the next step.
fn source_of_step(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.match_indices("\n[[step]]").map(|(at, _)| at).find(|at| *at > 0).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default().trim_end()
}

fn scenes<S: System>(referee: &Referee<S>) -> Vec<Value> {
    Seat::ALL.into_iter().filter_map(|seat| Table::scene(referee, seat).ok()).collect()
}

/// Returns what a seat was told from an event on, as text.
fn told<S: System>(referee: &Referee<S>, seat: Seat, from: usize) -> Vec<String> {
    let text = |line: &String| {
        let event: Value = serde_json::from_str(line).ok()?;
        event["told"]["text"].as_str().map(str::to_owned)
    };
    Table::events(referee, seat, from).iter().filter_map(text).collect()
}

/// Returns what a step expects, in the order of the file.
fn expectations(step: &Step, text: &str) -> Vec<Expectation> {
    let mut found: Vec<(usize, Expectation)> = Vec::new();
    let mut add = |key: &'static str, span: std::ops::Range<usize>| {
        let source = text.get(span.clone()).unwrap_or_default().to_owned();
        found.push((span.start, Expectation { key, source }));
    };
    let lists = [
        ("expect", &step.expect),
        ("expect_not", &step.expect_not),
        ("sees", &step.sees),
        ("not_sees", &step.not_sees),
        ("offered", &step.offered),
        ("not_offered", &step.not_offered),
        ("told", &step.told),
        ("untold", &step.untold),
        ("rolled", &step.rolled),
        ("unrolled", &step.unrolled),
        ("shown", &step.shown),
        ("unshown", &step.unshown),
    ];
    for (key, list) in lists {
        list.iter().for_each(|one| add(key, one.span()));
    }
    step.unasked.iter().for_each(|one| add("unasked", one.span()));
    let words = [
        ("clause", &step.clause),
        ("refused", &step.refused),
        ("waits", &step.waits),
        ("asked", &step.asked),
        ("outcome", &step.outcome),
    ];
    for (key, word) in words {
        word.iter().for_each(|word| add(key, word.span()));
    }
    step.answer.iter().map(Spanned::span).for_each(|span| add("answer", span));
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, expectation)| expectation).collect()
}
