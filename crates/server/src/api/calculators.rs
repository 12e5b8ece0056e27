//! Calculators that work without a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rules::{CalculatorInfo, CalculatorOutput};
use serde::Serialize;
use table::SYSTEMS;
use utoipa::ToSchema;

use super::extract::JsonBody;
use super::named;
use super::path::{Path, SystemPath};
use super::play::CalculatorRequest;
use crate::problem::{Code, Problem};
use crate::registry::GameRegistry;

/// The calculators of a rule system that work without a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalculatorsRow {
    /// Name of the rule system, such as `asl`.
    system: &'static str,
    /// Title of the published game.
    title: &'static str,
    /// Calculators of this system that work without a game.
    #[schema(schema_with = named::tools)]
    tools: Vec<CalculatorInfo>,
}

/// Returns the calculators that work without a game, by rule system.
#[utoipa::path(get, path = "/api/calculators", responses((status = 200, body = Vec<CalculatorsRow>)))]
pub async fn list() -> Json<Vec<CalculatorsRow>> {
    let rows = SYSTEMS.iter().map(|system| CalculatorsRow {
        system: system.name(),
        title: &system.rulebook().title,
        tools: system.tools(),
    });
    Json(rows.filter(|row| !row.tools.is_empty()).collect())
}

/// Runs a calculator that works without a game.
#[utoipa::path(
    post,
    path = "/api/calculators/{system}",
    params(SystemPath),
    request_body = CalculatorRequest,
    responses(
        (status = 200, body = ref("#/components/schemas/CalculatorOutput")), (status = 409),
    )
)]
pub async fn ask(
    State(registry): State<Arc<GameRegistry>>,
    Path(SystemPath { system: name }): Path<SystemPath>,
    JsonBody(body): JsonBody<CalculatorRequest>,
) -> Result<Json<CalculatorOutput>, Problem> {
    let system = table::system(&name)
        .ok_or_else(|| Problem::new(Code::UnknownSystem, format!("unknown rule system `{name}`")))?;
    let answer = registry
        .computing()
        .work("the calculator failed", move || system.use_tool(&body.tool, &body.input.into()))
        .await?;
    Ok(Json(answer.map_err(table::TableError::from)?))
}
