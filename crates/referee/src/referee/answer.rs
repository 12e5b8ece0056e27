//! Types of the referee's answers.

use fair::Head;
use rules::{Choice, Outcome, System};

/// The acknowledgement that a seat gets when its order is carried out and saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Ack {
    /// Number of events in the seat's log.
    pub heard: usize,
    /// Hash of the seat's own log up to here.
    #[schemars(with = "String")]
    pub head: Head,
    /// Hash of the public log up to here, which every seat can see.
    #[schemars(with = "String")]
    pub public: Head,
}

/// An offer together with its JSON form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered<S: System> {
    /// The order or draft as one line of canonical JSON, in the seat's own names. [`crate::Referee::submit_text`]
    /// accepts the text of an order.
    pub written: String,
    /// The order or draft in the system's form. [`crate::Referee::describe`] returns its text.
    pub choice: Choice<S>,
}

/// Returns the name of the winning side, or `draw`.
#[must_use]
pub fn outcome_name<S: System>(outcome: &Outcome) -> String {
    outcome.winner.map_or("draw", |side| S::SIDES[side.index()]).to_owned()
}

/// Whether the rulebook marks the clause as one that may reveal a secret. False for an unknown clause.
#[must_use]
pub fn discloses<S: System>(clause: &str) -> bool {
    let books = [S::rulebook().book(), crate::referee_rulebook().book()];
    books.iter().any(|book| book.entry(clause).is_some_and(|entry| entry.discloses))
}
