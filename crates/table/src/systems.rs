//! The systems, by name.

use std::time::Instant;

use board::scenario::{Document, Problems, Warnings, schema};
use fair::{Binding, GameId, Head};
use referee::ledger::{DiceTerms, ScenarioText, Sink};
use referee::playout::Playout;
use referee::replay::{ReplayError, Verdict, VerifyError};
use referee::{Opening, Referee, RefereeError, house_rules, outcome_name};
use rules::rulebook::{BuiltIn, Confidence, Entry, Kind, Rulebook};
use rules::{Answer, Refusal, Seat, System, Tool};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::case::{Case, Failure};
use crate::contest::{Contest, ContestError, Contested};
use crate::seated::Table;
use crate::vocabulary::{WordList, vocabulary};

/// A game rebuilt from its ledger.
pub struct Replayed {
    /// The game.
    pub table: Box<dyn Table>,
    /// Where and why reading stopped before the end, if it did.
    pub stopped: Option<String>,
    /// How many bytes of the ledger were good.
    pub length: usize,
    /// How many events each seat had heard after each entry.
    heard: Vec<[usize; 3]>,
}

impl Replayed {
    /// What a seat heard of an entry (from 0), each event a line of JSON.
    #[must_use]
    pub fn heard_of(&self, entry: usize, seat: Seat) -> &[String] {
        let after = |entry: usize| self.heard.get(entry).map(|heard| heard[seat.index()]);
        let from = entry.checked_sub(1).and_then(after).unwrap_or(0);
        let events = self.table.events(seat, from);
        after(entry).and_then(|to| events.get(..to.saturating_sub(from))).unwrap_or_default()
    }
}

/// What a rulebook says of a clause, where code cites it and which cases cover it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClauseRow {
    /// The identifier.
    pub id: String,
    /// A few words.
    pub title: String,
    /// Our own words.
    pub text: String,
    /// How sure we are.
    pub confidence: Confidence,
    /// The heading it stands under.
    pub section: String,
    /// Rule or description.
    pub kind: Kind,
    /// Where the code cites it, `file:line`.
    pub cites: Vec<String>,
    /// The cases that cover it.
    pub cases: Vec<String>,
}

/// How many games to play at random.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutsAsked {
    /// How many.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// How random play went.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Orders committed.
    pub orders: u64,
    /// Orders a second; the clock starts after some games that are not counted, when tables of sight are reckoned.
    pub orders_per_second: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// Bytes of a position.
    pub position_bytes: usize,
    /// How often each outcome came up, by the winner's name.
    pub outcomes: std::collections::BTreeMap<String, u64>,
}

/// A game opened, or why not.
type Opened = Result<Box<dyn Table>, RefereeError>;

type Rebuild = fn(&str, Option<Box<dyn Sink>>) -> Result<Replayed, ReplayError>;

type Calculate = fn(&str, &Value) -> Result<Answer, Refusal>;

type PlayRandomly = fn(&ScenarioText, PlayoutsAsked, &mut dyn FnMut(u64)) -> Result<Playouts, Problems>;

