//! Reading what a client asks.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::house::{AtTable, House};
use crate::problem::{Code, Problem};

/// How long a client may take to send a request.
const PATIENCE: Duration = Duration::from_secs(15);

/// A request of JSON, of the usual size at most.
#[derive(Debug)]
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, Problem> {
        read(request, house.config().limits.body_bytes).await.map(Asked)
    }
}

/// A request of JSON, of the size of a scenario at most.
#[derive(Debug)]
pub struct AskedLarge<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for AskedLarge<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, Problem> {
        read(request, house.config().limits.scenario_bytes).await.map(AskedLarge)
    }
}

async fn read<T: DeserializeOwned>(request: Request, most: usize) -> Result<T, Problem> {
    let (parts, body) = request.into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.trim_start().to_ascii_lowercase().starts_with("application/json") {
        return Err(Problem::new(Code::MediaType, "send the request as application/json"));
    }
    let announced = parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let too_large = || Problem::new(Code::TooLarge, format!("at most {most} bytes are read here"));
    if announced.is_some_and(|length: usize| length > most) {
        return Err(too_large());
    }
    let bytes = bytes(body, most).await?.ok_or_else(too_large)?;
    serde_json::from_slice(&bytes).map_err(|error| Problem::new(Code::Malformed, error))
}

/// The whole body; none when it is larger than `most`.
async fn bytes(body: Body, most: usize) -> Result<Option<axum::body::Bytes>, Problem> {
    match tokio::time::timeout(PATIENCE, to_bytes(body, most)).await {
        Err(_) => Err(Problem::new(Code::Malformed, "the request did not come to its end in time")),
        Ok(Ok(bytes)) => Ok(Some(bytes)),
        Ok(Err(error)) => {
            let source = std::error::Error::source(&error);
            if source.is_some_and(|source| source.is::<http_body_util::LengthLimitError>()) {
                Ok(None)
            } else {
                Err(Problem::new(Code::Malformed, "the request was cut short"))
            }
        }
    }
}

impl FromRequestParts<Arc<House>> for AtTable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Problem> {
        let token = Path::<String>::from_request_parts(parts, house).await;
        let Path(token) = token.map_err(|_| Problem::new(Code::UnknownSeat, "no seat has this link"))?;
        house.at_table(&token).await
    }
}

/// The query of an address.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|query| Query(query.0)).map_err(|error| Problem::new(Code::Malformed, error))
    }
}
