//! What a referee answers.

use fair::Head;
use rules::{Choice, Outcome, System};

/// What a seat is answered when its order is done and safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Ack {
    /// How many events the seat has heard.
    pub heard: usize,
    /// The seat's own log head.
    #[schemars(with = "String")]
    pub head: Head,
    /// The public log head.
    #[schemars(with = "String")]
    pub public: Head,
}

/// An offer as the seat would write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered<S: System> {
    /// A line of JSON, every name the seat's own.
    pub written: String,
    /// The choice itself.
    pub choice: Choice<S>,
}

/// The winner's name, or `draw`.
#[must_use]
pub fn outcome_name<S: System>(outcome: &Outcome) -> String {
    outcome.winner.map_or("draw", |side| S::SIDES[side.index()]).to_owned()
}

/// Whether the rulebook lists the clause among those that may make a secret known.
#[must_use]
pub fn discloses<S: System>(clause: &str) -> bool {
    let books = [S::rulebook().book(), crate::referee_rulebook().book()];
    books.iter().any(|book| book.entry(clause).is_some_and(|entry| entry.discloses))
}
