//! The list of scenarios that clients can choose.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use board::scenario::Document;
use referee::ledger::ScenarioText;
use serde::Serialize;
use utoipa::ToSchema;

use super::guided::{GuideRow, guide_row};
use super::start::set_up;
use crate::config::Measured;
use crate::problem::Problem;
use crate::registry::GameRegistry;

/// A built-in scenario, which a client can choose by name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScenarioRow {
    /// Name of the scenario: `SYSTEM/FILE`, such as `tide/first`.
    name: String,
    /// Title of the scenario, for display.
    title: String,
    /// Story of the scenario in a few sentences; null if it has none.
    #[schema(required = true)]
    summary: Option<String>,
    /// Name of its rule system, such as `tide`.
    system: String,
    /// Title of the published game, for display.
    game: &'static str,
    /// Names of both sides, such as `german` and `soviet`.
    #[schema(min_items = 2, max_items = 2)]
    sides: [&'static str; 2],
    /// Victory conditions, one line each. Both sides may read them before the game.
    victory: Vec<String>,
    /// What players learn by playing it, in a few words; null if its file does not say.
    #[schema(required = true)]
    teaches: Option<String>,
    /// How much it asks of its players: `first game`, `easy`, `medium` or `hard`; null if its file does not say.
    #[schema(required = true)]
    difficulty: Option<&'static str>,
    /// Name of the side for a player who plays it for the first time.
    side: String,
    /// Number of turns after which the game ends at the latest; null without a limit.
    #[schema(required = true)]
    turns: Option<u16>,
    /// The game's own word for a turn, such as `round`.
    turn: &'static str,
    /// Whether a side has units, or places below ground, that the other side can't see.
    hidden: bool,
    /// Length and balance, from games between computer players; null if they were not measured.
    #[schema(required = true)]
    measured: Option<Measured>,
    /// Its guided game; null if it has none.
    #[schema(required = true)]
    guide: Option<GuideRow>,
}

/// Returns the built-in scenarios with their sides, their victory conditions and help with the choice.
#[utoipa::path(get, path = "/api/scenarios", responses((status = 200, body = Vec<ScenarioRow>)))]
pub async fn scenarios(State(registry): State<Arc<GameRegistry>>) -> Result<Json<Vec<ScenarioRow>>, Problem> {
    let rows = registry.scenario_rows().get_or_try_init(|| rows(&registry)).await?;
    Ok(Json(rows.clone()))
}

/// Returns the rows of the server's scenarios, without those that have mistakes.
async fn rows(registry: &GameRegistry) -> Result<Vec<ScenarioRow>, Problem> {
    let (scenarios, guides) = (registry.config().scenarios.clone(), registry.config().guides.clone());
    let whole =
        move |scenario: &ScenarioText| Some(ScenarioRow { guide: guide_row(&guides, scenario), ..row(scenario)? });
    let rows = set_up(registry, move || Ok(scenarios.iter().filter_map(whole).collect::<Vec<_>>())).await?;
    let measured = &registry.config().measured;
    let measured = |row: ScenarioRow| ScenarioRow { measured: measured.get(&row.name).cloned(), ..row };
    Ok(rows.into_iter().map(measured).collect())
}

/// Returns the row of a scenario, without its measures and its guided game; `None` if the scenario has mistakes.
fn row(scenario: &ScenarioText) -> Option<ScenarioRow> {
    let document = Document::parse(&scenario.name, &scenario.text).ok()?;
    let head = document.reader().head();
    let system = table::system(head.system.get_ref())?;
    let checked = system.check(&document).ok()?;
    let sides = system.sides();
    let about = head.about;
    Some(ScenarioRow {
        name: scenario.name.clone(),
        title: head.title.into_inner(),
        summary: head.summary,
        system: system.name().to_owned(),
        game: &system.rulebook().title,
        sides,
        victory: checked.victory,
        teaches: about.teaches.map(board::scenario::Spanned::into_inner),
        difficulty: about.difficulty.map(board::scenario::Difficulty::word),
        side: about.side.map_or_else(|| sides[0].to_owned(), board::scenario::Spanned::into_inner),
        turns: checked.outline.turns,
        turn: checked.outline.turn,
        hidden: checked.outline.hidden,
        measured: None,
        guide: None,
    })
}