/// A system, without its types.
pub struct AnySystem {
    /// Its name.
    pub name: &'static str,
    /// The names of its sides.
    pub sides: [&'static str; 2],
    rulebook: fn() -> &'static BuiltIn,
    open: fn(Opening, Box<dyn Sink>) -> Opened,
    begin: fn(Keyed, Box<dyn Sink>) -> Opened,
    check: fn(&Document) -> Result<Warnings, Problems>,
    replay: Rebuild,
    verify: fn(&str, Option<Head>) -> Result<Verdict, VerifyError>,
    judge: fn(&Case) -> Result<(), Failure>,
    playouts: PlayRandomly,
    contest: fn(&Contest<'_>) -> Result<Contested, ContestError>,
    schema: fn() -> Value,
    vocabulary: fn() -> Vec<WordList>,
    tools: fn() -> Vec<&'static Tool>,
    calculate: Calculate,
}

/// A game whose dice come from a key, all three nonces being at hand, as on one machine.
pub struct Keyed {
    /// The scenario.
    pub scenario: ScenarioText,
    /// The name of the game that the commitments are bound to.
    pub game: GameId,
    /// The referee's nonce and both seats'.
    pub nonces: [fair::Nonce; 3],
    /// Whether players roll what everybody sees; then only secret rolls come from the key.
    pub own_dice: bool,
}

impl Keyed {
    /// A game that nobody plays, for its board and its beginning: any nonces do.
    #[must_use]
    pub fn unplayed(scenario: ScenarioText) -> Self {
        Keyed { scenario, game: [0; 32].into(), nonces: [[0; 32]; 3].map(fair::Nonce::from), own_dice: false }
    }
}

impl AnySystem {
    const fn of<S: System>() -> Self {
        AnySystem {
            name: S::NAME,
            sides: S::SIDES,
            rulebook: S::rulebook,
            open: |opening, sink| Ok(Box::new(Referee::<S>::open(opening, sink)?)),
            begin: begin::<S>,
            check: |document| S::set_up(document).map(|set_up| set_up.warnings),
            replay: replay::<S>,
            verify: referee::replay::verify::<S>,
            judge: crate::case::run::<S>,
            playouts: playouts::<S>,
            contest: crate::contest::contest::<S>,
            schema: || schema(&S::scenario_parts()),
            vocabulary: vocabulary::<S>,
            tools: || rules::tools::<S>().collect(),
            calculate: |tool, input| rules::calculate::<S>(None, tool, input),
        }
    }

    /// Its rulebook.
    #[must_use]
    pub fn rulebook(&self) -> &'static Rulebook {
        (self.rulebook)().book()
    }

    /// Opens a game.
    ///
    /// # Errors
    /// Mistakes in the scenario, or a sink that cannot keep the ledger.
    pub fn open(&self, opening: Opening, sink: Box<dyn Sink>) -> Opened {
        (self.open)(opening, sink)
    }

    /// Opens a game whose nonces are all at hand and begins it at once.
    ///
    /// # Errors
    /// As [`AnySystem::open`].
    pub fn begin(&self, keyed: Keyed, sink: Box<dyn Sink>) -> Opened {
        (self.begin)(keyed, sink)
    }

    /// Checks a scenario, and says what it had better have different.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check(&self, document: &Document) -> Result<Warnings, Problems> {
        (self.check)(document)
    }

    /// Rebuilds a game from its ledger, and goes on writing to `sink` if one is given.
    ///
    /// # Errors
    /// When the header is no good.
    pub fn replay(&self, text: &str, sink: Option<Box<dyn Sink>>) -> Result<Replayed, ReplayError> {
        (self.replay)(text, sink)
    }

    /// Resolves a ledger again and compares.
    ///
    /// # Errors
    /// The first thing that is not as it must be.
    pub fn verify(&self, text: &str, head: Option<Head>) -> Result<Verdict, VerifyError> {
        (self.verify)(text, head)
    }

    /// Runs a conformance case.
    ///
    /// # Errors
    /// The first step that did not go as the case says, or a word in it that does not exist.
    pub fn judge(&self, case: &Case) -> Result<(), Failure> {
        (self.judge)(case)
    }

    /// Plays at random; `progress` is told now and then how many are done.
    ///
    /// # Errors
    /// Mistakes in the scenario.
    pub fn playouts(
        &self,
        scenario: &ScenarioText,
        asked: PlayoutsAsked,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Playouts, Problems> {
        (self.playouts)(scenario, asked, progress)
    }

    /// Plays one game between computer players.
    ///
    /// # Errors
    /// Mistakes in the scenario, or a game that comes to no end.
    pub fn contest(&self, asked: &Contest<'_>) -> Result<Contested, ContestError> {
        (self.contest)(asked)
    }

    /// The JSON Schema of its scenario files.
    #[must_use]
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// The words of its orders, facts, changes, reports, steps and rolls.
    #[must_use]
    pub fn vocabulary(&self) -> Vec<WordList> {
        (self.vocabulary)()
    }

    /// Its calculators that need no game.
    #[must_use]
    pub fn tools(&self) -> Vec<Tool> {
        (self.tools)().into_iter().filter(|tool| !tool.of_a_game).copied().collect()
    }

    /// Asks one of them.
    ///
    /// # Errors
    /// When there is none of this name, it needs a game, or the input is not what it takes.
    pub fn use_tool(&self, tool: &str, input: &Value) -> Result<Answer, Refusal> {
        (self.calculate)(tool, input)
    }

    /// The rulebook's clauses, with where code cites each and which of the given cases cover it.
    #[must_use]
    pub fn coverage(&self, cases: &[Case]) -> Vec<ClauseRow> {
        coverage((self.rulebook)(), cases)
    }
}

/// The rows of a rulebook; also for the referee's own.
fn coverage(built_in: &'static BuiltIn, cases: &[Case]) -> Vec<ClauseRow> {
    let row = |entry: &Entry| ClauseRow {
        id: entry.id.clone(),
        title: entry.title.clone(),
        text: entry.text.clone(),
        confidence: entry.confidence,
        section: entry.section.clone(),
        kind: entry.kind,
        cites: built_in.cites_of(&entry.id),
        cases: cases.iter().filter(|case| case.covers.contains(&entry.id)).map(|case| case.name.clone()).collect(),
    };
    built_in.book().clauses.iter().map(row).collect()
}

/// The rows of the referee's own rulebook.
#[must_use]
pub fn house_coverage(cases: &[Case]) -> Vec<ClauseRow> {
    coverage(house_rules(), cases)
}

/// Every system. A new one is a line here.
pub const SYSTEMS: &[AnySystem] = &[
    AnySystem::of::<asl::Asl>(),
    AnySystem::of::<heroes::Heroes>(),
    AnySystem::of::<sniper::Sniper>(),
    AnySystem::of::<tide::Tide>(),
];

/// The system of this name.
#[must_use]
pub fn system(name: &str) -> Option<&'static AnySystem> {
    SYSTEMS.iter().find(|system| system.name == name)
}

