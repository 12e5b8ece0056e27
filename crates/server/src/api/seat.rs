//! Requests for a seat's own information.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use game::{
    CommitRequest, EventsQuery, Game, RenewRequest, Renewed, RevealRequest, SeatInfo, Stage, named, sealed, side_of,
};
use serde::Deserialize;
use serde_json::Value;
use table::{BoardJson, View};
use utoipa::IntoParams;

use super::extract::{JsonBody, Query};
use super::path::LinkPath;
use crate::problem::Problem;
use crate::registry::{GameRegistry, SeatSession};

/// Returns the game as a whole from this seat: sides, dice, stage and pending question.
#[utoipa::path(
    get, path = "/api/seats/{link}",
    params(LinkPath),
    responses((status = 200, body = SeatInfo))
)]
pub async fn info(session: SeatSession) -> Result<Json<SeatInfo>, Problem> {
    session.game.with(|game| Ok(Json(game.info(session.seat)))).await
}

/// Commits the side of this seat to its nonce.
#[utoipa::path(
    post, path = "/api/seats/{link}/commit",
    params(LinkPath),
    request_body = CommitRequest,
    responses((status = 200, body = SeatInfo), (status = 409))
)]
pub async fn commit(session: SeatSession, JsonBody(body): JsonBody<CommitRequest>) -> Result<Json<SeatInfo>, Problem> {
    side_of(session.seat)?;
    session.game.with(|game| Ok(Json(game.take_commitment(session.seat, &body)?))).await
}

/// Reveals the side's nonce. Play begins after both sides have revealed theirs.
#[utoipa::path(
    post, path = "/api/seats/{link}/reveal",
    params(LinkPath),
    request_body = RevealRequest,
    responses((status = 200, body = SeatInfo), (status = 409), (status = 422))
)]
pub async fn reveal(session: SeatSession, JsonBody(body): JsonBody<RevealRequest>) -> Result<Json<SeatInfo>, Problem> {
    let seat = session.seat;
    side_of(seat)?;
    session.game.with_long(move |game| Ok(Json(game.take_nonce(seat, &body)?))).await
}

/// Renews the link of this seat. The old link is void from then on, and its sockets are closed with code 4001.
#[utoipa::path(
    post, path = "/api/seats/{link}/renew",
    params(LinkPath),
    request_body = RenewRequest,
    responses((status = 200, body = Renewed))
)]
pub async fn renew(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
    JsonBody(body): JsonBody<RenewRequest>,
) -> Result<Json<Renewed>, Problem> {
    let by = body.link(session.seat)?;
    let link = registry.renew(&session, by).await?;
    Ok(Json(Renewed { link: link.text().to_owned() }))
}

/// Returns the board: everything on it that does not move.
#[utoipa::path(
    get, path = "/api/seats/{link}/board",
    params(LinkPath),
    responses((status = 200, body = ref("#/components/schemas/BoardJson")))
)]
pub async fn board(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
) -> Result<Json<BoardJson>, Problem> {
    let permit = registry.setting_up().take().await?;
    let board = move |game: &mut Game| {
        let board = game.board().map(Json).map_err(Problem::from);
        drop(permit);
        board
    };
    session.game.with_long(board).await
}

/// Returns what the seat sees, as a scene to draw.
#[utoipa::path(
    get, path = "/api/seats/{link}/scene",
    params(LinkPath),
    responses((status = 200, body = ref("#/components/schemas/Scene")), (status = 409))
)]
pub async fn scene(session: SeatSession) -> Result<Json<Value>, Problem> {
    session.game.with(|game| Ok(Json(game.table()?.scene(session.seat)?))).await
}

/// Returns what the seat sees, as a list of facts.
#[utoipa::path(
    get, path = "/api/seats/{link}/view",
    params(LinkPath),
    responses((status = 200, body = ref("#/components/schemas/View")), (status = 409))
)]
pub async fn view(session: SeatSession) -> Result<Json<View>, Problem> {
    session.game.with(|game| Ok(Json(game.table()?.view(session.seat)?))).await
}

/// The first event that a client wants.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// Number of the first event, counted from 0; 0 if left out.
    #[serde(default)]
    #[param(maximum = 9_007_199_254_740_991_i64)]
    pub from: usize,
}

/// Returns the events of the seat; after the game, of any seat.
#[utoipa::path(
    get, path = "/api/seats/{link}/events",
    params(LinkPath, EventsQuery),
    responses((status = 200, body = inline(named::Events)), (status = 409), (status = 416))
)]
pub async fn events(session: SeatSession, Query(query): Query<EventsQuery>) -> Result<Response, Problem> {
    let text = session.game.with(|game| Ok(game.events(session.seat, &query)?)).await?;
    Ok(([("content-type", "application/json")], text).into_response())
}

/// Returns the ledger of a finished game, with all secrets.
#[utoipa::path(
    get, path = "/api/seats/{link}/ledger",
    params(LinkPath),
    responses((status = 200, content_type = "application/jsonl", body = String), (status = 409))
)]
pub async fn ledger(State(registry): State<Arc<GameRegistry>>, session: SeatSession) -> Result<Response, Problem> {
    let ledger = finished(&registry, &session).await?;
    let name = "attachment; filename=\"game.jsonl\"";
    Ok(([("content-type", "application/jsonl"), ("content-disposition", name)], ledger).into_response())
}

/// Returns the ledger of a finished game.
pub(super) async fn finished(registry: &GameRegistry, session: &SeatSession) -> Result<String, Problem> {
    if session.game.with(|game| Ok(game.stage())).await? != Stage::Over {
        return Err(sealed().into());
    }
    registry.ledger(session.game.id()).await
}
