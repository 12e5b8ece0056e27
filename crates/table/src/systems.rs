//! The list of rule systems, found by name.

use std::marker::PhantomData;
use std::sync::Arc;

use board::scenario::{Diagnostics, Document, Warnings, schema};
use fair::{Binding, GameId, Head};
use referee::ledger::{DiceTerms, ScenarioText, Sink};
use referee::replay::{ReplayError, Verdict, VerifyError};
use referee::{GameSetup, Referee, RefereeError};
use rules::rulebook::{BuiltinRulebook, Rulebook};
use rules::{CalculatorInfo, CalculatorOutput, LengthBound, Outline, Refusal, Seat, System};
use serde_json::Value;

use crate::case::{Case, Failure};
use crate::coverage::{ClauseRow, coverage};
use crate::explained::Explained;
use crate::guide::Guide;
use crate::matches::{Match, MatchError, MatchResult};
use crate::playouts::{PlayoutSpec, Playouts, playouts};
use crate::seated::Table;
use crate::vocabulary::{WordList, vocabulary, word_schemas};
use crate::walk::Walk;

/// A game rebuilt from its ledger.
pub struct Replayed {
    /// Table of the game, at the last entry that could be read.
    pub table: Box<dyn Table>,
    /// Place and reason of the error where reading stopped; `None` if all of the ledger was read.
    pub stopped: Option<String>,
    /// Number of bytes of the ledger that could be read.
    pub length: usize,
    /// Number of events in each seat's log after each entry.
    heard: Vec<[usize; 3]>,
}

impl Replayed {
    /// Returns the events that an entry (counted from 0) added to a seat's log, each as a line of JSON.
    #[must_use]
    pub fn heard_of(&self, entry: usize, seat: Seat) -> Vec<String> {
        let after = |entry: usize| self.heard.get(entry).map(|heard| heard[seat.index()]);
        let from = entry.checked_sub(1).and_then(after).unwrap_or(0);
        let events = self.table.events(seat, from);
        after(entry).and_then(|to| events.get(..to.saturating_sub(from))).unwrap_or_default().to_vec()
    }
}

/// The result of a check of a scenario that can be played.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Entries that are probably mistakes.
    pub warnings: Warnings,
    /// Victory conditions, one line each.
    pub victory: Vec<String>,
    /// Length of the game and whether forces are hidden.
    pub outline: Outline,
    /// Upper bounds of the orders and dice of any game of the scenario.
    pub length: LengthBound,
    /// Verbs of the orders that these bounds don't count ([`rules::GameBook::FREE`]).
    pub free: &'static [&'static str],
}

/// A new game, or the reason why it can't be opened.
pub type Opened = Result<Box<dyn Table>, RefereeError>;

