//! Calculators that work without a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use game::{CalculatorRequest, CalculatorsRow, calculate, calculator_rows};
use rules::CalculatorOutput;

use super::extract::JsonBody;
use super::path::{Path, SystemPath};
use crate::problem::Problem;
use crate::registry::GameRegistry;

/// Returns the calculators that work without a game, by rule system.
#[utoipa::path(get, path = "/api/calculators", responses((status = 200, body = Vec<CalculatorsRow>)))]
pub async fn list() -> Json<Vec<CalculatorsRow>> {
    Json(calculator_rows())
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
    Path(SystemPath { system }): Path<SystemPath>,
    JsonBody(body): JsonBody<CalculatorRequest>,
) -> Result<Json<CalculatorOutput>, Problem> {
    let answer = registry.computing().work("the calculator failed", move || calculate(&system, body)).await?;
    Ok(Json(answer?))
}
