//! Requests for a seat's own information.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use fair::{Commitment, Nonce};
use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{BoardJson, View, seat_named};
use utoipa::{IntoParams, ToSchema};

use super::extract::{JsonBody, Query};
use super::named;
use super::path::LinkPath;
use crate::game::{Game, SeatInfo, side_of};
use crate::pre_game::Stage;
use crate::problem::{Code, Problem};
use crate::randomness;
use crate::registry::{GameRegistry, SeatSession};
use crate::seats::Token;

/// Returns the game as a whole from this seat: sides, dice, stage and pending question.
#[utoipa::path(
    get, path = "/api/seats/{link}",
    params(LinkPath),
    responses((status = 200, body = SeatInfo))
)]
pub async fn info(session: SeatSession) -> Result<Json<SeatInfo>, Problem> {
    session.game.with(|game| Ok(Json(game.info(session.seat)))).await
}

/// A request to commit to a nonce.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommitRequest {
    /// Commitment to the side's nonce: 64 hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-fA-F]{64}$")]
    commitment: Commitment,
}

/// Commits the side of this seat to its nonce.
#[utoipa::path(
    post, path = "/api/seats/{link}/commit",
    params(LinkPath),
    request_body = CommitRequest,
    responses((status = 200, body = SeatInfo), (status = 409))
)]
pub async fn commit(session: SeatSession, JsonBody(body): JsonBody<CommitRequest>) -> Result<Json<SeatInfo>, Problem> {
    let side = side_of(session.seat)?;
    session.game.with(|game| game.commit(side, body.commitment).map(|()| Json(game.info(session.seat)))).await
}

/// A request to reveal a nonce.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RevealRequest {
    /// The nonce that opens the side's commitment: 64 hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-fA-F]{64}$")]
    nonce: Nonce,
}

/// Reveals the side's nonce. Play begins after both sides have revealed theirs.
#[utoipa::path(
    post, path = "/api/seats/{link}/reveal",
    params(LinkPath),
    request_body = RevealRequest,
    responses((status = 200, body = SeatInfo), (status = 409), (status = 422))
)]
pub async fn reveal(session: SeatSession, JsonBody(body): JsonBody<RevealRequest>) -> Result<Json<SeatInfo>, Problem> {
    let side = side_of(session.seat)?;
    let seat = session.seat;
    session.game.with_long(move |game| game.reveal(side, body.nonce).map(|()| Json(game.info(seat)))).await
}

/// A request to renew the link of a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenewRequest {
    /// New link, made by the client of 48 random hexadecimal digits in lower case. A client that made it has it even if
    /// the answer is lost. If left out, the server makes it.
    #[serde(default)]
    #[schema(min_length = 48, max_length = 48, pattern = "^[0-9a-f]{48}$")]
    link: Option<String>,
}

/// The new link of a seat.
#[derive(Serialize, ToSchema)]
pub struct Renewed {
    /// Secret part of the new link.
    link: String,
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
    if session.seat.side().is_none() {
        return Err(Problem::new(Code::NotYourSeat, "spectators share their link, so none of them can renew it"));
    }
    let by = match body.link {
        None => randomness::token()?,
        Some(own) => Token::parse(&own)
            .ok_or_else(|| Problem::new(Code::Malformed, "link: expected 48 hexadecimal digits in lower case"))?,
    };
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
        let board = game.board().map(Json);
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

/// Returns the problem for a number after the next event's number.
pub(super) fn beyond(from: usize, heard: usize) -> Problem {
    Problem::new(Code::Sequence, format!("there is no event {from} yet; the next one will be {heard}"))
}

/// Returns the seat of a name in a game of these sides.
pub(super) fn named_seat(sides: [&str; 2], name: &str) -> Result<Seat, Problem> {
    let unknown = || Problem::new(Code::UnknownSeat, format!("eyes: no seat of this game is named `{name}`"));
    seat_named(sides, name).ok_or_else(unknown)
}

/// The seat whose events are sent, and the first event.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Number of the first event, counted from 0.
    #[serde(default)]
    #[param(maximum = 9_007_199_254_740_991_i64)]
    from: usize,
    /// A side's name or `spectator`: another seat's log, available after the game. The link's own seat if left out.
    eyes: Option<String>,
}

/// Returns the events of the seat; after the game, of any seat.
#[utoipa::path(
    get, path = "/api/seats/{link}/events",
    params(LinkPath, EventsQuery),
    responses((status = 200, body = inline(named::Events)), (status = 409), (status = 416))
)]
pub async fn events(
    session: SeatSession,
    Query(EventsQuery { from, eyes }): Query<EventsQuery>,
) -> Result<Response, Problem> {
    let text = session.game.with(|game| {
        let seat = match eyes.as_deref() {
            None => session.seat,
            Some(name) => named_seat(game.sides(), name)?,
        };
        if seat != session.seat && game.stage() != Stage::Over {
            return Err(Problem::new(Code::Sealed, "another seat's log can't be read until the game ends"));
        }
        let events = game.table().map(|table| (table.events(seat, from), table.ack(seat).heard));
        let (events, heard) = events.unwrap_or_default();
        if from > heard { Err(beyond(from, heard)) } else { Ok(format!("[{}]", events.join(","))) }
    });
    Ok(([("content-type", "application/json")], text.await?).into_response())
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
    let (stage, game) = session.game.with(|game| Ok((game.stage(), game.hold().game))).await?;
    if stage != Stage::Over {
        return Err(Problem::new(
            Code::Sealed,
            "the ledger holds both sides' secrets: it can't be read until the game ends",
        ));
    }
    registry.ledger(game).await
}