/// A rule system without its own types.
pub trait AnySystem: Sync {
    /// Returns the name of the system, such as `tide`.
    fn name(&self) -> &'static str;
    /// Returns the names of both sides; the first is side A.
    fn sides(&self) -> [&'static str; 2];
    /// Returns the built-in rulebook, with the source files that enforce it.
    fn built_in(&self) -> &'static BuiltinRulebook;
    /// Opens a game.
    ///
    /// # Errors
    /// The scenario has mistakes.
    /// The sink can't write the ledger.
    fn open(&self, setup: GameSetup, sink: Box<dyn Sink>) -> Opened;
    /// Opens a game whose nonces are all known, and begins play immediately.
    ///
    /// # Errors
    /// The scenario has mistakes.
    /// The sink can't write the ledger.
    fn begin(&self, keyed: Keyed, sink: Box<dyn Sink>) -> Opened;
    /// Checks a scenario and its options.
    ///
    /// # Errors
    /// All mistakes in the scenario.
    fn check(&self, document: &Document) -> Result<Checked, Diagnostics>;
    /// Rebuilds a game from its ledger. New entries are written to `sink` if there is one.
    ///
    /// # Errors
    /// The header can't be read.
    fn replay(&self, text: &str, sink: Option<Box<dyn Sink>>) -> Result<Replayed, ReplayError>;
    /// Resolves all entries of a ledger again and compares the results. `head` is a log head noted during play.
    ///
    /// # Errors
    /// The first entry that differs from what the rules and the dice give.
    /// A head that fits no point of the game.
    fn verify(&self, text: &str, head: Option<Head>) -> Result<Verdict, VerifyError>;
    /// Runs a conformance case.
    ///
    /// # Errors
    /// The first step whose result differs from the case.
    /// A word of the case that doesn't exist.
    fn judge(&self, case: &Case) -> Result<(), Failure>;
    /// Plays a case that is a guided game, and returns its moves.
    ///
    /// # Errors
    /// The errors of [`AnySystem::judge`].
    /// The learner isn't offered the order of a lesson, or doesn't see what it points at.
    fn guide(&self, case: &Case) -> Result<Guide, Failure>;
    /// Plays a case that is an explained page, and draws its panels.
    ///
    /// # Errors
    /// The errors of [`AnySystem::judge`].
    /// A percentage in a panel is not one that its step checks.
    fn explain(&self, case: &Case) -> Result<Explained, Failure>;
    /// Plays a case and returns its steps, for a reader. `text` is the text of its file. A case that fails ends with the
    /// difference.
    fn walk(&self, case: &Case, text: &str) -> Walk;
    /// Plays random games of a scenario. `progress` receives the number of games done from time to time.
    ///
    /// # Errors
    /// The scenario has mistakes.
    fn playouts(
        &self,
        scenario: &ScenarioText,
        asked: PlayoutSpec,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Playouts, Diagnostics>;
    /// Plays one game between computer players.
    ///
    /// # Errors
    /// The scenario has mistakes.
    /// A player finds no order, or gives one that is refused.
    /// The game doesn't end.
    fn play_match(&self, asked: &Match<'_>) -> Result<MatchResult, MatchError>;
    /// Returns the JSON Schema of the system's scenario files.
    fn schema(&self) -> Value;
    /// Returns the words of orders, facts, changes, reports, steps and rolls.
    fn vocabulary(&self) -> Vec<WordList>;
    /// Returns the JSON Schemas of orders, facts, changes, reports and steps.
    fn word_schemas(&self) -> [Arc<Value>; 5];
    /// Returns the calculators that need no game.
    fn tools(&self) -> Vec<CalculatorInfo>;
    /// Runs one of the calculators that need no game.
    ///
    /// # Errors
    /// The calculator is unknown.
    /// The calculator needs a game.
    /// The input is wrong.
    fn use_tool(&self, tool: &str, input: &Value) -> Result<CalculatorOutput, Refusal>;
}

impl dyn AnySystem {
    /// Returns the text of the rulebook, without its sources.
    #[must_use]
    pub fn rulebook(&self) -> &'static Rulebook {
        self.built_in().book()
    }

    /// Returns the clauses of the rulebook, with the places where code cites each and the given cases that cover it.
    #[must_use]
    pub fn coverage(&self, cases: &[Case]) -> Vec<ClauseRow> {
        coverage(self.built_in(), cases)
    }
}

/// Adapter that implements [`AnySystem`] for a system's type.
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
        document.check_about(&S::SIDES)?;
        let (victory, outline) = (S::victory(&set_up.setting), S::outline(&set_up));
        let length = S::length_bound(&set_up.setting, &set_up.position);
        Ok(Checked { warnings: set_up.warnings, victory, outline, length, free: S::FREE })
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

    fn guide(&self, case: &Case) -> Result<Guide, Failure> {
        crate::guide::of_case::<S>(case)
    }

    fn explain(&self, case: &Case) -> Result<Explained, Failure> {
        crate::explained::of_case::<S>(case)
    }

    fn walk(&self, case: &Case, text: &str) -> Walk {
        crate::walk::of_case::<S>(case, text)
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

/// A game whose dice come from a key and whose three nonces are all known, as on a single machine.
pub struct Keyed {
    /// Scenario with its options, as text.
    pub scenario: ScenarioText,
    /// Random id of the game; the commitments are bound to it.
    pub game: GameId,
    /// Nonces of the referee, of side A and of side B.
    pub nonces: [fair::Nonce; 3],
    /// Whether players roll the dice that both sides see. Only secret rolls then come from the key.
    pub own_dice: bool,
}

impl Keyed {
    /// Returns a game with constant nonces, for its board and its first position only. It must not be played.
    #[must_use]
    pub fn unplayed(scenario: ScenarioText) -> Self {
        Keyed { scenario, game: [0; 32].into(), nonces: [[0; 32]; 3].map(fair::Nonce::from), own_dice: false }
    }

    /// Returns the nonces of a seed, for games whose fairness needs no proof: equal seeds give equal dice.
    #[must_use]
    pub fn nonces_of(seed: u64) -> [fair::Nonce; 3] {
        crate::matches::nonces(seed)
    }
}

/// An action for each system with its type, for tests that cover all systems.
pub trait Visitor {
    /// Called once for each system.
    fn visit<S: System>(&mut self);
}

macro_rules! systems {
    ($($feature:literal $system:ty,)*) => {
        /// All rule systems that this program was built with, in the order of their declaration.
        pub const SYSTEMS: &[&dyn AnySystem] = &[$(#[cfg(feature = $feature)] &Of::<$system>(PhantomData)),*];

        /// Calls a visitor once for each system.
        pub fn each_system(visitor: &mut impl Visitor) {
            $(#[cfg(feature = $feature)] visitor.visit::<$system>();)*
        }
    };
}

// A new system needs one line here: all lists of systems derive from this one.
systems! {
    "asl" asl::Asl,
    "heroes" heroes::Heroes,
    "sniper" sniper::Sniper,
    "tide" tide::Tide,
}

/// Returns the system of this name, such as `tide`; `None` if there is none.
#[must_use]
pub fn system(name: &str) -> Option<&'static dyn AnySystem> {
    SYSTEMS.iter().copied().find(|system| system.name() == name)
}

/// Returns the system that a scenario file names.
///
/// # Errors
/// The file names no system, or an unknown one.
pub fn system_of(document: &Document) -> Result<&'static dyn AnySystem, Diagnostics> {
    let known = || SYSTEMS.iter().map(|system| system.name()).collect::<Vec<_>>();
    document.system().and_then(|name| system(&name)).ok_or_else(|| document.unknown_system(&known()))
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

/// Returns the seat of this name in a game of these sides: a side's name, or `spectator`. `None` for another name.
#[must_use]
pub fn seat_named(sides: [&str; 2], name: &str) -> Option<Seat> {
    if name == "spectator" {
        return Some(Seat::Spectator);
    }
    let index = sides.iter().position(|side| *side == name)?;
    rules::Side::from_index(index).map(Seat::Side)
}
