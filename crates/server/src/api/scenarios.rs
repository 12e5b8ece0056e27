//! The list of scenarios that clients can choose.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use game::{ScenarioRow, scenario_rows};

use super::start::set_up;
use crate::problem::Problem;
use crate::registry::GameRegistry;

/// Returns the built-in scenarios with their sides, their victory conditions and help with the choice.
#[utoipa::path(get, path = "/api/scenarios", responses((status = 200, body = Vec<ScenarioRow>)))]
pub async fn scenarios(State(registry): State<Arc<GameRegistry>>) -> Result<Json<Vec<ScenarioRow>>, Problem> {
    let config = registry.config();
    let (scenarios, guides, measured) = (config.scenarios.clone(), config.guides.clone(), config.measured.clone());
    let rows = move || Ok(scenario_rows(&scenarios, &guides, &measured));
    Ok(Json(registry.scenario_rows().get_or_try_init(|| set_up(&registry, rows)).await?.clone()))
}
