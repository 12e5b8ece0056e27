//! Scenarios: found by name, checked, drawn.

use std::path::Path;

use board::draw;
use board::scenario::{Document, nearest};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use referee::ledger::ScenarioText;
use rules::Seat;
use serde_json::{Value, json};
use table::{AnySystem, Keyed, Table, system_of};

use crate::errors::{failed, referee_error, scenario_error};
use crate::json::{JsonObject, map_from_python};

/// Returns a scenario with changed options and its system. `text` is its file.
pub fn changed(name: &str, text: &str, options: Option<&Bound<'_, PyAny>>) -> PyResult<(ScenarioText, Document)> {
    let options = map_from_python("options", options)?;
    let mut document = Document::parse(name, text).map_err(|problems| scenario_error(&problems))?;
    if !options.is_empty() {
        document = document.with_options(&options).map_err(|problems| scenario_error(&problems))?;
    }
    Ok((ScenarioText { name: name.to_owned(), text: document.text().to_owned() }, document))
}

/// Returns the system of a scenario that has no mistakes.
pub fn system(document: &Document) -> PyResult<&'static dyn AnySystem> {
    let system = system_of(document).map_err(|problems| scenario_error(&problems))?;
    system.check(document).map_err(|problems| scenario_error(&problems))?;
    Ok(system)
}

/// Returns a game of this scenario for its board and first position only.
fn unplayed(name: &str, text: &str) -> PyResult<Box<dyn Table>> {
    let (scenario, document) = changed(name, text, None)?;
    system(&document)?.begin(Keyed::unplayed(scenario), Box::new(())).map_err(referee_error)
}

/// Returns the name and the text of every built-in scenario, sorted by name.
#[pyfunction]
pub fn builtin_scenarios() -> Vec<(&'static str, &'static str)> {
    builtin::all().into_iter().map(|scenario| (scenario.name, scenario.text)).collect()
}

/// Returns the name and the text of a scenario: a built-in one, a file, or a text that has several lines.
#[pyfunction]
pub fn find_scenario(scenario: &str) -> PyResult<(String, String)> {
    if scenario.contains('\n') {
        return Ok(("scenario".to_owned(), scenario.to_owned()));
    }
    if let Some(found) = builtin::named(scenario) {
        return Ok((found.name.to_owned(), found.text.to_owned()));
    }
    if Path::new(scenario).exists() {
        let text = std::fs::read(scenario).map_err(|error| failed(format_args!("{scenario}: {error}")))?;
        let text = String::from_utf8(text)
            .map_err(|error| failed(format_args!("{scenario}: expected UTF-8 text: {}", error.utf8_error())))?;
        return Ok((scenario.to_owned(), text));
    }
    let names: Vec<&str> = builtin::all().iter().map(|scenario| scenario.name).collect();
    let near = nearest(scenario, names.iter().copied());
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(failed(format_args!("`{scenario}` is neither a built-in scenario nor a file{near}")))
}

/// Checks a scenario, and returns its text with these options and what a player wants to know of it.
#[pyfunction]
#[pyo3(signature = (name, text, options=None))]
pub fn check_scenario(name: &str, text: &str, options: Option<&Bound<'_, PyAny>>) -> PyResult<JsonObject> {
    let (scenario, document) = changed(name, text, options)?;
    let system = system(&document)?;
    let checked = system.check(&document).map_err(|problems| scenario_error(&problems))?;
    let head = document.reader().head();
    let warnings = checked.warnings.to_json().get_mut("problems").map(Value::take);
    JsonObject::of(&json!({
        "text": scenario.text,
        "title": head.title.get_ref(),
        "system": system.name(),
        "sides": system.sides(),
        "summary": head.summary,
        "author": head.author,
        "source": head.source,
        "teaches": head.about.teaches.as_ref().map(|teaches| teaches.get_ref()),
        "difficulty": head.about.difficulty.map(|difficulty| difficulty.word()),
        "first_side": head.about.side.as_ref().map(|side| side.get_ref()),
        "victory": checked.victory,
        "turns": checked.outline.turns,
        "turn": checked.outline.turn,
        "hidden": checked.outline.hidden,
        "warnings": warnings,
    }))
}

/// Returns all options of a scenario with their values.
#[pyfunction]
pub fn scenario_options(py: Python<'_>, name: &str, text: &str) -> PyResult<JsonObject> {
    let about = py.detach(|| unplayed(name, text).map(|table| table.about()))?;
    JsonObject::of(&about["options"])
}

/// Returns the picture of a scenario as everybody may see it before the first order, as SVG.
#[pyfunction]
pub fn scenario_svg(py: Python<'_>, name: &str, text: &str) -> PyResult<String> {
    py.detach(|| unplayed(name, text).map(|table| draw::svg(&table.picture(Seat::Spectator))))
}
