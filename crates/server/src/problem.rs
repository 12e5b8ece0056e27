//! Errors over HTTP: `application/problem+json` with a stable code and a message.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use table::TableError;
use tokio::task::JoinError;
use utoipa::{PartialSchema, ToSchema};

use crate::monitor::Limit;
use crate::pre_game::PreGameError;
use crate::store::StoreError;

macro_rules! codes {
    ($($(#[$about:meta])* $name:ident, $status:ident, $code:literal, $title:literal;)*) => {
        /// The class of an HTTP error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $($(#[$about])* $name),* }

        impl Code {
            /// All codes, for the documentation and its test.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            const fn parts(self) -> (StatusCode, &'static str, &'static str) {
                match self { $(Code::$name => (StatusCode::$status, $code, $title)),* }
            }

            /// Returns the HTTP status of the error.
            #[must_use]
            pub const fn status(self) -> StatusCode {
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
    UnknownSeat, NOT_FOUND, "unknown-seat", "Unknown link";
    /// No scenario of this name is known.
    UnknownScenario, NOT_FOUND, "unknown-scenario", "Unknown scenario";
    /// No rule system of this name is known.
    UnknownSystem, NOT_FOUND, "unknown-system", "Unknown rule system";
    /// No resource exists at this address.
    UnknownPath, NOT_FOUND, "unknown-path", "Not found";
    /// The address requires another HTTP method.
    Method, METHOD_NOT_ALLOWED, "method", "Method not allowed";
    /// This link doesn't permit the request, such as a spectator's order.
    NotYourSeat, FORBIDDEN, "not-your-seat", "Not allowed with this link";
    /// The body or the query is not JSON of the expected form.
    Malformed, BAD_REQUEST, "malformed", "Malformed request";
    /// The content type is not `application/json`.
    MediaType, UNSUPPORTED_MEDIA_TYPE, "media-type", "Not JSON content";
    /// The request exceeds the size limit.
    TooLarge, PAYLOAD_TOO_LARGE, "too-large", "Request too large";
    /// The scenario has mistakes, which `problems` lists.
    ScenarioMistakes, UNPROCESSABLE_ENTITY, "scenario-mistakes", "Scenario has mistakes";
    /// The players of a new game are invalid.
    WrongPlayers, UNPROCESSABLE_ENTITY, "wrong-players", "Invalid players";
    /// The request is not possible at this stage of the game.
    Stage, CONFLICT, "stage", "Not at this stage";
    /// The nonce doesn't match the commitment.
    Nonce, UNPROCESSABLE_ENTITY, "nonce", "Nonce doesn't match commitment";
    /// A rule forbids the order; `clause` has its id.
    Refused, CONFLICT, "refused", "Forbidden by a rule";
    /// The guided game shows another order here.
    Guided, CONFLICT, "guided", "Not in this lesson";
    /// The order is based on an older view of the game.
    Stale, CONFLICT, "stale", "The game has changed";
    /// The client's id was used for another request.
    IdReused, CONFLICT, "id-reused", "Id already used";
    /// The order is permitted, but no position was found that the side must consider.
    NoGuess, CONFLICT, "no-guess", "No possible position found";
    /// A number is beyond the end of a list.
    Sequence, RANGE_NOT_SATISFIABLE, "sequence", "Number out of range";
    /// The data is secret while the game is under way.
    Sealed, CONFLICT, "sealed", "Secret during play";
    /// The client exceeds its rate limit.
    TooMany, TOO_MANY_REQUESTS, "too-many", "Too many requests";
    /// The address has too many unfinished games.
    TooManyGames, TOO_MANY_REQUESTS, "too-many-games", "Too many unfinished games";
    /// The server is too busy, or is shutting down.
    Busy, SERVICE_UNAVAILABLE, "busy", "Server busy";
    /// The server can't take orders now: it is stopping, or its store can't be written.
    NotReady, SERVICE_UNAVAILABLE, "not-ready", "Not ready";
    /// The request is for a host name that is not this server's.
    UnknownHost, FORBIDDEN, "unknown-host", "Unknown host name";
    /// The request comes from a page of another site.
    ForeignOrigin, FORBIDDEN, "foreign-origin", "Request from another site";
    /// The change could not be stored, so it was not made.
    Store, SERVICE_UNAVAILABLE, "store", "Could not be saved; nothing changed";
    /// Another server holds the game, and can't be reached.
    NotHeld, SERVICE_UNAVAILABLE, "not-held", "Held by another server";
    /// The disk of the server is full, so the change was not made.
    StoreFull, INSUFFICIENT_STORAGE, "store-full", "Server's disk is full";
    /// The store of the server is damaged.
    StoreDamaged, INTERNAL_SERVER_ERROR, "store-damaged", "Server's store is damaged";
    /// The stored game can't be read. It is set aside.
    GameUnreadable, INTERNAL_SERVER_ERROR, "game-unreadable", "Game can't be read";
    /// The server has a defect.
    Failed, INTERNAL_SERVER_ERROR, "failed", "Server error";
}

impl Code {
    /// Returns the limit that a client has reached, if the code tells it.
    const fn limit(self) -> Option<Limit> {
        match self {
            Code::TooMany => Some(Limit::Rate),
            Code::TooManyGames => Some(Limit::GamesOfOne),
            Code::TooLarge => Some(Limit::Size),
            Code::Busy => Some(Limit::Work),
            Code::UnknownHost => Some(Limit::Host),
            Code::ForeignOrigin => Some(Limit::Origin),
            _ => None,
        }
    }
}

/// An error over HTTP. The request has changed nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "Body")]
pub struct Problem {
    code: Code,
    detail: String,
    clause: Option<String>,
    problems: Option<Box<Value>>,
    retry_after: Option<u32>,
    spoilt: bool,
    limit: Option<Limit>,
}

/// The part of a problem that the host may see too. A response carries it to where requests are noted.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub code: Code,
    /// Limit that the client has reached.
    pub limit: Option<Limit>,
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
            status: status.as_u16(),
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
        let (detail, limit) = (detail.to_string(), code.limit());
        Problem { code, detail, clause: None, problems: None, retry_after: None, spoilt: false, limit }
    }

    /// Returns the problem of a scenario with mistakes.
    #[must_use]
    pub fn mistakes(problems: &board::scenario::Diagnostics) -> Self {
        Problem { problems: Some(Box::new(problems.to_json())), ..Problem::new(Code::ScenarioMistakes, problems) }
    }

    /// Returns the problem of a client that exceeds its rate, and may send again after some time.
    #[must_use]
    pub fn too_often(wait: Duration) -> Self {
        let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        Problem::new(Code::TooMany, "too many requests from this address; wait a little").retry_after(seconds)
    }

    /// Returns this problem with a `Retry-After` header of some seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Problem { retry_after: Some(seconds), ..self }
    }

    /// Returns this problem as that of another limit than its code suggests.
    #[must_use]
    pub fn at_limit(self, limit: Limit) -> Self {
        Problem { limit: Some(limit), ..self }
    }

    /// Returns the problem of work that ended without a result: with the server, or by a defect, for which `failed` is
    /// said.
    #[must_use]
    pub fn of_ended(work: &JoinError, failed: &'static str) -> Self {
        if work.is_cancelled() {
            return Problem::new(Code::NotReady, "the server is stopping");
        }
        Problem::new(Code::Failed, failed)
    }

    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Returns what the host may see too.
    #[must_use]
    pub fn told(&self) -> Told {
        Told { code: self.code, limit: self.limit }
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

impl From<StoreError> for Problem {
    /// Only what a repetition can mend is answered with "try again". A seat doesn't learn where its game is damaged:
    /// numbers of lines count acts that it may not know.
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => {
                let why = "the server's disk is full, so nothing was saved or changed; its host must make room";
                Problem::new(Code::StoreFull, why).retry_after(60)
            }
            StoreError::Damaged(_) => {
                let why = "the server's store is damaged: its host should run `undercity store check`";
                Problem::new(Code::StoreDamaged, why)
            }
            StoreError::Unreadable(..) => {
                let why =
                    "this game is damaged and set aside; its host can see with `undercity store check` what is left";
                Problem::new(Code::GameUnreadable, why)
            }
            StoreError::Gone(_) => Problem::new(Code::UnknownSeat, "the game of this link no longer exists"),
            StoreError::TooManyGames(most) => {
                let why = format!("your address has {most} unfinished games, the maximum: finish or resign some first");
                Problem::new(Code::TooManyGames, why)
            }
            StoreError::NotHeld(_) | StoreError::LeaseOver => {
                Problem::new(Code::NotHeld, "another server may have taken this game; try again").retry_after(1)
            }
            StoreError::Failed(_)
            | StoreError::Busy
            | StoreError::Unreachable(_)
            | StoreError::InUse
            | StoreError::Sequence(_) => {
                Problem::new(Code::Store, "the store could not save it; try again").retry_after(1)
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (retry_after, told) = (self.retry_after, self.told());
        let mut response = (self.code.status(), axum::Json(Body::from(self))).into_response();
        response.extensions_mut().insert(told);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_without_a_possible_position_are_no_defect() {
        let problem = Problem::from(TableError::NoGuess);
        assert_eq!((problem.code().name(), problem.code().status()), ("no-guess", StatusCode::CONFLICT));
    }

    #[test]
    fn every_code_is_used_once() {
        let mut codes: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Code::ALL.len());
    }
}
