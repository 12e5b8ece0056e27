//! What a side may do.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Odds, Offer, WhyNot};
use utoipa::ToSchema;

use super::extract::JsonBody;
use super::named;
use crate::game::{OrderResponse, Request, SeatInfo, side_of};
use crate::problem::{Code, Problem};
use crate::registry::{GameRegistry, SeatSession};

/// A request for offers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OffersRequest {
    /// The draft that was chosen; the first offers if left out.
    #[serde(default)]
    #[schema(value_type = Object)]
    draft: Option<Value>,
}

/// The offers of a side.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offers {
    /// What the side is asked, in plain words; null when it waits.
    #[schema(required = true)]
    asked: Option<String>,
    /// The kind of the question.
    #[schema(required = true)]
    question: Option<&'static str>,
    /// How many events the seat has heard: send it back as `if_heard` to order from this view only.
    heard: usize,
    /// The offers.
    #[schema(schema_with = named::offers)]
    offers: Vec<Offer>,
}

/// All data of one screen, taken at one moment.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableSnapshot {
    /// The game as a whole.
    info: SeatInfo,
    /// What is seen; null before play.
    #[schema(schema_with = named::perhaps_scene, required = true)]
    scene: Option<Value>,
    /// What may be chosen; null for a spectator.
    #[schema(required = true)]
    offers: Option<Offers>,
    /// What may not, and why; empty while the side waits.
    #[schema(schema_with = named::why_nots)]
    why_not: Vec<WhyNot>,
}

/// What a seat sees and may do now, all taken at one moment.
#[utoipa::path(
    get, path = "/api/seats/{token}/table",
    params(("token" = String, Path, description = "the link")),
    responses((status = 200, body = TableSnapshot), (status = 404, body = Problem))
)]
pub async fn snapshot(session: SeatSession) -> Result<Json<TableSnapshot>, Problem> {
    let seat = session.seat;
    session
        .game
        .with_long(move |game| {
            let info = game.info(seat);
            let Ok(table) = game.table() else {
                return Ok(Json(TableSnapshot { info, scene: None, offers: None, why_not: Vec::new() }));
            };
            let scene = Some(table.scene(seat)?);
            let Some(side) = seat.side() else {
                return Ok(Json(TableSnapshot { info, scene, offers: None, why_not: Vec::new() }));
            };
            let (question, asked) = table.asked(side).unzip();
            let offers = Offers { asked, question, heard: info.heard, offers: game.offers(side, None)? };
            let why_not = table.why_not(side)?;
            Ok(Json(TableSnapshot { info, scene, offers: Some(offers), why_not }))
        })
        .await
}

/// What the side may choose now, or next after a draft.
#[utoipa::path(
    post, path = "/api/seats/{token}/offers",
    params(("token" = String, Path, description = "the link")),
    request_body = OffersRequest,
    responses((status = 200, body = Offers), (status = 403, body = Problem))
)]
pub async fn offers(session: SeatSession, JsonBody(body): JsonBody<OffersRequest>) -> Result<Json<Offers>, Problem> {
    let side = side_of(session.seat)?;
    session
        .game
        .with(|game| {
            let offers = game.offers(side, body.draft.as_ref())?;
            let Ok(table) = game.table() else {
                return Ok(Json(Offers { asked: None, question: None, heard: 0, offers }));
            };
            let (question, words) = table.asked(side).unzip();
            Ok(Json(Offers { asked: words, question, heard: table.ack(session.seat).heard, offers }))
        })
        .await
}

/// The verbs that are closed to the side's pieces, and the clause that closes each.
#[utoipa::path(
    get, path = "/api/seats/{token}/why-not",
    params(("token" = String, Path, description = "the link")),
    responses((status = 200, body = inline(named::WhyNots)), (status = 403, body = Problem))
)]
pub async fn why_not(session: SeatSession) -> Result<Json<Vec<WhyNot>>, Problem> {
    let side = side_of(session.seat)?;
    session
        .game
        .with_long(move |game| match game.table() {
            Ok(table) => Ok(Json(table.why_not(side)?)),
            Err(_) => Ok(Json(Vec::new())),
        })
        .await
}

/// A request for the odds of an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// The order, as an offer has it.
    #[schema(value_type = Object)]
    order: Value,
}

/// The odds of an order, from what the side knows.
#[utoipa::path(
    post, path = "/api/seats/{token}/odds",
    params(("token" = String, Path, description = "the link")),
    request_body = OddsRequest,
    responses((status = 200, body = ref("#/components/schemas/Odds")), (status = 409, body = Problem))
)]
pub async fn odds(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
    JsonBody(body): JsonBody<OddsRequest>,
) -> Result<Json<Odds>, Problem> {
    let side = side_of(session.seat)?;
    let pending = session.game.with(|game| Ok(game.table()?.odds(side, &body.order)?)).await?;
    // The game is free meanwhile: the other side can't notice that odds are being computed.
    Ok(Json(registry.computing().work("the odds could not be computed", pending).await??))
}

