//! Whether the server works: for those who watch over it, and for load balancers.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::connections::ConnectionLimiter;
use crate::monitor::Snapshot;
use crate::problem::Problem;
use crate::registry::GameRegistry;

/// The state of a server that works.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`.
    status: &'static str,
}

const OK: Json<Health> = Json(Health { status: "ok" });

/// Returns that the process answers.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = Health)))]
pub async fn healthz() -> Json<Health> {
    OK
}

/// Returns whether the server can take orders: it isn't stopping, and its store can be written.
#[utoipa::path(
    get, path = "/readyz",
    responses((status = 200, body = Health), (status = 503, body = game::Problem))
)]
pub async fn readyz(State(registry): State<Arc<GameRegistry>>) -> Result<Json<Health>, Problem> {
    registry.ready().await.map(|()| OK)
}

/// Returns all metrics.
pub async fn metrics(
    State(registry): State<Arc<GameRegistry>>,
    Extension(connections): Extension<Arc<ConnectionLimiter>>,
) -> Response {
    let (stored, held, queues) = (registry.stored().await, registry.held(), registry.queues());
    let snapshot = Snapshot { connections: connections.open_connections(), stored, held, queues };
    let text = registry.monitor().metrics.text(&snapshot);
    ([("content-type", "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response()
}
