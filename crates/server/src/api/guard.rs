//! Checks for every request: headers, host, origin and rate.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::hosts::{AllowedHosts, Stranger};
use crate::limits::Rates;
use crate::problem::{Code, Problem};

/// IP address of the client.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// A token held while a connection is in use, including after an upgrade to a WebSocket.
#[derive(Clone, Debug)]
pub struct OpenConnection(
    #[allow(dead_code, reason = "what counts is that it is held")] pub Arc<dyn std::any::Any + Send + Sync>,
);

/// Content-Security-Policy: own files only, no inline scripts, no frames.
const CONTENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

static HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // The address of the page contains the link to a seat.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds security headers to the response.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in &HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses requests for other hosts and from pages of other sites.
pub async fn host(State(hosts): State<Arc<AllowedHosts>>, request: Request, next: Next) -> Response {
    let problem = match hosts.check(request.uri(), request.headers()) {
        Ok(()) => return next.run(request).await,
        Err(Stranger::Host) => {
            let why = "this server does not go by the host name of the request; its host can allow it with --host";
            Problem::new(Code::UnknownHost, why)
        }
        Err(Stranger::Origin) => Problem::new(Code::ForeignOrigin, "only pages of this server may send requests"),
    };
    problem.into_response()
}

/// Refuses requests that exceed the rate limit of their IP address.
pub async fn rate(State(rates): State<Arc<Rates>>, request: Request, next: Next) -> Response {
    if let Some(Peer(address)) = request.extensions().get()
        && !rates.admit(*address)
    {
        return Problem::new(Code::TooMany, "too many requests from this address; wait a second")
            .retry_after(1)
            .into_response();
    }
    next.run(request).await
}
