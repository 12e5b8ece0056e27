//! Replay of a finished game, step by step.

use rules::{Seat, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Table, TableError};
use utoipa::{IntoParams, ToSchema};

use crate::info::OutcomeInfo;
use crate::named;
use crate::problem::{Code, Problem};
use crate::seat::named_seat;

/// Offset of the second side's piece numbers in a view of both sides, since each side numbers pieces independently.
const SECOND: u64 = 100_000;

/// The step of a replay, and the seat whose view is shown.
#[derive(Clone, Debug, Deserialize, Serialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReplayQuery {
    /// Number of the step: 0 is the start. The last step if left out.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    pub step: Option<usize>,
    /// A side's name, `spectator`, or `open` for everything. The link's own seat if left out.
    pub eyes: Option<String>,
}

/// One step of a finished game.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplayStep {
    /// Number of this step, from 0.
    step: usize,
    /// Number of the last step.
    steps: usize,
    /// Seat whose view is shown: a side's name, `spectator` or `open`.
    eyes: String,
    /// The scene at this step, in the names of that seat.
    #[schema(schema_with = named::scene)]
    scene: Value,
    /// Events since the step before.
    #[schema(schema_with = named::events)]
    events: Vec<Value>,
    /// The texts of these events, for those that have one.
    texts: Vec<String>,
    /// Result of the game, at the last step only.
    #[schema(required = true)]
    outcome: Option<OutcomeInfo>,
}

/// Returns one step of a finished game as a seat saw it, or with all secrets shown.
///
/// # Errors
/// The ledger can't be replayed.
/// It doesn't have this step.
pub fn replayed(ledger: &str, query: &ReplayQuery, own: Seat) -> Result<ReplayStep, Problem> {
    let failed = || Problem::new(Code::Failed, "the ledger cannot be replayed");
    // Byte offset of the end of each entry. Each entry is a step, the first one the start.
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
        Some(name) => (name, Some(named_seat(system.sides(), name)?)),
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
    let outcome = table.outcome().map(|(winner, why)| OutcomeInfo { winner, why: why.words(own) });
    Ok(ReplayStep { step, steps, eyes: eyes.to_owned(), scene, events, texts, outcome })
}

/// Returns the events of a seat in one step.
fn heard_between(before: Option<&dyn Table>, after: &dyn Table, seat: Seat) -> Vec<Value> {
    let from = before.map_or(0, |before| before.ack(seat).heard);
    after.events(seat, from).iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Returns the events of both sides in one step: orders, reports and rolls, each once, in the order of the ledger's
/// entry. Events of both sides are in the first side's names. Facts are left out, since the scene shows them.
fn open_events(entry: &str, sides: [&str; 2], heard: [Vec<Value>; 2]) -> Vec<Value> {
    let entry: Value = serde_json::from_str(entry).unwrap_or_default();
    let items = entry["line"]["entry"]["items"].as_array().cloned().unwrap_or_default();
    let is = |event: &Value, kinds: &[&str]| kinds.iter().any(|kind| event.get(kind).is_some() || event == kind);
    let given = heard.iter().flatten().filter(|event| is(event, &["ordered", "standing", "undone", "resigned"]));
    let mut events: Vec<Value> = Vec::new();
    for event in given {
        // Both sides get an event when an order is undone or a side resigns.
        if !is(event, &["undone", "resigned"]) || !events.contains(event) {
            events.push(event.clone());
        }
    }
    // Reversed: events are popped from the end.
    let mut told =
        heard.map(|heard| heard.into_iter().rev().filter(|event| is(event, &["told", "rolled"])).collect::<Vec<_>>());
    for item in items.iter().filter(|item| is(item, &["report", "roll"])) {
        let to = item.get("report").or_else(|| item.get("roll")).map(|item| &item["to"]);
        // An item for both sides is the next event of each; an item for one side is the next event of that side only.
        let hears = |side: Side| to.and_then(Value::as_str).is_some_and(|to| to == "all" || to == sides[side.index()]);
        let [first, second] = Side::BOTH.map(|side| if hears(side) { told[side.index()].pop() } else { None });
        events.extend(first.or(second));
    }
    events
}

/// Returns both sides' scenes as one: each piece as its owner sees it, and the non-public part of each sheet.
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
