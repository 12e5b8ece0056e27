//! A finished game, step by step.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rules::{Seat, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Table, TableError, seat_named};
use utoipa::{IntoParams, ToSchema};

use super::extract::Query;
use super::named;
use super::seat::finished;
use crate::game::OutcomeInfo;
use crate::problem::{Code, Problem};
use crate::registry::{GameRegistry, SeatSession};

/// Added to the second side's piece numbers where both sides' pieces are shown: each side numbers for itself.
const SECOND: u64 = 100_000;

/// Which step, and through whose eyes.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReplayQuery {
    /// The step: 0 the start; the last one if left out.
    step: Option<usize>,
    /// A side's name, `spectator`, or `open` for everything; the link's own seat if left out.
    eyes: Option<String>,
}

/// A finished game at one step.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplayStep {
    /// The step.
    step: usize,
    /// How many there are.
    steps: usize,
    /// Through whose eyes.
    eyes: String,
    /// What is seen.
    #[schema(schema_with = named::scene)]
    scene: Value,
    /// What was heard since the step before.
    #[schema(schema_with = named::events)]
    events: Vec<Value>,
    /// The same in plain words, what has words.
    texts: Vec<String>,
    /// How the game ended, at the last step.
    #[schema(required = true)]
    outcome: Option<OutcomeInfo>,
}

/// A finished game at one step, through a seat's eyes or with all secrets open.
#[utoipa::path(
    get, path = "/api/seats/{token}/replay",
    params(("token" = String, Path, description = "the link"), ReplayQuery),
    responses((status = 200, body = ReplayStep), (status = 409, body = Problem), (status = 416, body = Problem))
)]
pub async fn replay(
    State(registry): State<Arc<GameRegistry>>,
    session: SeatSession,
    Query(query): Query<ReplayQuery>,
) -> Result<Json<ReplayStep>, Problem> {
    let ledger = finished(&registry, &session).await?;
    registry.computing().work("the replay failed", move || replayed(&ledger, &query, session.seat)).await?.map(Json)
}

fn replayed(ledger: &str, query: &ReplayQuery, own: Seat) -> Result<ReplayStep, Problem> {
    let failed = || Problem::new(Code::Failed, "the ledger cannot be replayed");
    // Where each entry ends: a step each, the first entry being the start.
    let mut ends = Vec::new();
    let mut end = 0;
    for line in ledger.split_inclusive('\n') {
        end += line.len();
        if line.starts_with("{\"line\":{\"entry\"") {
            ends.push(end);
        }
    }
    let steps = ends.len().checked_sub(1).ok_or_else(failed)?;
    let step = query.step.unwrap_or(steps);
    let end = *ends
        .get(step)
        .ok_or_else(|| Problem::new(Code::Sequence, format!("there is no step {step}; the last one is {steps}")))?;
    let header = referee::replay::header(ledger).map_err(|_| failed())?;
    let system = table::system(&header.system).ok_or_else(failed)?;
    let at = |end: usize| {
        let text = ledger.get(..end).ok_or_else(failed)?;
        system.replay(text, None).map(|replayed| replayed.table).map_err(|_| failed())
    };
    let table = at(end)?;
    let before = match step.checked_sub(1).and_then(|step| ends.get(step)) {
        Some(end) => Some(at(*end)?),
        None => None,
    };
    let (eyes, seat) = match query.eyes.as_deref() {
        None => (own.side().map_or("spectator", |side| system.sides()[side.index()]), Some(own)),
        Some("open") => ("open", None),
        Some(name) => {
            let seat = seat_named(system.sides(), name)
                .ok_or_else(|| Problem::new(Code::Malformed, format!("eyes: unknown seat `{name}`")))?;
            (name, Some(seat))
        }
    };
    let heard = |seat: Seat| heard_between(before.as_deref(), table.as_ref(), seat);
    let (scene, events) = match seat {
        Some(seat) => (table.scene(seat)?, heard(seat)),
        None => {
            let entry = ledger.get(..end).and_then(|text| text.lines().last()).unwrap_or_default();
            (open_scene(table.as_ref())?, open_events(entry, system.sides(), Side::BOTH.map(|side| heard(side.seat()))))
        }
    };
    let texts = events.iter().filter_map(|event| event["told"]["text"].as_str().map(str::to_owned)).collect();
    let outcome = table.outcome().map(|(winner, why)| OutcomeInfo { winner, why });
    Ok(ReplayStep { step, steps, eyes: eyes.to_owned(), scene, events, texts, outcome })
}

