//! Errors over HTTP: the problems of a game and those of the server.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use game::Code;
use serde::Serialize;
use table::TableError;
use tokio::task::JoinError;

use crate::monitor::Limit;
use crate::store::StoreError;

/// An error over HTTP, with what the host is told of it. The request has changed nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Problem {
    problem: game::Problem,
    #[serde(skip)]
    limit: Option<Limit>,
}

/// The part of a problem that the host may see too. A response carries it to where requests are noted.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub code: Code,
    /// Limit that the client has reached.
    pub limit: Option<Limit>,
}

/// Returns the limit that a client has reached, if the code tells it.
const fn limit_of(code: Code) -> Option<Limit> {
    match code {
        Code::TooMany => Some(Limit::Rate),
        Code::TooManyGames => Some(Limit::GamesOfOne),
        Code::TooLarge => Some(Limit::Size),
        Code::Busy => Some(Limit::Work),
        Code::UnknownHost => Some(Limit::Host),
        Code::ForeignOrigin => Some(Limit::Origin),
        _ => None,
    }
}

impl Problem {
    pub fn new(code: Code, detail: impl std::fmt::Display) -> Self {
        game::Problem::new(code, detail).into()
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
        Problem { problem: self.problem.retry_after(seconds), ..self }
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
        self.problem.code()
    }

    /// Returns what the host may see too.
    #[must_use]
    pub fn told(&self) -> Told {
        Told { code: self.code(), limit: self.limit }
    }

    /// Marks the game in memory as unreliable, so it is loaded from the store again.
    #[must_use]
    pub fn spoilt(self) -> Self {
        Problem { problem: self.problem.spoilt(), ..self }
    }

    /// Returns whether the game in memory is unreliable.
    #[must_use]
    pub fn is_spoilt(&self) -> bool {
        self.problem.is_spoilt()
    }
}

impl From<game::Problem> for Problem {
    fn from(problem: game::Problem) -> Self {
        let limit = limit_of(problem.code());
        Problem { problem, limit }
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        game::Problem::from(error).into()
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
        let (retry_after, told) = (self.problem.retried_after(), self.told());
        let status = StatusCode::from_u16(told.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, axum::Json(self)).into_response();
        response.extensions_mut().insert(told);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
