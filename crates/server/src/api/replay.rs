//! Replay of a finished game, step by step.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use game::{ReplayQuery, ReplayStep, replayed};

use super::extract::Query;
use super::path::LinkPath;
use super::seat::finished;
use crate::problem::Problem;
use crate::registry::{GameRegistry, SeatSession};

/// Returns one step of a finished game as a seat saw it, or with all secrets shown.
#[utoipa::path(
    get, path = "/api/seats/{link}/replay",
    params(LinkPath, ReplayQuery),
    responses((status = 200, body = ReplayStep), (status = 409), (status = 416))
)]
pub async fn replay(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
    Query(query): Query<ReplayQuery>,
) -> Result<Json<ReplayStep>, Problem> {
    let ledger = finished(&registry, &session).await?;
    registry
        .computing()
        .work("the replay failed", move || replayed(&ledger, &query, session.seat))
        .await?
        .map(Json)
        .map_err(Problem::from)
}
