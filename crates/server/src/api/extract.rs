//! Axum extractors: request bodies, queries, and the seat of a link.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, BodyDataStream, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::http::request::Parts;
use futures_util::StreamExt;
use game::object;
use serde::de::DeserializeOwned;

use super::path::{LinkPath, Path};
use crate::monitor::Limit;
use crate::problem::{Code, Problem};
use crate::registry::{GameRegistry, SeatSession};

/// Limits on the bytes and the time for which the rest of a refused request or message is read and discarded. If the
/// connection were closed immediately, it would be reset and the client would never read the error.
pub(super) const HEARD_OUT: usize = 4 << 20;
pub(super) const HEARD_OUT_FOR: Duration = Duration::from_secs(1);

/// A JSON body up to the usual size limit.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<GameRegistry>> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, registry: &Arc<GameRegistry>) -> Result<Self, Problem> {
        let config = registry.config();
        read(request, config.limits.body_bytes, config.deadlines.body).await.map(JsonBody)
    }
}

/// A JSON body up to the size limit of a scenario.
#[derive(Debug)]
pub struct LargeJsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<GameRegistry>> for LargeJsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, registry: &Arc<GameRegistry>) -> Result<Self, Problem> {
        let config = registry.config();
        read(request, config.limits.scenario_bytes, config.deadlines.body).await.map(LargeJsonBody)
    }
}

async fn read<T: DeserializeOwned>(request: Request, most: usize, within: Duration) -> Result<T, Problem> {
    let (parts, body) = request.into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        discard(body).await;
        return Err(Problem::new(Code::MediaType, "send the request as application/json"));
    }
    Ok(object(&read_whole(body, most, within).await?)?)
}

/// Reads a whole body of at most `most` bytes, within a time.
pub(super) async fn read_whole(body: Body, most: usize, within: Duration) -> Result<Vec<u8>, Problem> {
    let mut body = body.into_data_stream();
    match tokio::time::timeout(within, whole(&mut body, most)).await {
        Err(_) => Err(Problem::new(Code::Malformed, "the request did not arrive in time").at_limit(Limit::Sending)),
        Ok(Err(_)) => Err(Problem::new(Code::Malformed, "the request was cut short")),
        Ok(Ok(Some(bytes))) => Ok(bytes),
        Ok(Ok(None)) => {
            // The response is the same whether this succeeds or not.
            let _ = tokio::time::timeout(HEARD_OUT_FOR, hear_out(&mut body)).await;
            Err(Problem::new(Code::TooLarge, format!("expected at most {most} bytes")))
        }
    }
}

/// Largest body of a refused request that is read and discarded, in bytes: that of any request of ours.
const REFUSED: u64 = 256 << 10;

/// Reads the body of a request that is refused. A proxy that still sends it would take the closed connection for a
/// failure of the server, and say that instead of the error.
pub(super) async fn discard(body: Body) {
    if body.size_hint().upper().is_some_and(|bytes| (1..=REFUSED).contains(&bytes)) {
        let _ = tokio::time::timeout(HEARD_OUT_FOR, hear_out(&mut body.into_data_stream())).await;
    }
}

/// Reads the whole body; `None` as soon as it exceeds `most` bytes.
async fn whole(body: &mut BodyDataStream, most: usize) -> Result<Option<Vec<u8>>, axum::Error> {
    let mut whole = Vec::new();
    while let Some(part) = body.next().await {
        let part = part?;
        if whole.len() + part.len() > most {
            return Ok(None);
        }
        whole.extend_from_slice(&part);
    }
    Ok(Some(whole))
}

async fn hear_out(body: &mut BodyDataStream) {
    let mut heard = 0;
    while let (true, Some(Ok(part))) = (heard < HEARD_OUT, body.next().await) {
        heard += part.len();
    }
}

impl FromRequestParts<Arc<GameRegistry>> for SeatSession {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, registry: &Arc<GameRegistry>) -> Result<Self, Problem> {
        let Path(LinkPath { link }) = Path::from_request_parts(parts, registry).await?;
        registry.session(&link).await
    }
}

/// The query string of a request.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|query| Query(query.0)).map_err(|error| Problem::new(Code::Malformed, error))
    }
}
