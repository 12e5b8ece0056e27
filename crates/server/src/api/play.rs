//! Requests for a side's offers, odds and orders.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use table::guide::GuideState;
use table::{Odds, Offer, WhyNot};
use utoipa::ToSchema;

use super::extract::JsonBody;
use super::named;
use super::path::LinkPath;
use super::values;
use crate::game::{Game, OrderResponse, Request, SeatInfo, side_of};
use crate::party::Party;
use crate::problem::{Code, Problem};
use crate::registry::{GameRegistry, SeatSession};

/// A request for a side's offers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OffersRequest {
    /// Draft of the chosen offer; if left out, the first offers are returned.
    #[serde(default, deserialize_with = "values::perhaps_written")]
    #[schema(schema_with = named::perhaps_draft)]
    draft: Option<Value>,
}

/// The offers of a side, with the question that it is asked.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offers {
    /// The question as text; null if the side waits.
    #[schema(required = true)]
    asked: Option<String>,
    /// Kind of the question, such as `move`; null if the side waits.
    #[schema(required = true)]
    question: Option<&'static str>,
    /// Whether the question is asked in the middle of an order of the other side, as for fire at units that move. It may
    /// then come again soon.
    reaction: bool,
    /// Number of events in the seat's log. Send it back as `if_heard` to give an order only if nothing has happened
    /// since.
    heard: usize,
    /// Offers to choose from; empty if the side waits.
    #[schema(schema_with = named::offers)]
    offers: Vec<Offer>,
}

/// All data of one screen, from a single moment.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableSnapshot {
    /// The game as a whole, from this seat.
    info: SeatInfo,
    /// What the seat sees; null before play begins.
    #[schema(schema_with = named::perhaps_scene, required = true)]
    scene: Option<Value>,
    /// The side's offers; null for a spectator.
    #[schema(required = true)]
    offers: Option<Offers>,
    /// Verbs that the side's pieces can't use now, with reasons; empty if the side waits.
    #[schema(schema_with = named::why_nots)]
    why_not: Vec<WhyNot>,
    /// Progress of a guided game, for its learner; null in other games.
    #[schema(schema_with = named::perhaps_guide, required = true)]
    guide: Option<GuideState>,
}

/// Returns all data of one screen: what the seat sees, its offers and refused verbs, from a single moment.
#[utoipa::path(
    get, path = "/api/seats/{link}/table",
    params(LinkPath),
    responses((status = 200, body = TableSnapshot))
)]
pub async fn snapshot(session: SeatSession) -> Result<Json<TableSnapshot>, Problem> {
    let seat = session.seat;
    session
        .game
        .with_long(move |game| {
            let info = game.info(seat);
            let Ok(table) = game.table() else {
                return Ok(Json(TableSnapshot { info, scene: None, offers: None, why_not: Vec::new(), guide: None }));
            };
            let scene = Some(table.scene(seat)?);
            let Some(side) = seat.side() else {
                return Ok(Json(TableSnapshot { info, scene, offers: None, why_not: Vec::new(), guide: None }));
            };
            let (question, asked) = table.pending_question(side).unzip();
            let (reaction, offers) = (table.is_reaction(side), game.offers(side, None)?);
            let offers = Offers { asked, question, reaction, heard: info.heard, offers };
            let why_not = table.why_not(side)?;
            let guide = game.guide_state(seat);
            Ok(Json(TableSnapshot { info, scene, offers: Some(offers), why_not, guide }))
        })
        .await
}

/// Returns what the side can choose now, or next after a draft.
#[utoipa::path(
    post, path = "/api/seats/{link}/offers",
    params(LinkPath),
    request_body = OffersRequest,
    responses((status = 200, body = Offers), (status = 409))
)]
pub async fn offers(session: SeatSession, JsonBody(body): JsonBody<OffersRequest>) -> Result<Json<Offers>, Problem> {
    let side = side_of(session.seat)?;
    session
        .game
        .with(|game| {
            let offers = game.offers(side, body.draft.as_ref())?;
            let Ok(table) = game.table() else {
                return Ok(Json(Offers { asked: None, question: None, reaction: false, heard: 0, offers }));
            };
            let (question, words) = table.pending_question(side).unzip();
            let (reaction, heard) = (table.is_reaction(side), table.ack(session.seat).heard);
            Ok(Json(Offers { asked: words, question, reaction, heard, offers }))
        })
        .await
}