fn begin<S: System>(keyed: Keyed, sink: Box<dyn Sink>) -> Opened {
    let Keyed { scenario, game, nonces, own_dice } = keyed;
    let commitments = Binding::Game(game).commitments(&nonces);
    let [nonce, a, b] = nonces;
    let dice = if own_dice { DiceTerms::Players(commitments) } else { DiceTerms::Fair(commitments) };
    let mut referee = Referee::<S>::open(Opening { scenario, game, nonce, dice }, sink)?;
    referee.reveal(a, b)?;
    Ok(Box::new(referee))
}

fn replay<S: System>(text: &str, sink: Option<Box<dyn Sink>>) -> Result<Replayed, ReplayError> {
    let replayed = match sink {
        Some(sink) => referee::replay::resume::<S>(text, sink)?,
        None => referee::replay::replay::<S>(text)?,
    };
    Ok(Replayed {
        table: Box::new(replayed.referee),
        stopped: replayed.stopped.map(|stopped| stopped.to_string()),
        length: replayed.length,
        heard: replayed.heard,
    })
}

fn playouts<S: System>(
    scenario: &ScenarioText,
    asked: PlayoutsAsked,
    progress: &mut dyn FnMut(u64),
) -> Result<Playouts, Problems> {
    /// More orders than any game takes; a game that long would be a defect, and shows as `unfinished`.
    const LIMIT: u64 = 1_000_000;
    /// Games before the clock is started: tables of sight are reckoned once in a program, when they are first asked.
    const WARMING: u64 = 32;
    /// Games between two looks at the clock, which take as long as some orders.
    const BATCH: u64 = 64;
    let (setting, start) = referee::set_up::<S>(scenario)?;
    let mut position = start.clone();
    let mut warming = Playout::<S>::new(asked.seed);
    for _ in 0..WARMING.min(asked.games) {
        position.clone_from(&start);
        warming.play(&setting, &mut position, LIMIT);
    }
    let mut playout = Playout::<S>::new(asked.seed);
    let mut outcomes = std::collections::BTreeMap::new();
    let (mut orders, mut seconds) = (0, 0.0);
    let mut ends = Vec::with_capacity(BATCH as usize);
    for first in (0..asked.games).step_by(BATCH as usize) {
        let until = (first + BATCH).min(asked.games);
        let begun = Instant::now();
        for _ in first..until {
            position.clone_from(&start);
            let played = playout.play(&setting, &mut position, LIMIT);
            orders += played.orders;
            ends.push(played.outcome);
        }
        seconds += begun.elapsed().as_secs_f64();
        for end in ends.drain(..) {
            let name = end.map_or("unfinished".to_owned(), |outcome| outcome_name::<S>(&outcome));
            *outcomes.entry(name).or_insert(0) += 1;
        }
        progress(until);
    }
    let a_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
    Ok(Playouts {
        games: asked.games,
        orders,
        orders_per_second: a_second(orders),
        games_per_second: a_second(asked.games),
        position_bytes: size_of::<S::Position>(),
        outcomes,
    })
}

/// The seat of this name at a system's table: a side's name, or `spectator`.
#[must_use]
pub fn seat_named(sides: [&str; 2], name: &str) -> Option<Seat> {
    if name == "spectator" {
        return Some(Seat::Spectator);
    }
    let index = sides.iter().position(|side| *side == name)?;
    rules::Side::from_index(index).map(Seat::Side)
}
