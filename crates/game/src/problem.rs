//! Errors of requests: a stable code and a message, as `application/problem+json`.

use serde::Serialize;
use serde_json::Value;
use table::TableError;
use utoipa::{PartialSchema, ToSchema};

use crate::pre_game::PreGameError;

macro_rules! codes {
    ($($(#[$about:meta])* $name:ident, $status:literal, $code:literal, $title:literal;)*) => {
        /// The class of an error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $($(#[$about])* $name),* }

        impl Code {
            /// All codes, for the documentation and its test.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            const fn parts(self) -> (u16, &'static str, &'static str) {
                match self { $(Code::$name => ($status, $code, $title)),* }
            }

            /// Returns the HTTP status of the error, such as 409.
            #[must_use]
            pub const fn status(self) -> u16 {
                self.parts().0
            }

            /// Returns the stable code for programs, such as `stage`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.parts().1
            }
        }
    };
}

codes! {
    /// The link or name belongs to no seat.
    UnknownSeat, 404, "unknown-seat", "Unknown link";
    /// No scenario of this name is known.
    UnknownScenario, 404, "unknown-scenario", "Unknown scenario";
    /// No rule system of this name is known.
    UnknownSystem, 404, "unknown-system", "Unknown rule system";
    /// No resource exists at this address.
    UnknownPath, 404, "unknown-path", "Not found";
    /// The address requires another HTTP method.
    Method, 405, "method", "Method not allowed";
    /// This link doesn't permit the request, such as a spectator's order.
    NotYourSeat, 403, "not-your-seat", "Not allowed with this link";
    /// The body or the query is not JSON of the expected form.
    Malformed, 400, "malformed", "Malformed request";
    /// The content type is not `application/json`.
    MediaType, 415, "media-type", "Not JSON content";
    /// The request exceeds the size limit.
    TooLarge, 413, "too-large", "Request too large";
    /// The scenario has mistakes, which `problems` lists.
    ScenarioMistakes, 422, "scenario-mistakes", "Scenario has mistakes";
    /// The players of a new game are invalid.
    WrongPlayers, 422, "wrong-players", "Invalid players";
    /// The request is not possible at this stage of the game.
    Stage, 409, "stage", "Not at this stage";
    /// The nonce doesn't match the commitment.
    Nonce, 422, "nonce", "Nonce doesn't match commitment";
    /// A rule forbids the order; `clause` has its id.
    Refused, 409, "refused", "Forbidden by a rule";
    /// The guided game shows another order here.
    Guided, 409, "guided", "Not in this lesson";
    /// The order is based on an older view of the game.
    Stale, 409, "stale", "The game has changed";
    /// The client's id was used for another request.
    IdReused, 409, "id-reused", "Id already used";
    /// The order is permitted, but no position was found that the side must consider.
    NoGuess, 409, "no-guess", "No possible position found";
    /// A number is beyond the end of a list.
    Sequence, 416, "sequence", "Number out of range";
    /// The data is secret while the game is under way.
    Sealed, 409, "sealed", "Secret during play";
    /// The client exceeds its rate limit.
    TooMany, 429, "too-many", "Too many requests";
    /// The address has too many unfinished games.
    TooManyGames, 429, "too-many-games", "Too many unfinished games";
    /// The server is too busy, or is shutting down.
    Busy, 503, "busy", "Server busy";
    /// The server can't take orders now: it is stopping, or its store can't be written.
    NotReady, 503, "not-ready", "Not ready";
    /// The request is for a host name that is not this server's.
    UnknownHost, 403, "unknown-host", "Unknown host name";
    /// The request comes from a page of another site.
    ForeignOrigin, 403, "foreign-origin", "Request from another site";
    /// The change could not be stored, so it was not made.
    Store, 503, "store", "Could not be saved; nothing changed";
    /// Another server holds the game, and can't be reached.
    NotHeld, 503, "not-held", "Held by another server";
    /// The disk of the server is full, so the change was not made.
    StoreFull, 507, "store-full", "Server's disk is full";
    /// The store of the server is damaged.
    StoreDamaged, 500, "store-damaged", "Server's store is damaged";
    /// The stored game can't be read. It is set aside.
    GameUnreadable, 500, "game-unreadable", "Game can't be read";
    /// The server has a defect.
    Failed, 500, "failed", "Server error";
}

/// The error of a request, which has changed nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "Body")]
pub struct Problem {
    code: Code,
    detail: String,
    clause: Option<String>,
    problems: Option<Box<Value>>,
    retry_after: Option<u32>,
    spoilt: bool,
}

/// The JSON form of an error (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
struct Body {
    /// Relative URI of the code, such as `/problems/stage`.
    #[serde(rename = "type")]
    kind: String,
    /// Class of the error in a few words.
    title: &'static str,
    /// HTTP status of the response, such as 409.
    status: u16,
    /// Stable code for programs, such as `stage`.
    code: &'static str,
    /// Explanation of this particular error.
    detail: String,
    /// Id of the clause that forbids the order; left out if no rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    /// Mistakes of a scenario; left out for other errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    problems: Option<Box<Value>>,
}

impl From<Problem> for Body {
    fn from(problem: Problem) -> Self {
        let (status, code, title) = problem.code.parts();
        Body {
            kind: format!("/problems/{code}"),
            title,
            status,
            code,
            detail: problem.detail,
            clause: problem.clause,
            problems: problem.problems,
        }
    }
}

impl PartialSchema for Problem {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        Body::schema()
    }
}

impl ToSchema for Problem {}

impl Problem {
    pub fn new(code: Code, detail: impl std::fmt::Display) -> Self {
        let detail = detail.to_string();
        Problem { code, detail, clause: None, problems: None, retry_after: None, spoilt: false }
    }

    /// Returns the problem of a scenario with mistakes.
    #[must_use]
    pub fn mistakes(problems: &board::scenario::Diagnostics) -> Self {
        Problem { problems: Some(Box::new(problems.to_json())), ..Problem::new(Code::ScenarioMistakes, problems) }
    }

    /// Returns this problem with a `Retry-After` header of some seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Problem { retry_after: Some(seconds), ..self }
    }

    /// Returns the time after which the client should try again, in seconds; `None` if it may do so at once.
    #[must_use]
    pub fn retried_after(&self) -> Option<u32> {
        self.retry_after
    }

    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Marks the game in memory as unreliable, so it is loaded from the store again.
    #[must_use]
    pub fn spoilt(self) -> Self {
        Problem { spoilt: true, ..self }
    }

    /// Returns whether the game in memory is unreliable.
    #[must_use]
    pub fn is_spoilt(&self) -> bool {
        self.spoilt
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Refused(refused) => {
                Problem { clause: Some(refused.clause), ..Problem::new(Code::Refused, refused.why) }
            }
            TableError::Roll(asked) => Problem::new(Code::Stage, format!("roll these dice first: {}", asked.label)),
            TableError::NoGuess => Problem::new(Code::NoGuess, error),
            // The error itself may contain information that the seat must not have.
            TableError::Failed(_) => Problem::new(Code::Failed, "the referee failed; the game is unchanged").spoilt(),
        }
    }
}

impl From<PreGameError> for Problem {
    fn from(error: PreGameError) -> Self {
        let code = if error == PreGameError::Nonce { Code::Nonce } else { Code::Stage };
        Problem::new(code, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_without_a_possible_position_are_no_defect() {
        let problem = Problem::from(TableError::NoGuess);
        assert_eq!((problem.code().name(), problem.code().status()), ("no-guess", 409));
    }

    #[test]
    fn every_code_is_used_once() {
        let mut codes: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Code::ALL.len());
    }
}
