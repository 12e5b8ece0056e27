//! The HTTP interface: routes, limits and the documented addresses.

mod calculators;
mod document;
mod errors;
mod explained;
mod extract;
mod guard;
mod guided;
mod health;
mod live;
mod luck;
mod pass_on;
mod path;
mod play;
mod replay;
mod scenarios;
mod seat;
mod socket;
mod start;
mod version;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use document::openapi;
pub use guard::Guards;
use pass_on::PassOn;
pub use version::{HTTP, other_version};

use crate::connections::ConnectionLimiter;
use crate::hosts::AllowedHosts;
use crate::monitor;
use crate::page;
use crate::party;
use crate::problem::{Code, Problem};
use crate::registry::GameRegistry;
use crate::servers::Relay;

/// Minimum size of a response that is compressed, in bytes.
const WORTH_COMPRESSING: u64 = 1024;

fn documented() -> OpenApiRouter<Arc<GameRegistry>> {
    OpenApiRouter::new()
        .routes(routes!(version::versions))
        .routes(routes!(scenarios::scenarios))
        .routes(routes!(start::opponents))
        .routes(routes!(start::picture))
        .routes(routes!(start::rulebook))
        .routes(routes!(explained::sewers))
        .routes(routes!(calculators::list))
        .routes(routes!(calculators::ask))
        .routes(routes!(start::create))
        .routes(routes!(seat::info))
        .routes(routes!(seat::commit))
        .routes(routes!(seat::reveal))
        .routes(routes!(seat::renew))
        .routes(routes!(seat::board))
        .routes(routes!(seat::scene))
        .routes(routes!(seat::view))
        .routes(routes!(seat::events))
        .routes(routes!(seat::ledger))
        .routes(routes!(play::snapshot))
        .routes(routes!(play::offers))
        .routes(routes!(play::why_not))
        .routes(routes!(play::odds))
        .routes(routes!(play::tool))
        .routes(routes!(play::order))
        .routes(routes!(play::undo))
        .routes(routes!(play::resign))
        .routes(routes!(play::stand))
        .routes(routes!(play::dice))
        .routes(routes!(replay::replay))
        .routes(routes!(luck::luck))
        .routes(routes!(live::live))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// Returns the router of all addresses. With a relay, requests for games of other servers are passed on.
pub fn router(registry: Arc<GameRegistry>, guards: Guards, relay: Option<Arc<Relay>>) -> Router {
    let (mut routes, _) = documented().split_for_parts();
    if let Some(relay) = relay {
        let to = PassOn { registry: Arc::clone(&registry), relay };
        routes = routes.layer(from_fn_with_state(to, pass_on::pass_on));
    }
    let noted = from_fn_with_state(guards.clone(), monitor::request::note);
    let Guards { hosts, connections, rates, .. } = guards;
    let compress = CompressionLayer::new()
        .compress_when(SizeAbove::new(WORTH_COMPRESSING).and(NotForContentType::const_new("font/")));
    Router::new()
        .merge(routes)
        .route("/api/openapi.json", get(openapi_json))
        .route("/", get(page::index))
        .route("/calculators", get(page::index))
        .route("/sewers/{system}", get(page::index))
        .route("/seat/{link}", get(page::index))
        .route("/replay/{link}", get(page::index))
        .fallback(page::asset)
        .method_not_allowed_fallback(wrong_method)
        .layer(compress)
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(panicked))
        .layer(from_fn(party::of_request))
        .layer(from_fn_with_state(Arc::clone(&rates), guard::rate))
        .layer(axum::Extension(rates))
        .layer(from_fn_with_state(connections, guard::connection))
        .layer(from_fn_with_state(hosts, guard::host))
        .layer(from_fn(guard::headers))
        .layer(noted)
        .with_state(registry)
}

/// Returns the router of the address for other servers of the store. Everything that concerns clients was checked and
/// counted by the server that passes a request on, except the messages of a socket, which nothing else reads.
pub fn between_router(registry: Arc<GameRegistry>, guards: Guards, secret: [u8; 32]) -> Router {
    let (routes, _) = documented().split_for_parts();
    let noted = from_fn_with_state(guards.clone(), monitor::request::note);
    let Guards { connections, rates, .. } = guards;
    routes
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(panicked))
        .layer(from_fn(party::of_request))
        .layer(axum::Extension(rates))
        .layer(from_fn_with_state(connections, guard::connection))
        .layer(from_fn_with_state((Arc::clone(&registry), secret), pass_on::between))
        .layer(noted)
        .with_state(registry)
}

/// Returns the router of the address for metrics and health, which is for the host only.
pub fn host_router(registry: Arc<GameRegistry>, players: Arc<ConnectionLimiter>, hosts: AllowedHosts) -> Router {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .layer(axum::Extension(players))
        .layer(from_fn_with_state(Arc::new(hosts), guard::host))
        .layer(from_fn(guard::headers))
        .with_state(registry)
}

async fn openapi_json() -> Response {
    static DOCUMENT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let text = DOCUMENT.get_or_init(|| openapi().to_string());
    ([("content-type", "application/json")], text.as_str()).into_response()
}

async fn wrong_method() -> Problem {
    Problem::new(Code::Method, "the methods of this address are listed in /api/openapi.json")
}

/// Responds to a panic, which is a defect of the server. The client gets no details.
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    let mut response = Problem::new(Code::Failed, "the server failed to handle this request").into_response();
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}
