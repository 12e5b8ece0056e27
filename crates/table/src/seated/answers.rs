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
    /// The results as text, the most likely first. If no outcome has a summary of its own, the reports of each.
    pub summary: Vec<Chance>,
    /// Every possible outcome.
    #[serde(rename = "ways")]
    pub outcomes: Vec<OddsOutcome>,
    /// Number of random plays sampled, where the dice results are too many to enumerate; 0 if the probabilities are exact
    /// for their guesses.
    #[serde(rename = "drawn")]
    pub samples: usize,
    /// Sampling error of each probability, 0.0 to 1.0; 0.0 if exact. Excludes uncertainty about hidden units.
    #[serde(rename = "off")]
    pub sampling_error: f64,
    /// Whether the odds assume that nobody else does anything new in the turn.
    #[serde(rename = "alone")]
    pub isolated: bool,
    /// Number of dice results that were resolved.
    pub branches: usize,
    /// Number of possible positions that the odds average over.
    pub guesses: usize,
}

/// One possible outcome of an order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OddsOutcome {
    /// Its probability, 0.0 to 1.0.
    pub probability: f64,
    /// The reports the side would get, as text.
    pub text: Vec<String>,
    /// The reports the side would get, as JSON.
    pub reports: Value,
}
