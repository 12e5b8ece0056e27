//! Errors over HTTP: `application/problem+json` with a stable code and a message.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use table::TableError;
use utoipa::{PartialSchema, ToSchema};

use crate::pre_game::PreGameError;
use crate::store::StoreError;

macro_rules! codes {
    ($($(#[$about:meta])* $name:ident, $status:ident, $code:literal, $title:literal;)*) => {
        /// The class of an error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $($(#[$about])* $name),* }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            const fn parts(self) -> (StatusCode, &'static str, &'static str) {
                match self { $(Code::$name => (StatusCode::$status, $code, $title)),* }
            }
        }
    };
}

codes! {
    /// No seat has this link.
    UnknownSeat, NOT_FOUND, "unknown-seat", "Unknown link";
    /// No scenario has this name.
    UnknownScenario, NOT_FOUND, "unknown-scenario", "Unknown scenario";
    /// No system has this name.
    UnknownSystem, NOT_FOUND, "unknown-system", "Unknown rule system";
    /// Nothing is at this address.
    UnknownPath, NOT_FOUND, "unknown-path", "Not found";
    /// The address takes another method.
    Method, METHOD_NOT_ALLOWED, "method", "Method not allowed";
    /// The link is not the one for this.
    NotYourSeat, FORBIDDEN, "not-your-seat", "Not allowed with this link";
    /// Not JSON, or not what is expected there.
    Malformed, BAD_REQUEST, "malformed", "Malformed request";
    /// Another type of content.
    MediaType, UNSUPPORTED_MEDIA_TYPE, "media-type", "Not JSON content";
    /// Larger than is read.
    TooLarge, PAYLOAD_TOO_LARGE, "too-large", "Request too large";
    /// The scenario has mistakes.
    ScenarioMistakes, UNPROCESSABLE_ENTITY, "scenario-mistakes", "Scenario has mistakes";
    /// The players are none.
    WrongPlayers, UNPROCESSABLE_ENTITY, "wrong-players", "Invalid players";
    /// Not at this stage of the game.
    Stage, CONFLICT, "stage", "Not at this stage";
    /// The nonce is not the one promised.
    Nonce, UNPROCESSABLE_ENTITY, "nonce", "Nonce doesn't match commitment";
    /// A rule forbids it.
    Refused, CONFLICT, "refused", "Forbidden by a rule";
    /// Made from an older view.
    Stale, CONFLICT, "stale", "The game has changed";
    /// The client's id was used for something else.
    IdReused, CONFLICT, "id-reused", "Id already used";
    /// A number beyond the end.
    Sequence, RANGE_NOT_SATISFIABLE, "sequence", "Number out of range";
    /// The game runs.
    Sealed, CONFLICT, "sealed", "Secret during play";
    /// Too many requests.
    TooMany, TOO_MANY_REQUESTS, "too-many", "Too many requests";
    /// Too much at once.
    Busy, SERVICE_UNAVAILABLE, "busy", "Server busy";
    /// A page of another site asks.
    ForeignOrigin, FORBIDDEN, "foreign-origin", "Request from another site";
    /// Could not be kept.
    Store, SERVICE_UNAVAILABLE, "store", "Could not be saved; nothing changed";
    /// A defect of ours.
    Failed, INTERNAL_SERVER_ERROR, "failed", "Server error";
}

/// An error over HTTP. Nothing has changed.
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

/// An error as it is written.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
struct Body {
    /// Where the code is explained.
    #[serde(rename = "type")]
    kind: String,
    /// The code in a few words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// The code: stable, for programs.
    code: &'static str,
    /// A sentence about this case.
    detail: String,
    /// The clause that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    /// The mistakes of a scenario.
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
    /// A problem with a sentence about it.
    pub fn new(code: Code, detail: impl std::fmt::Display) -> Self {
        Problem { code, detail: detail.to_string(), clause: None, problems: None, retry_after: None, spoilt: false }
    }

    /// The problem of a scenario with mistakes.
    #[must_use]
    pub fn mistakes(problems: &board::scenario::Diagnostics) -> Self {
        Problem { problems: Some(Box::new(problems.to_json())), ..Problem::new(Code::ScenarioMistakes, problems) }
    }

    /// The same, worth another try after some seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Problem { retry_after: Some(seconds), ..self }
    }

    /// The game in memory can no longer be trusted: it is read from the store again.
    #[must_use]
    pub fn spoilt(self) -> Self {
        Problem { spoilt: true, ..self }
    }

    /// Whether the game in memory can no longer be trusted.
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
            // No rule forbids it.
            TableError::NoGuess => Problem::new(Code::Failed, error),
            // What failed may name what the seat must not know.
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
    fn from(_: StoreError) -> Self {
        Problem::new(Code::Store, "the store could not save it; try again").retry_after(1)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let retry_after = self.retry_after;
        let mut response = (self.code.parts().0, axum::Json(Body::from(self))).into_response();
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
    fn every_code_is_used_once() {
        let mut codes: Vec<_> = Code::ALL.iter().map(|code| code.parts().1).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Code::ALL.len());
    }
}
