//! What a side may do.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Odds, Offer, WhyNot};
use utoipa::ToSchema;

use super::asked::Asked;
use super::named;
use crate::game::{Done, Request, SeatInfo, side_of};
use crate::house::{AtTable, House};
use crate::problem::{Code, Problem};

/// Which offers are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OffersAsked {
    /// The draft that was chosen; the first offers if left out.
    #[serde(default)]
    #[schema(value_type = Object)]
    draft: Option<Value>,
}

/// What may be chosen.
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

/// Everything of one moment that a table shows.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moment {
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

/// What a seat sees and may do now, all of one moment.
#[utoipa::path(
    get, path = "/api/seats/{token}/table",
    params(("token" = String, Path, description = "the link")),
    responses((status = 200, body = Moment), (status = 404, body = Problem))
)]
pub async fn moment(at: AtTable) -> Result<Json<Moment>, Problem> {
    let seat = at.seat;
    at.slot
        .with_long(move |game| {
            let info = game.info(seat);
            let Ok(table) = game.table() else {
                return Ok(Json(Moment { info, scene: None, offers: None, why_not: Vec::new() }));
            };
            let scene = Some(table.scene(seat)?);
            let Some(side) = seat.side() else {
                return Ok(Json(Moment { info, scene, offers: None, why_not: Vec::new() }));
            };
            let (question, asked) = table.asked(side).unzip();
            let offers = Offers { asked, question, heard: info.heard, offers: game.offers(side, None)? };
            let why_not = table.why_not(side)?;
            Ok(Json(Moment { info, scene, offers: Some(offers), why_not }))
        })
        .await
}

/// What the side may choose now, or next after a draft.
#[utoipa::path(
    post, path = "/api/seats/{token}/offers",
    params(("token" = String, Path, description = "the link")),
    request_body = OffersAsked,
    responses((status = 200, body = Offers), (status = 403, body = Problem))
)]
pub async fn offers(at: AtTable, Asked(asked): Asked<OffersAsked>) -> Result<Json<Offers>, Problem> {
    let side = side_of(at.seat)?;
    at.slot
        .with(|game| {
            let offers = game.offers(side, asked.draft.as_ref())?;
            let Ok(table) = game.table() else {
                return Ok(Json(Offers { asked: None, question: None, heard: 0, offers }));
            };
            let (question, words) = table.asked(side).unzip();
            Ok(Json(Offers { asked: words, question, heard: table.ack(at.seat).heard, offers }))
        })
        .await
}

/// The verbs that are closed to the side's pieces, and the clause that closes each.
#[utoipa::path(
    get, path = "/api/seats/{token}/why-not",
    params(("token" = String, Path, description = "the link")),
    responses((status = 200, body = inline(named::WhyNots)), (status = 403, body = Problem))
)]
pub async fn why_not(at: AtTable) -> Result<Json<Vec<WhyNot>>, Problem> {
    let side = side_of(at.seat)?;
    at.slot
        .with_long(move |game| match game.table() {
            Ok(table) => Ok(Json(table.why_not(side)?)),
            Err(_) => Ok(Json(Vec::new())),
        })
        .await
}

/// An order whose odds are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsAsked {
    /// The order, as an offer has it.
    #[schema(value_type = Object)]
    order: Value,
}

/// The odds of an order, from what the side knows.
#[utoipa::path(
    post, path = "/api/seats/{token}/odds",
    params(("token" = String, Path, description = "the link")),
    request_body = OddsAsked,
    responses((status = 200, body = ref("#/components/schemas/Odds")), (status = 409, body = Problem))
)]
pub async fn odds(
    State(house): State<Arc<House>>,
    at: AtTable,
    Asked(asked): Asked<OddsAsked>,
) -> Result<Json<Odds>, Problem> {
    let side = side_of(at.seat)?;
    let reckoning = at.slot.with(|game| Ok(game.table()?.odds(side, &asked.order)?)).await?;
    // The game is free meanwhile: the other side does not feel that somebody reckons.
    Ok(Json(house.reckoning().work("the odds could not be computed", reckoning).await??))
}

