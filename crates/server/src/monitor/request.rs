//! Notes each request: its route, its status and its time, under an id of its own.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, Level};

use crate::api::Guards;
use crate::connections::Peer;
use crate::problem::Told;

/// Tells a client the id under which the host finds the failed request in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Ids of requests. They are keyed hashes of a counter: a client can't count the requests of others.
#[derive(Debug, Default)]
pub struct RequestIds {
    key: RandomState,
    next: AtomicU64,
}

impl RequestIds {
    fn next(&self) -> String {
        format!("{:016x}", self.key.hash_one(self.next.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Handles a request and notes how it went. If the server fails, the response has the id as a header. Other responses don't
/// differ between requests that are alike.
pub async fn note(
    State(guards): State<Guards>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let monitor = guards.monitor;
    let client = guards.connections.client(&peer, request.headers());
    // The path contains a link, and the method may be any text.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = known(request.method());
    let id = monitor.ids.next();
    let span = tracing::error_span!("request", id);
    let begun = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let _span = span.enter();
    let status = response.status();
    if tracing::enabled!(Level::DEBUG) {
        let (route, micros) = (route.as_ref().map_or("", MatchedPath::as_str), begun.elapsed().as_micros() as u64);
        tracing::debug!(method, route, status = status.as_u16(), micros, "request");
    }
    if let Some(Told { code, limit }) = response.extensions().get::<Told>().copied() {
        monitor.told(code, limit, client);
    }
    if status.is_server_error()
        && let Ok(id) = HeaderValue::from_str(&id)
    {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Returns the name of a usual method.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_neither_repeat_nor_count() {
        let ids = RequestIds::default();
        let some: std::collections::BTreeSet<String> = (0..1000).map(|_| ids.next()).collect();
        assert_eq!(some.len(), 1000);
        assert_ne!(ids.next(), RequestIds::default().next(), "the first id of two servers");
    }
}
