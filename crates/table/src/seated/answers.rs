//! The answers and errors of a table.

use super::*;

/// A refusal as JSON: its clause and reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusalJson {
    /// The clause.
    pub clause: String,
    /// Plain words.
    pub why: String,
}

impl From<Refusal> for RefusalJson {
    fn from(refusal: Refusal) -> Self {
        RefusalJson { clause: refusal.clause.id().to_owned(), why: refusal.why.into_owned() }
    }
}

impl std::fmt::Display for RefusalJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.why, self.clause)
    }
}

/// Why a table did not do something.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A rule forbids it; nothing changed.
    #[error("{0}")]
    Refused(RefusalJson),
    /// Dice must be entered first; nothing changed yet.
    #[error("roll {} dice for `{}` [{}]", .0.dice, .0.label, .0.clause)]
    Roll(RollAsked),
    /// Nothing could be guessed of what a side does not know.
    #[error("no odds: found no possible position consistent with what this side knows")]
    NoGuess,
    /// The referee failed.
    #[error(transparent)]
    Failed(#[from] RefereeError),
}

impl From<Refusal> for TableError {
    fn from(refusal: Refusal) -> Self {
        TableError::Refused(refusal.into())
    }
}

impl From<SubmitError> for TableError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Refused(refusal) => refusal.into(),
            SubmitError::Roll(asked) => TableError::Roll(asked),
            SubmitError::Failed(failure) => TableError::Failed(failure),
        }
    }
}

/// The acknowledgement of an order that was done, or why it was not.
pub type SubmitResult = Result<Ack, TableError>;

/// What a seat sees.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Everything that holds, in the seat's own names.
    pub facts: Vec<Value>,
    /// What the seat is asked, in plain words; none when it waits.
    pub asked: Option<String>,
    /// The kind of the question.
    pub question: Option<String>,
    /// How many events the seat's log has, and its log head.
    pub ack: Ack,
    /// The winner's name, or `draw`, once the game is over.
    pub outcome: Option<String>,
}

/// A computer player's order that is yet to be computed, from one seat's knowledge and nothing else, by a player of this skill
/// on this many threads. In the seat's own names; `None` if the player finds no order.
pub type PendingOrder = Box<dyn FnOnce(Skill, usize) -> Option<Value> + Send>;

/// Odds that are yet to be computed, from one seat's knowledge and nothing else.
pub type PendingOdds = Box<dyn FnOnce() -> Result<Odds, TableError> + Send>;

/// The odds of an order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Odds {
    /// What it comes down to, the most likely first; where no way comes to anything of weight, what is told of each.
    pub summary: Vec<Chance>,
    /// Every way it may go.
    #[serde(rename = "ways")]
    pub outcomes: Vec<OddsOutcome>,
    /// How many plays with random dice stand for the ways of the dice, where those are too many to follow; 0 where all
    /// figures are exact for their guesses.
    pub drawn: usize,
    /// By how much a figure is mostly off at most, by those plays, from 0 to 1; what the guesses leave open comes on top.
    pub off: f64,
    /// Whether it is told what comes of the order if nobody else does anything in the turn.
    pub alone: bool,
    /// How many ways for the dice to fall were resolved.
    pub branches: usize,
    /// How many guesses of what the side cannot know this averages over.
    pub guesses: usize,
}

/// One possible outcome of an order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OddsOutcome {
    /// From 0 to 1.
    pub probability: f64,
    /// What the side would be told, in plain words.
    pub text: Vec<String>,
    /// The same as reports.
    pub reports: Value,
}
