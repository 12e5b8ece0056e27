//! Ledgers: the system of one, and its verification.

use fair::Head;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use referee::replay::{VerifyError, header};
use serde_json::json;
use table::{AnySystem, SYSTEMS, system};

use crate::errors::{ledger_error, verify_error};
use crate::json::JsonObject;
use crate::work::watched;

/// Returns the system that a ledger's header names.
pub fn system_of_ledger(ledger: &str) -> PyResult<&'static dyn AnySystem> {
    let header = header(ledger).map_err(|stopped| ledger_error(stopped.why, Some(stopped.line), ledger))?;
    let known = || SYSTEMS.iter().map(|system| system.name()).collect::<Vec<_>>().join(", ");
    let unknown = || {
        ledger_error(format!("unknown rule system `{}`; expected one of {}", header.system, known()), Some(1), ledger)
    };
    system(&header.system).ok_or_else(unknown)
}

/// Carries out all orders of a ledger again and compares the results. `head` is a log head noted during play.
#[pyfunction]
#[pyo3(signature = (ledger, head=None, progress=None))]
pub fn verify(
    py: Python<'_>,
    ledger: String,
    head: Option<&str>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<JsonObject> {
    let head: Option<Head> =
        head.map(|head| head.parse().map_err(|error| PyValueError::new_err(format!("head: {error}")))).transpose()?;
    let system = system_of_ledger(&ledger)?;
    let (verdict, ledger) = watched(py, progress, move |_| (system.verify(&ledger, head), ledger))?;
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(VerifyError::OtherRulings(verdict)) => *verdict,
        Err(error) => return Err(verify_error(error, &ledger)),
    };
    JsonObject::of(&json!({
        "word": verdict.word(), "proved": verdict.proved,
        "entries": verdict.entries, "rolls": verdict.rolls, "outcome": verdict.outcome,
        "notes": verdict.notes, "head": verdict.public_head, "head_found": verdict.head_found,
        "differing": verdict.differing,
    }))
}
