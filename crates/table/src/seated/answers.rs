//! The answers and errors of a table.

use board::naming::Name;
use rules::{Chance, Sentence};

use super::*;

/// A refusal as JSON: the id of its clause and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusalJson {
    /// Id of the clause that forbids the order, such as `TOI-B9`.
    pub clause: String,
    /// The reason as text.
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

/// The reason why a table did not do something.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A rule forbids it; nothing changed.
    #[error("{0}")]
    Refused(RefusalJson),
    /// Dice must be entered first; nothing has changed yet.
    #[error("roll {} dice for `{}` [{}]", .0.dice, .0.label, .0.clause)]
    Roll(RollAsked),
    /// No possible position consistent with the side's knowledge was found.
    #[error("no odds: found no possible position consistent with what this side knows")]
    NoGuess,
    /// The referee failed; the game is unchanged.
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

/// The acknowledgement of an executed order, or the reason why it was not executed.
pub type SubmitResult = Result<Ack, TableError>;

/// The facts that a seat sees, and the question it is asked.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// All facts that hold now, in the seat's own names.
    pub facts: Vec<Value>,
    /// The question as text; null if the seat waits.
    pub asked: Option<String>,
    /// Kind of the question, such as `move`; null if the seat waits.
    pub question: Option<String>,
    /// Number of events in the seat's log, and its log head.
    pub ack: Ack,
    /// The winner's name, or `draw`, once the game is over.
    pub outcome: Option<String>,
}

/// A computer player's order that is still to be computed, from one seat's knowledge only. It is called with the skill
/// and the number of threads. The order is in the seat's own names; `None` if the player finds no order.
pub type PendingOrder = Box<dyn FnOnce(Skill, usize) -> Option<Value> + Send>;

/// Odds that are still to be computed, from one seat's knowledge only.
pub type PendingOdds = Box<dyn FnOnce() -> Result<Odds, TableError> + Send>;

/// The odds of an order, as a side can estimate them from its own knowledge.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Odds {
    /// The results as text, the most likely first. If no outcome has a summary of its own, the reports of each.
    pub summary: Vec<Chance>,
    /// Every possible outcome with its reports.
    #[serde(rename = "ways")]
    pub outcomes: Vec<OddsOutcome>,
    /// Number of random plays sampled, where the dice results are too many to enumerate; 0 if the probabilities are exact
    /// for their guesses.
    #[serde(rename = "drawn")]
    pub samples: usize,
    /// Sampling error of each probability, 0.0 to 1.0; 0.0 if exact. Excludes uncertainty about hidden units.
    #[serde(rename = "off")]
    pub sampling_error: f64,
    /// Whether the odds assume that no other unit orders anything new in the turn.
    #[serde(rename = "alone")]
    pub isolated: bool,
    /// Whether the side could undo the order afterwards, and knows it: no dice, nothing that either side learns, and
    /// only one possible position.
    pub reversible: bool,
    /// Number of dice results that were resolved.
    pub branches: usize,
    /// Number of possible positions that the odds average over.
    pub guesses: usize,
    /// Enemy pieces that could react to the order before the side's next one, those most likely to be able first. All that
    /// the side doesn't see are one entry. Empty if none could, and always in a game without reactions,
    /// where both sides plan at once.
    pub reactions: Vec<Reaction>,
    /// In a game where both sides plan at once, the enemies that see where the plan leads; null for any
    /// other order.
    pub onlookers: Option<OnlookersJson>,
}

/// The enemies in sight that see the places of a plan. What they will do is planned at the same time, so it
/// is not a reaction.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OnlookersJson {
    /// Why no reactions are listed, and what is listed here, each sentence with its clause.
    pub text: Vec<Sentence>,
    /// The enemies that the side sees and that have a clear line to a place of the plan. Empty if none has.
    pub seen: Vec<OnlookerJson>,
}

/// An enemy that sees places of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OnlookerJson {
    /// The piece, in the side's own names.
    pub piece: Name,
    /// The name of the piece and its place, such as `sniper (K4)`.
    pub name: String,
    /// Labels of the places to which it has a clear line, in the order of the plan, the first where the piece is now.
    pub places: Vec<String>,
}

/// An enemy piece that could react to an order, such as by fire at units that move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Reaction {
    /// The piece, in the side's own names; null for all pieces together that the side doesn't see.
    pub piece: Option<Name>,
    /// The name of the piece and its place, such as `squad (K4)`.
    pub name: String,
    /// Probability that it will be able to react, 0.0 to 1.0. Whether it does is the enemy's choice.
    pub probability: f64,
    /// The results for the side if it reacts alone, in the way that is worst for the side: the most likely first, at most
    /// six. An empty text is a result without effect.
    pub outcomes: Vec<Chance>,
}

/// One possible outcome of an order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OddsOutcome {
    /// Probability of this outcome, 0.0 to 1.0.
    pub probability: f64,
    /// The reports the side would get, as text.
    pub text: Vec<String>,
    /// The reports the side would get, as JSON.
    pub reports: Value,
}