/// A request to a calculator.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CalculatorRequest {
    /// Its name.
    pub(super) tool: String,
    /// What it is asked.
    #[schema(value_type = Object)]
    pub(super) input: Value,
}

/// Asks one of the system's calculators.
#[utoipa::path(
    post, path = "/api/seats/{token}/tool",
    params(("token" = String, Path, description = "the link")),
    request_body = CalculatorRequest,
    responses((status = 200, body = ref("#/components/schemas/CalculatorOutput")), (status = 409, body = Problem))
)]
pub async fn tool(
    session: SeatSession,
    JsonBody(body): JsonBody<CalculatorRequest>,
) -> Result<Json<rules::CalculatorOutput>, Problem> {
    let seat = session.seat;
    session.game.with_long(move |game| Ok(Json(game.table()?.tool(seat, &body.tool, &body.input)?))).await
}

/// A request to give an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderRequest {
    /// The order, as an offer has it.
    #[schema(value_type = Object)]
    pub order: Value,
    /// The client's own id of it, 1 to 64 characters: repeated, it is answered again and not done again.
    pub id: String,
    /// Only if the seat has heard just so many events.
    #[serde(default)]
    pub if_heard: Option<usize>,
}

/// Gives an order for the session's seat.
pub(super) async fn give(session: &SeatSession, body: OrderRequest) -> Result<OrderResponse, Problem> {
    let request = Request::new(session.seat, body.id, &json!(["order", &body.order]))?;
    session.game.with(|game| game.order(request, &body.order, body.if_heard)).await
}

/// Gives an order. When this is answered, the order is done and on disk.
#[utoipa::path(
    post, path = "/api/seats/{token}/orders",
    params(("token" = String, Path, description = "the link")),
    request_body = OrderRequest,
    responses((status = 200, body = OrderResponse), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn order(
    session: SeatSession,
    JsonBody(body): JsonBody<OrderRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    give(&session, body).await.map(Json)
}

/// A request to undo the last order, or to resign.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The client's own id of it.
    id: String,
}

/// Undoes the side's last order, where nothing new was learned.
#[utoipa::path(
    post, path = "/api/seats/{token}/undo",
    params(("token" = String, Path, description = "the link")),
    request_body = ActionRequest,
    responses((status = 200, body = OrderResponse), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn undo(
    session: SeatSession,
    JsonBody(body): JsonBody<ActionRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    let request = Request::new(session.seat, body.id, &json!(["undo"]))?;
    session.game.with(|game| game.undo(request)).await.map(Json)
}

/// Gives the game up, whoever is awaited: the other side has won.
#[utoipa::path(
    post, path = "/api/seats/{token}/resign",
    params(("token" = String, Path, description = "the link")),
    request_body = ActionRequest,
    responses((status = 200, body = OrderResponse), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn resign(
    session: SeatSession,
    JsonBody(body): JsonBody<ActionRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    let request = Request::new(session.seat, body.id, &json!(["resign"]))?;
    session.game.with(|game| game.resign(request)).await.map(Json)
}

/// A request to set or clear a standing order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StandingOrderRequest {
    /// The kind of question it answers.
    question: String,
    /// The answer; none clears the standing order.
    #[serde(default)]
    #[schema(value_type = Object)]
    answer: Option<Value>,
    /// The client's own id of it.
    id: String,
}

/// Sets or clears a standing order.
#[utoipa::path(
    post, path = "/api/seats/{token}/standing",
    params(("token" = String, Path, description = "the link")),
    request_body = StandingOrderRequest,
    responses((status = 200, body = OrderResponse), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn stand(
    session: SeatSession,
    JsonBody(body): JsonBody<StandingOrderRequest>,
) -> Result<Json<OrderResponse>, Problem> {
    if body.question.len() > 64 {
        return Err(Problem::new(Code::Malformed, "question: expected at most 64 characters"));
    }
    let request = Request::new(session.seat, body.id, &json!(["standing", &body.question, &body.answer]))?;
    session.game.with(|game| game.stand(request, &body.question, body.answer.as_ref())).await.map(Json)
}

/// Entered dice: faces that players rolled at their table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceRequest {
    /// What the roll is for, as asked.
    label: String,
    /// What the dice show, each 1 to 6.
    faces: Vec<u8>,
    /// The client's own id of it.
    id: String,
}

/// Enters the dice that an order waits for; the order goes on.
#[utoipa::path(
    post, path = "/api/seats/{token}/dice",
    params(("token" = String, Path, description = "the link")),
    request_body = DiceRequest,
    responses((status = 200, body = OrderResponse), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn dice(session: SeatSession, JsonBody(body): JsonBody<DiceRequest>) -> Result<Json<OrderResponse>, Problem> {
    let request = Request::new(session.seat, body.id, &json!(["dice", &body.label, &body.faces]))?;
    session.game.with(|game| game.dice(request, &body.label, body.faces)).await.map(Json)
}