/// Returns the verbs that the side's pieces can't use now, with the clause that forbids each.
#[utoipa::path(
    get, path = "/api/seats/{link}/why-not",
    params(LinkPath),
    responses((status = 200, body = inline(named::WhyNots)))
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
    /// The order, as an offer contains it.
    #[schema(schema_with = named::order)]
    order: Value,
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
    let side = side_of(session.seat)?;
    let pending = session.game.with(|game| Ok(game.table()?.odds(side, &body.order)?)).await?;
    // The game isn't locked meanwhile: the other side can't notice that odds are being computed.
    // Nor does one seat wait because another asks for much.
    let permit = registry.computing().take_for(Party::Seat(session.game.id(), session.seat.index() as u8)).await?;
    Ok(Json(permit.work("the odds could not be computed", pending).await??))
}

/// A request to run a calculator.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "tool": "emergence", "input": { "friend": true, "enemies": 2 } }))]
pub struct CalculatorRequest {
    /// Name of the calculator, such as `sewer`.
    pub(super) tool: String,
    /// Input of the calculator: a JSON object with its fields.
    #[schema(value_type = Object)]
    pub(super) input: Map<String, Value>,
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

/// A request to give an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderRequest {
    /// The order, as an offer contains it.
    #[schema(schema_with = named::order)]
    pub order: Value,
    /// The client's own id of the order, 1 to 64 characters. A repeated id gets the first response and is not executed
    /// again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    pub id: String,
    /// Number of events that the seat must have heard. Otherwise the order is refused as `stale`. No condition if left
    /// out.
    #[serde(default, deserialize_with = "values::perhaps_whole")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub if_heard: Option<usize>,
}

/// Executes an act of the session's seat, and notes how long it took.
async fn act(
    session: &SeatSession,
    act: impl FnOnce(&mut Game) -> Result<OrderResponse, Problem>,
) -> Result<OrderResponse, Problem> {
    let begun = Instant::now();
    let done = session.game.with(act).await;
    session.monitor.acted(session.game.kind(), begun.elapsed(), &done);
    done
}

/// Executes an order for the session's seat.
pub(super) async fn give(session: &SeatSession, body: OrderRequest) -> Result<OrderResponse, Problem> {
    let request = Request::new(session.seat, body.id, &json!(["order", &body.order]))?;
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

/// A request to undo the last order, or to resign.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    id: String,
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
    let request = Request::new(session.seat, body.id, &json!(["undo"]))?;
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
    let request = Request::new(session.seat, body.id, &json!(["resign"]))?;
    act(&session, |game| game.resign(request)).await.map(Json)
}

/// A request to set or clear a standing order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StandingOrderRequest {
    /// Kind of question that it answers.
    #[schema(max_length = 64)]
    question: String,
    /// Answer to the question, as an order; null clears the standing order.
    #[serde(default, deserialize_with = "values::perhaps_written")]
    #[schema(schema_with = named::perhaps_order)]
    answer: Option<Value>,
    /// The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    id: String,
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
    if body.question.chars().count() > 64 {
        return Err(Problem::new(Code::Malformed, "question: expected at most 64 characters"));
    }
    let request = Request::new(session.seat, body.id, &json!(["standing", &body.question, &body.answer]))?;
    act(&session, |game| game.stand(request, &body.question, body.answer.as_ref())).await.map(Json)
}

/// Entered dice: faces that players rolled at their table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceRequest {
    /// Label of the roll, as the request for dice names it.
    label: String,
    /// Faces of the dice, each 1 to 6.
    #[serde(deserialize_with = "values::faces")]
    #[schema(schema_with = named::faces)]
    faces: Vec<u8>,
    /// The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    id: String,
}

/// Enters the dice that an order waits for; the order then continues.
#[utoipa::path(
    post, path = "/api/seats/{link}/dice",
    params(LinkPath),
    request_body = DiceRequest,
    responses((status = 200, body = OrderResponse), (status = 409))
)]
pub async fn dice(session: SeatSession, JsonBody(body): JsonBody<DiceRequest>) -> Result<Json<OrderResponse>, Problem> {
    let request = Request::new(session.seat, body.id, &json!(["dice", &body.label, &body.faces]))?;
    act(&session, |game| game.dice(request, &body.label, body.faces)).await.map(Json)
}
