//! Checks for every request: host and origin, connection and rate. They are in the order in which they are made: what
//! pages of other sites make a browser send must not count as its user's.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::extract::discard;
use crate::connections::{Connection, ConnectionLimiter, Crowded, Peer};
use crate::hosts::{AllowedHosts, Stranger};
use crate::limits::Rates;
use crate::monitor::Monitor;
use crate::problem::{Code, Problem};

/// Everything that decides whether a request is answered.
#[derive(Clone, Debug)]
pub struct Guards {
    pub hosts: Arc<AllowedHosts>,
    pub connections: Arc<ConnectionLimiter>,
    pub rates: Arc<Rates>,
    pub monitor: Arc<Monitor>,
}

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
    refuse(request, problem).await
}

/// Answers a request that is refused before it is read.
async fn refuse(request: Request, problem: Problem) -> Response {
    discard(request.into_body()).await;
    problem.into_response()
}

/// Counts the request with the connection of its client. If that is closed to make room, the request ends.
pub async fn connection(
    State(connections): State<Arc<ConnectionLimiter>>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    let connection = match connections.of_request(&peer, request.headers()) {
        Ok(connection) => connection,
        Err(crowded) => return refuse(request, Problem::from(crowded)).await,
    };
    request.extensions_mut().insert(Arc::clone(&connection));
    tokio::select! {
        response = next.run(request) => response,
        () = connection.evicted() => Problem::from(Crowded::Full).into_response(),
    }
}

/// Refuses requests that exceed the rate limit of their client.
pub async fn rate(
    State(rates): State<Arc<Rates>>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    match rates.admit(connection.client()) {
        Ok(()) => {
            connection.admitted();
            next.run(request).await
        }
        Err(wait) => {
            if connection.refused() {
                // Whatever the client has sent with this request and after it is not read.
                let mut response = Problem::too_often(wait).into_response();
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                return response;
            }
            refuse(request, Problem::too_often(wait)).await
        }
    }
}