/// What a seat heard in a step.
fn heard_between(before: Option<&dyn Table>, after: &dyn Table, seat: Seat) -> Vec<Value> {
    let from = before.map_or(0, |before| before.ack(seat).heard);
    after.events(seat, from).iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// What both sides together heard in a step: orders, reports and rolls, each once, in the order of the ledger's entry.
/// What both heard is told as the first side heard it. What they saw is left out: the scene shows it.
fn open_events(entry: &str, sides: [&str; 2], heard: [Vec<Value>; 2]) -> Vec<Value> {
    let entry: Value = serde_json::from_str(entry).unwrap_or_default();
    let items = entry["line"]["entry"]["items"].as_array().cloned().unwrap_or_default();
    let is = |event: &Value, kinds: &[&str]| kinds.iter().any(|kind| event.get(kind).is_some() || event == kind);
    let given = heard.iter().flatten().filter(|event| is(event, &["ordered", "standing", "undone", "resigned"]));
    let mut events: Vec<Value> = Vec::new();
    for event in given {
        // Both hear that an order was taken back, or the game given up.
        if !is(event, &["undone", "resigned"]) || !events.contains(event) {
            events.push(event.clone());
        }
    }
    // Backwards, to be taken from the end.
    let mut told =
        heard.map(|heard| heard.into_iter().rev().filter(|event| is(event, &["told", "rolled"])).collect::<Vec<_>>());
    for item in items.iter().filter(|item| is(item, &["report", "roll"])) {
        let to = item.get("report").or_else(|| item.get("roll")).map(|item| &item["to"]);
        // An item to both is the next that each heard, an item to one side the next of that side alone.
        let hears = |side: Side| to.and_then(Value::as_str).is_some_and(|to| to == "all" || to == sides[side.index()]);
        let [first, second] = Side::BOTH.map(|side| if hears(side) { told[side.index()].pop() } else { None });
        events.extend(first.or(second));
    }
    events
}

/// Both sides' scenes in one: of each piece what its owner sees, of each sheet what is not public.
fn open_scene(table: &dyn Table) -> Result<Value, TableError> {
    let [a, b, public] = [table.scene(Seat::ALL[0])?, table.scene(Seat::ALL[1])?, table.scene(Seat::ALL[2])?];
    let sides = table.sides();
    let list = |scene: &Value, part: &str| scene[part].as_array().cloned().unwrap_or_default();
    let mut pieces = Vec::new();
    for (side, scene) in Side::BOTH.into_iter().zip([&a, &b]) {
        let own = list(scene, "pieces").into_iter().filter(|piece| piece["side"] == sides[side.index()]);
        pieces.extend(own.map(|mut piece| {
            if let (Side::B, Some(number)) = (side, piece["piece"].as_u64()) {
                piece["piece"] = json!(number + SECOND);
            }
            piece
        }));
    }
    let mut markers = list(&a, "markers");
    for marker in list(&b, "markers") {
        if !markers.contains(&marker) {
            markers.push(marker);
        }
    }
    let known = list(&public, "sheets");
    let sheets: Vec<Value> = list(&a, "sheets")
        .into_iter()
        .zip(list(&b, "sheets"))
        .map(|(one, other)| if known.contains(&one) { other } else { one })
        .collect();
    Ok(json!({ "status": a["status"], "pieces": pieces, "markers": markers, "sheets": sheets }))
}
