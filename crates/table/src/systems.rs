//! The systems, by name.

use std::marker::PhantomData;
use std::sync::Arc;

use board::scenario::{Diagnostics, Document, Warnings, schema};
use fair::{Binding, GameId, Head};
use referee::ledger::{DiceTerms, ScenarioText, Sink};
use referee::replay::{ReplayError, Verdict, VerifyError};
use referee::{GameSetup, Referee, RefereeError, referee_rulebook};
use rules::rulebook::{BuiltinRulebook, ClauseEntry, Confidence, Kind, Rulebook};
use rules::{CalculatorInfo, CalculatorOutput, Refusal, Seat, System};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::case::{Case, Failure};
use crate::matches::{Match, MatchError, MatchResult};
use crate::playouts::{PlayoutSpec, Playouts, playouts};
use crate::seated::Table;
use crate::vocabulary::{WordList, vocabulary, word_schemas};

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

/// A scenario without mistakes.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Entries that are probably mistakes.
    pub warnings: Warnings,
    /// Who wins for what, one line each.
    pub victory: Vec<String>,
}

/// A game opened, or why not.
pub type Opened = Result<Box<dyn Table>, RefereeError>;

/// A system, without its types.
pub trait AnySystem: Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The names of its sides.
    fn sides(&self) -> [&'static str; 2];
    /// Its rulebook, with the sources that enforce it.
    fn built_in(&self) -> &'static BuiltinRulebook;
    /// Opens a game.
    ///
    /// # Errors
    /// Mistakes in the scenario, or a sink that cannot keep the ledger.
    fn open(&self, setup: GameSetup, sink: Box<dyn Sink>) -> Opened;
    /// Opens a game whose nonces are all at hand and begins it at once.
    ///
    /// # Errors
    /// As [`AnySystem::open`].
    fn begin(&self, keyed: Keyed, sink: Box<dyn Sink>) -> Opened;
    /// Checks a scenario, with its options.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn check(&self, document: &Document) -> Result<Checked, Diagnostics>;
    /// Rebuilds a game from its ledger, and goes on writing to `sink` if one is given.
    ///
    /// # Errors
    /// When the header is no good.
    fn replay(&self, text: &str, sink: Option<Box<dyn Sink>>) -> Result<Replayed, ReplayError>;
    /// Resolves a ledger again and compares.
    ///
    /// # Errors
    /// The first thing that is not as it must be.
    fn verify(&self, text: &str, head: Option<Head>) -> Result<Verdict, VerifyError>;
    /// Runs a conformance case.
    ///
    /// # Errors
    /// The first step that did not go as the case says, or a word in it that does not exist.
    fn judge(&self, case: &Case) -> Result<(), Failure>;
    /// Plays at random; `progress` is told now and then how many are done.
    ///
    /// # Errors
    /// Mistakes in the scenario.
    fn playouts(
        &self,
        scenario: &ScenarioText,
        asked: PlayoutSpec,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Playouts, Diagnostics>;
    /// Plays one game between computer players.
    ///
    /// # Errors
    /// Mistakes in the scenario, or a game that comes to no end.
    fn play_match(&self, asked: &Match<'_>) -> Result<MatchResult, MatchError>;
    /// The JSON Schema of its scenario files.
    fn schema(&self) -> Value;
    /// The words of its orders, facts, changes, reports, steps and rolls.
    fn vocabulary(&self) -> Vec<WordList>;
    /// The JSON Schemas of its orders, facts, changes, reports and steps.
    fn word_schemas(&self) -> [Arc<Value>; 5];
    /// Its calculators that need no game.
    fn tools(&self) -> Vec<CalculatorInfo>;
    /// Asks one of them.
    ///
    /// # Errors
    /// When there is none of this name, it needs a game, or the input is not what it takes.
    fn use_tool(&self, tool: &str, input: &Value) -> Result<CalculatorOutput, Refusal>;
}

impl dyn AnySystem {
    /// Its rulebook.
    #[must_use]
    pub fn rulebook(&self) -> &'static Rulebook {
        self.built_in().book()
    }

    /// The rulebook's clauses, with where code cites each and which of the given cases cover it.
    #[must_use]
    pub fn coverage(&self, cases: &[Case]) -> Vec<ClauseRow> {
        coverage(self.built_in(), cases)
    }
}

/// A system as one of all.
struct Of<S>(PhantomData<fn() -> S>);

impl<S: System> AnySystem for Of<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn sides(&self) -> [&'static str; 2] {
        S::SIDES
    }

    fn built_in(&self) -> &'static BuiltinRulebook {
        S::rulebook()
    }

    fn open(&self, setup: GameSetup, sink: Box<dyn Sink>) -> Opened {
        Ok(Box::new(Referee::<S>::open(setup, sink)?))
    }

    fn begin(&self, keyed: Keyed, sink: Box<dyn Sink>) -> Opened {
        begin::<S>(keyed, sink)
    }

    fn check(&self, document: &Document) -> Result<Checked, Diagnostics> {
        let set_up = S::set_up(document)?;
        Ok(Checked { warnings: set_up.warnings, victory: S::victory(&set_up.setting) })
    }

    fn replay(&self, text: &str, sink: Option<Box<dyn Sink>>) -> Result<Replayed, ReplayError> {
        replay::<S>(text, sink)
    }

    fn verify(&self, text: &str, head: Option<Head>) -> Result<Verdict, VerifyError> {
        referee::replay::verify::<S>(text, head)
    }

    fn judge(&self, case: &Case) -> Result<(), Failure> {
        crate::case::run::<S>(case)
    }

    fn playouts(
        &self,
        scenario: &ScenarioText,
        asked: PlayoutSpec,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Playouts, Diagnostics> {
        playouts::<S>(scenario, asked, progress)
    }

    fn play_match(&self, asked: &Match<'_>) -> Result<MatchResult, MatchError> {
        crate::matches::play_match::<S>(asked)
    }

    fn schema(&self) -> Value {
        schema(&S::scenario_parts())
    }

    fn vocabulary(&self) -> Vec<WordList> {
        vocabulary::<S>()
    }

    fn word_schemas(&self) -> [Arc<Value>; 5] {
        word_schemas::<S>()
    }

    fn tools(&self) -> Vec<CalculatorInfo> {
        rules::calculators::<S>().filter(|tool| !tool.needs_game).copied().collect()
    }

    fn use_tool(&self, tool: &str, input: &Value) -> Result<CalculatorOutput, Refusal> {
        rules::calculate::<S>(None, tool, input)
    }
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

/// The rows of a rulebook; also for the referee's own.
fn coverage(built_in: &'static BuiltinRulebook, cases: &[Case]) -> Vec<ClauseRow> {
    let row = |entry: &ClauseEntry| ClauseRow {
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
pub fn referee_coverage(cases: &[Case]) -> Vec<ClauseRow> {
    coverage(referee_rulebook(), cases)
}

/// What is to be done for each system, told by its type: for tests that look into all of them.
pub trait Visitor {
    /// One of the systems.
    fn visit<S: System>(&mut self);
}

macro_rules! systems {
    ($($system:ty,)*) => {
        /// Every system.
        pub const SYSTEMS: &[&dyn AnySystem] = &[$(&Of::<$system>(PhantomData)),*];

        /// Shows every system to a visitor.
        pub fn each_system(visitor: &mut impl Visitor) {
            $(visitor.visit::<$system>();)*
        }
    };
}

// A new system is a line here: every list of systems follows from this one.
systems! {
    asl::Asl,
    heroes::Heroes,
    sniper::Sniper,
    tide::Tide,
}

/// The system of this name.
#[must_use]
pub fn system(name: &str) -> Option<&'static dyn AnySystem> {
    SYSTEMS.iter().copied().find(|system| system.name() == name)
}

fn begin<S: System>(keyed: Keyed, sink: Box<dyn Sink>) -> Opened {
    let Keyed { scenario, game, nonces, own_dice } = keyed;
    let commitments = Binding::Game(game).commitments(&nonces);
    let [nonce, a, b] = nonces;
    let dice = if own_dice { DiceTerms::Players(commitments) } else { DiceTerms::Fair(commitments) };
    let mut referee = Referee::<S>::open(GameSetup { scenario, game, nonce, dice }, sink)?;
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

/// The seat of this name at a system's table: a side's name, or `spectator`.
#[must_use]
pub fn seat_named(sides: [&str; 2], name: &str) -> Option<Seat> {
    if name == "spectator" {
        return Some(Seat::Spectator);
    }
    let index = sides.iter().position(|side| *side == name)?;
    rules::Side::from_index(index).map(Seat::Side)
}
