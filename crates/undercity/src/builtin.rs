//! The built-in scenarios.

use std::path::Path;

use board::scenario::Document;
use referee::ledger::ScenarioText;
use table::{AnySystem, SYSTEMS, system};

use crate::files;
use crate::outcome::{Failed, refused};

pub use ::builtin::{BuiltinScenario, all, explained, guides};

/// Returns the first built-in scenario of a system.
pub fn first(name: &str) -> Result<ScenarioText, Failed> {
    let first = ::builtin::first(name).map(BuiltinScenario::to_text);
    first.ok_or_else(|| refused(format_args!("there is no built-in scenario for `{name}`")))
}

/// Finds a scenario by a built-in name or a file path.
pub fn find(name: &str) -> Result<ScenarioText, Failed> {
    if let Some(builtin) = ::builtin::named(name) {
        return Ok(builtin.to_text());
    }
    let path = Path::new(name);
    if path.exists() {
        return Ok(ScenarioText { name: name.to_owned(), text: files::read(path)? });
    }
    Err(refused(format_args!("`{name}` is neither a built-in scenario nor a file; built-in: {}", names())))
}

/// Returns the scenarios of these names, each once, with changed options. A name is a built-in scenario, a file, a
/// system for all its built-in ones, or `all` for every built-in one.
pub fn named(names: &[String], options: &[String]) -> Result<Vec<ScenarioText>, Failed> {
    let mut scenarios: Vec<ScenarioText> = Vec::new();
    for name in names {
        let of_system = format!("{name}/");
        let of_name: Vec<_> = all()
            .into_iter()
            .filter(|built_in| name == "all" || built_in.name.starts_with(&of_system))
            .map(BuiltinScenario::to_text)
            .collect();
        for scenario in if of_name.is_empty() { vec![find(name)?] } else { of_name } {
            if scenarios.iter().any(|other| other.name == scenario.name) {
                let twice = &scenario.name;
                return Err(Failed::Usage(format!("{name}: {twice} is listed twice; expected each scenario once")));
            }
            scenarios.push(scenario);
        }
    }
    scenarios.iter().map(|scenario| with_options(scenario, options)).collect()
}

pub fn built_in(name: &str) -> Result<BuiltinScenario, Failed> {
    ::builtin::named(name)
        .ok_or_else(|| refused(format_args!("`{name}` is not a built-in scenario; expected one of {}", names())))
}

fn names() -> String {
    all().iter().map(|builtin| builtin.name).collect::<Vec<_>>().join(", ")
}

pub fn system_of(scenario: &ScenarioText) -> Result<&'static dyn AnySystem, Failed> {
    let document = Document::parse(&scenario.name, &scenario.text).map_err(Failed::Diagnostics)?;
    match document.system() {
        Some(name) => system_called(&name),
        None => Err(refused(format_args!("{}: expected `system = \"…\"` at the top", scenario.name))),
    }
}

/// Returns the system of a scenario, if the scenario has no mistakes.
pub fn checked(scenario: &ScenarioText) -> Result<&'static dyn AnySystem, Failed> {
    let system = system_of(scenario)?;
    let document = Document::parse(&scenario.name, &scenario.text).map_err(Failed::Diagnostics)?;
    system.check(&document).map_err(Failed::Diagnostics)?;
    Ok(system)
}

pub fn system_called(name: &str) -> Result<&'static dyn AnySystem, Failed> {
    system(name).ok_or_else(|| {
        let known: Vec<&str> = SYSTEMS.iter().map(|system| system.name()).collect();
        refused(format_args!("unknown rule system `{name}`; expected one of {}", known.join(", ")))
    })
}

/// Returns a scenario with changed options, each `KEY=VALUE` with the value in TOML.
pub fn with_options(scenario: &ScenarioText, options: &[String]) -> Result<ScenarioText, Failed> {
    let mut changed = serde_json::Map::new();
    for option in options {
        let (key, value) =
            option.split_once('=').ok_or_else(|| Failed::Usage(format!("--option {option}: expected KEY=VALUE")))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| serde_json::Value::from(value));
        changed.insert(key.to_owned(), value);
    }
    let document = Document::parse(&scenario.name, &scenario.text).map_err(Failed::Diagnostics)?;
    let document = document.with_options(&changed).map_err(Failed::Diagnostics)?;
    Ok(ScenarioText { name: scenario.name.clone(), text: document.text().to_owned() })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// Every built-in scenario has victory conditions in readable form.
    #[test]
    fn every_scenario_says_who_wins() {
        let mut said = String::new();
        for builtin in all() {
            let scenario = builtin.to_text();
            let document = Document::parse(&scenario.name, &scenario.text).unwrap();
            let victory = system_of(&scenario).unwrap().check(&document).unwrap().victory;
            assert!(victory.len() > 1, "{}: {victory:?}", builtin.name);
            writeln!(said, "{}\n    {}", builtin.name, victory.join("\n    ")).unwrap();
        }
        insta::assert_snapshot!(said);
    }

    /// Every option on the start page can be played with every built-in scenario.
    #[test]
    fn options_that_may_be_chosen_can_be_played() {
        let mut tried = 0;
        for scenario in all().into_iter().map(BuiltinScenario::to_text) {
            for option in &system_of(&scenario).unwrap().rulebook().options {
                for value in &option.values {
                    let changed = with_options(&scenario, &[format!("{}={value}", option.name)]).unwrap();
                    assert!(checked(&changed).is_ok(), "{}: {} = {value} is refused", scenario.name, option.name);
                    tried += 1;
                }
            }
        }
        assert!(tried > 100, "{tried} values");
    }
}