/// A question to a calculator.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolAsked {
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
    request_body = ToolAsked,
    responses((status = 200, body = ref("#/components/schemas/Answer")), (status = 409, body = Problem))
)]
pub async fn tool(at: AtTable, Asked(asked): Asked<ToolAsked>) -> Result<Json<rules::Answer>, Problem> {
    let seat = at.seat;
    at.slot.with_long(move |game| Ok(Json(game.table()?.tool(seat, &asked.tool, &asked.input)?))).await
}

/// An order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderAsked {
    /// The order, as an offer has it.
    #[schema(value_type = Object)]
    pub order: Value,
    /// The client's own id of it, 1 to 64 characters: repeated, it is answered again and not done again.
    pub id: String,
    /// Only if the seat has heard just so many events.
    #[serde(default)]
    pub if_heard: Option<usize>,
}

/// Gives an order for whoever sits there.
pub(super) async fn give(at: &AtTable, asked: OrderAsked) -> Result<Done, Problem> {
    let request = Request::new(at.seat, asked.id, &json!(["order", &asked.order]))?;
    at.slot.with(|game| game.order(request, &asked.order, asked.if_heard)).await
}

/// Gives an order. When this is answered, the order is done and on disk.
#[utoipa::path(
    post, path = "/api/seats/{token}/orders",
    params(("token" = String, Path, description = "the link")),
    request_body = OrderAsked,
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn order(at: AtTable, Asked(asked): Asked<OrderAsked>) -> Result<Json<Done>, Problem> {
    give(&at, asked).await.map(Json)
}

/// An undo, or giving the game up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActAsked {
    /// The client's own id of it.
    id: String,
}

/// Takes back the side's last order, where no knowledge stands in the way.
#[utoipa::path(
    post, path = "/api/seats/{token}/undo",
    params(("token" = String, Path, description = "the link")),
    request_body = ActAsked,
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn undo(at: AtTable, Asked(asked): Asked<ActAsked>) -> Result<Json<Done>, Problem> {
    let request = Request::new(at.seat, asked.id, &json!(["undo"]))?;
    at.slot.with(|game| game.undo(request)).await.map(Json)
}

/// Gives the game up, whoever is awaited: the other side has won.
#[utoipa::path(
    post, path = "/api/seats/{token}/resign",
    params(("token" = String, Path, description = "the link")),
    request_body = ActAsked,
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn resign(at: AtTable, Asked(asked): Asked<ActAsked>) -> Result<Json<Done>, Problem> {
    let request = Request::new(at.seat, asked.id, &json!(["resign"]))?;
    at.slot.with(|game| game.resign(request)).await.map(Json)
}

/// A standing order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StandingAsked {
    /// The kind of question it answers.
    question: String,
    /// The answer; none withdraws it.
    #[serde(default)]
    #[schema(value_type = Object)]
    answer: Option<Value>,
    /// The client's own id of it.
    id: String,
}

/// Leaves or withdraws a standing order.
#[utoipa::path(
    post, path = "/api/seats/{token}/standing",
    params(("token" = String, Path, description = "the link")),
    request_body = StandingAsked,
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn stand(at: AtTable, Asked(asked): Asked<StandingAsked>) -> Result<Json<Done>, Problem> {
    if asked.question.len() > 64 {
        return Err(Problem::new(Code::Malformed, "question: expected at most 64 characters"));
    }
    let request = Request::new(at.seat, asked.id, &json!(["standing", &asked.question, &asked.answer]))?;
    at.slot.with(|game| game.stand(request, &asked.question, asked.answer.as_ref())).await.map(Json)
}

/// Dice that were rolled on the players' own table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceAsked {
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
    request_body = DiceAsked,
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn dice(at: AtTable, Asked(asked): Asked<DiceAsked>) -> Result<Json<Done>, Problem> {
    let request = Request::new(at.seat, asked.id, &json!(["dice", &asked.label, &asked.faces]))?;
    at.slot.with(|game| game.dice(request, &asked.label, asked.faces)).await.map(Json)
}
