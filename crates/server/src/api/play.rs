//! Requests for a side's offers, odds and orders.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use game::{
    ActionRequest, CalculatorRequest, DiceRequest, Game, OddsRequest, Offers, OffersRequest, OrderRequest,
    OrderResponse, StandingOrderRequest, TableSnapshot, named, side_of,
};
use table::{Odds, WhyNot};

use super::extract::JsonBody;
use super::path::LinkPath;
use crate::party::Party;
use crate::problem::Problem;
use crate::registry::{GameRegistry, SeatSession};

/// Returns all data of one screen: what the seat sees, its offers and refused verbs, from a single moment.
#[utoipa::path(
    get, path = "/api/seats/{link}/table",
    params(LinkPath),
    responses((status = 200, body = TableSnapshot))
)]
pub async fn snapshot(session: SeatSession) -> Result<Json<TableSnapshot>, Problem> {
    let seat = session.seat;
    session.game.with_long(move |game| Ok(Json(game.snapshot(seat)?))).await
}

/// Returns what the side can choose now, or next after a draft.
#[utoipa::path(
    post, path = "/api/seats/{link}/offers",
    params(LinkPath),
    request_body = OffersRequest,
    responses((status = 200, body = Offers), (status = 409))
)]
pub async fn offers(session: SeatSession, JsonBody(body): JsonBody<OffersRequest>) -> Result<Json<Offers>, Problem> {
    side_of(session.seat)?;
    session.game.with(|game| Ok(Json(game.offered(session.seat, body.draft.as_ref())?))).await
}

/// Returns the verbs that the side's pieces can't use now, with the clause that forbids each.
#[utoipa::path(
    get, path = "/api/seats/{link}/why-not",
    params(LinkPath),
    responses((status = 200, body = inline(named::WhyNots)))
)]
pub async fn why_not(session: SeatSession) -> Result<Json<Vec<WhyNot>>, Problem> {
    let seat = session.seat;
    side_of(seat)?;
    session.game.with_long(move |game| Ok(Json(game.why_not(seat)?))).await
}

/// Returns the odds of an order, estimated from what the side knows.
#[utoipa::path(
    post, path = "/api/seats/{link}/odds",
    params(LinkPath),
    request_body = OddsRequest,
    responses((status = 200, body = ref("#/components/schemas/Odds")), (status = 409))
)]
pub async fn odds(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
    JsonBody(body): JsonBody<OddsRequest>,
) -> Result<Json<Odds>, Problem> {
    side_of(session.seat)?;
    let pending = session.game.with(|game| Ok(game.odds(session.seat, &body)?)).await?;
    // The game isn't locked meanwhile: the other side can't notice that odds are being computed.
    // Nor does one seat wait because another asks for much.
    let permit = registry.computing().take_for(Party::Seat(session.game.id(), session.seat.index() as u8)).await?;
    Ok(Json(permit.work("the odds could not be computed", pending).await??))
}

/// Runs one of the system's calculators with this seat's knowledge.
#[utoipa::path(
    post, path = "/api/seats/{link}/tool",
    params(LinkPath),
    request_body = CalculatorRequest,
    responses((status = 200, body = ref("#/components/schemas/CalculatorOutput")), (status = 409))
)]
pub async fn tool(
    session: SeatSession,
    JsonBody(body): JsonBody<CalculatorRequest>,
) -> Result<Json<rules::CalculatorOutput>, Problem> {
    let seat = session.seat;
    session.game.with_long(move |game| Ok(Json(game.table()?.tool(seat, &body.tool, &body.input.into())?))).await
}

/// Executes an act of the session's seat, and notes how long it took.
async fn act(
    session: &SeatSession,
    act: impl FnOnce(&mut Game) -> Result<OrderResponse, game::Problem>,
) -> Result<OrderResponse, Problem> {
    let begun = Instant::now();
    let done = session.game.with(|game| Ok(act(game)?)).await;
    session.monitor.acted(session.game.kind(), begun.elapsed(), &done);
    done
}

/// Executes an order for the session's seat.
pub(super) async fn give(session: &SeatSession, body: OrderRequest) -> Result<OrderResponse, Problem> {
    let request = body.request(session.seat)?;
    act(session, |game| game.order(request, &body.order, body.if_heard)).await
}

/// Gives an order. After the response the order is executed and stored on disk.
#[utoipa::path(
    post, path = "/api/seats/{link}/orders",
    params(LinkPath),
    request_body = OrderRequest,
    responses((status = 200, body = OrderResponse), (status = 409))
)]
pub async fn order(
    session: SeatSession,
    JsonBody(body): JsonBody<OrderRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    give(&session, body).await.map(Json)
}

/// Undoes the side's last order. Refused if the order revealed anything.
#[utoipa::path(
    post, path = "/api/seats/{link}/undo",
    params(LinkPath),
    request_body = ActionRequest,
    responses((status = 200, body = OrderResponse), (status = 409))
)]
pub async fn undo(
    session: SeatSession,
    JsonBody(body): JsonBody<ActionRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    let request = body.request(session.seat, "undo")?;
    act(&session, |game| game.undo(request)).await.map(Json)
}

/// Resigns the game; the other side wins. Possible at any time during play.
#[utoipa::path(
    post, path = "/api/seats/{link}/resign",
    params(LinkPath),
    request_body = ActionRequest,
    responses((status = 200, body = OrderResponse), (status = 409))
)]
pub async fn resign(
    session: SeatSession,
    JsonBody(body): JsonBody<ActionRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    let request = body.request(session.seat, "resign")?;
    act(&session, |game| game.resign(request)).await.map(Json)
}

/// Sets or clears a standing order for a kind of question.
#[utoipa::path(
    post, path = "/api/seats/{link}/standing",
    params(LinkPath),
    request_body = StandingOrderRequest,
    responses((status = 200, body = OrderResponse), (status = 409))
)]
pub async fn stand(
    session: SeatSession,
    JsonBody(body): JsonBody<StandingOrderRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    let request = body.request(session.seat)?;
    act(&session, |game| game.stand(request, &body.question, body.answer.as_ref())).await.map(Json)
}

/// Enters the dice that an order waits for; the order then continues.
#[utoipa::path(
    post, path = "/api/seats/{link}/dice",
    params(LinkPath),
    request_body = DiceRequest,
    responses((status = 200, body = OrderResponse), (status = 409))
)]
pub async fn dice(session: SeatSession, JsonBody(body): JsonBody<DiceRequest>) -> Result<Json<OrderResponse>, Problem> {
    let request = body.request(session.seat)?;
    act(&session, |game| game.dice(request, &body.label, body.faces)).await.map(Json)
}
