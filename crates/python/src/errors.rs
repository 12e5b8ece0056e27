//! Errors as exceptions of the package.

use board::scenario::Diagnostics;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use referee::replay::{ReplayError, VerifyError};
use referee::{RefereeError, RollAsked};
use serde_json::Value;
use table::{RefusalJson, TableError};

use crate::json::to_python;

mod imported {
    pyo3::import_exception!(undercity.errors, DiceNeeded);
    pyo3::import_exception!(undercity.errors, Error);
    pyo3::import_exception!(undercity.errors, LedgerError);
    pyo3::import_exception!(undercity.errors, NoGuess);
    pyo3::import_exception!(undercity.errors, Refused);
    pyo3::import_exception!(undercity.errors, ScenarioError);
}

/// Returns an `undercity.Error` with this message.
pub fn failed(why: impl std::fmt::Display) -> PyErr {
    imported::Error::new_err(why.to_string())
}

/// Returns an `undercity.Refused`.
pub fn refused(refusal: RefusalJson) -> PyErr {
    imported::Refused::new_err((refusal.clause, refusal.why))
}

/// Returns an `undercity.DiceNeeded`.
pub fn dice_needed(asked: RollAsked) -> PyErr {
    imported::DiceNeeded::new_err((asked.label, asked.dice, asked.clause, asked.seen_by))
}

/// Returns an `undercity.LedgerError` about a line of a ledger, counted from 1; `None` if it is about the whole.
pub fn ledger_error(why: String, line: Option<usize>, ledger: &str) -> PyErr {
    imported::LedgerError::new_err((why, line, line.and_then(|line| entry_of(ledger, line))))
}

/// Returns the number of the entry in a line, counted from 1; `None` if the line has none.
fn entry_of(ledger: &str, line: usize) -> Option<u64> {
    let line: Value = serde_json::from_str(ledger.lines().nth(line.checked_sub(1)?)?).ok()?;
    line["line"]["entry"]["n"].as_u64()
}

/// Returns the exception of a table's error.
pub fn table_error(error: TableError) -> PyErr {
    match error {
        TableError::Refused(refusal) => refused(refusal),
        TableError::Roll(asked) => dice_needed(asked),
        TableError::NoGuess => imported::NoGuess::new_err(TableError::NoGuess.to_string()),
        TableError::Failed(error) => referee_error(error),
    }
}

/// Returns the exception of a referee's error.
pub fn referee_error(error: RefereeError) -> PyErr {
    match error {
        RefereeError::Scenario(diagnostics) => scenario_error(&diagnostics),
        other => failed(other),
    }
}

/// Returns the exception of a ledger that can't be replayed.
pub fn replay_error(error: ReplayError, ledger: &str) -> PyErr {
    match error {
        ReplayError::Scenario(diagnostics) => scenario_error(&diagnostics),
        ReplayError::Failed(error) => referee_error(error),
        ReplayError::Header(stopped) => ledger_error(stopped.why, Some(stopped.line), ledger),
        ReplayError::System { .. } => ledger_error(error.to_string(), Some(1), ledger),
    }
}

/// Returns the exception of a ledger that is not what an honest referee would have written.
pub fn verify_error(error: VerifyError, ledger: &str) -> PyErr {
    match error {
        VerifyError::Stopped(stopped) => ledger_error(stopped.why, Some(stopped.line), ledger),
        VerifyError::Differs { line, why } => ledger_error(why, Some(line), ledger),
        VerifyError::Replay(error) => replay_error(error, ledger),
        other => ledger_error(other.to_string(), None, ledger),
    }
}

/// Returns an `undercity.ScenarioError` with all diagnostics, and their text as a compiler would print it.
pub fn scenario_error(diagnostics: &Diagnostics) -> PyErr {
    let Value::Object(mut json) = diagnostics.to_json() else { return failed(diagnostics) };
    let problems = json.remove("problems").unwrap_or_default();
    let file = json.remove("file").unwrap_or_default();
    imported::ScenarioError::new_err(Mistakes { file, problems, text: diagnostics.render(false, 110) })
}

/// The arguments of a `ScenarioError`.
struct Mistakes {
    file: Value,
    problems: Value,
    text: String,
}

impl pyo3::PyErrArguments for Mistakes {
    fn arguments(self, py: Python<'_>) -> Py<PyAny> {
        let of = |value: &Value| to_python(py, value).unwrap_or_else(|_| py.None().into_bound(py));
        let text = Value::String(self.text);
        let arguments = [of(&self.file), of(&self.problems), of(&text)];
        PyTuple::new(py, arguments).map_or_else(|_| py.None(), |tuple| tuple.into_any().unbind())
    }
}
