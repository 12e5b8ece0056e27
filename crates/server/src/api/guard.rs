//! Checks for every request: headers, origin and rate.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

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

/// Origin of the page as browsers see it, if a proxy is in front of the server.
pub type PublicOrigin = Option<Arc<str>>;

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

/// Refuses requests from pages of other sites.
pub async fn origin(State(public): State<PublicOrigin>, request: Request, next: Next) -> Response {
    let foreign = match (request.headers().get(header::ORIGIN), request.headers().get(header::HOST)) {
        (None, _) => false,
        (Some(origin), _) if public.as_deref().is_some_and(|public| origin.as_bytes() == public.as_bytes()) => false,
        (Some(origin), Some(host)) => {
            let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
            let authority = origin.as_ref().and_then(Uri::authority).map(|authority| authority.as_str());
            authority != host.to_str().ok()
        }
        (Some(_), None) => true,
    };
    if foreign {
        return Problem::new(Code::ForeignOrigin, "only pages of this server may send requests").into_response();
    }
    next.run(request).await
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
