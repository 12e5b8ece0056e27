//! Calculators that work without a game.

use rules::{CalculatorInfo, CalculatorOutput};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{SYSTEMS, TableError};
use utoipa::ToSchema;

use crate::named;
use crate::problem::{Code, Problem};

/// A request to run a calculator.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "tool": "emergence", "input": { "friend": true, "enemies": 2 } }))]
pub struct CalculatorRequest {
    /// Name of the calculator, such as `sewer`.
    pub tool: String,
    /// Input of the calculator: a JSON object with its fields.
    #[schema(value_type = Object)]
    pub input: Map<String, Value>,
}

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
#[must_use]
pub fn calculator_rows() -> Vec<CalculatorsRow> {
    let rows = SYSTEMS.iter().map(|system| CalculatorsRow {
        system: system.name(),
        title: &system.rulebook().title,
        tools: system.tools(),
    });
    rows.filter(|row| !row.tools.is_empty()).collect()
}

/// Runs a calculator that works without a game.
///
/// # Errors
/// No rule system has this name.
/// The system refuses the input.
pub fn calculate(name: &str, asked: CalculatorRequest) -> Result<CalculatorOutput, Problem> {
    let system = table::system(name)
        .ok_or_else(|| Problem::new(Code::UnknownSystem, format!("unknown rule system `{name}`")))?;
    Ok(system.use_tool(&asked.tool, &asked.input.into()).map_err(TableError::from)?)
}
