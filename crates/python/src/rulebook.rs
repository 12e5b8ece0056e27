//! Rulebooks, and calculators that need no game.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use table::{AnySystem, SYSTEMS, referee_coverage, system};

use crate::errors::refused;
use crate::json::{JsonObject, JsonRows, from_python};

/// Returns the rule system of this name.
fn named(name: &str, beside: &str) -> PyResult<&'static dyn AnySystem> {
    let known = || SYSTEMS.iter().map(|system| system.name()).collect::<Vec<_>>().join(", ");
    let unknown = || PyValueError::new_err(format!("system: expected one of {}{beside}, found `{name}`", known()));
    system(name).ok_or_else(unknown)
}

/// Returns the names of the rule systems, each with its sides.
#[pyfunction]
pub fn systems() -> Vec<(&'static str, (&'static str, &'static str))> {
    let sides = |system: &&'static dyn AnySystem| <(&str, &str)>::from(system.sides());
    SYSTEMS.iter().map(|system| (system.name(), sides(system))).collect()
}

/// Returns the clauses of a rulebook: of a system, or of the referee.
#[pyfunction]
pub fn clauses(system: &str) -> PyResult<JsonRows> {
    match system {
        "referee" => JsonRows::of(&referee_coverage(&[])),
        name => JsonRows::of(&named(name, ", referee")?.coverage(&[])),
    }
}

/// Returns the calculators of a system that need no game.
#[pyfunction]
pub fn calculators(system: &str) -> PyResult<JsonRows> {
    JsonRows::of(&named(system, "")?.tools())
}

/// Runs a calculator that needs no game.
#[pyfunction]
pub fn calculate(py: Python<'_>, system: &str, tool: &str, input: &Bound<'_, PyAny>) -> PyResult<JsonObject> {
    let (system, input) = (named(system, "")?, from_python("input", input)?);
    JsonObject::of(&py.detach(|| system.use_tool(tool, &input)).map_err(|refusal| refused(refusal.into()))?)
}
