//! The built-in scenarios.

use std::path::Path;

use board::scenario::{Document, guided_scenario};
use include_dir::{Dir, include_dir};
use referee::ledger::ScenarioText;
use table::{AnySystem, SYSTEMS, system};

use crate::files;
use crate::outcome::{Failed, refused};

static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios");
static EXPLAINED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../explained");

#[derive(Clone, Copy, Debug)]
pub struct BuiltinScenario {
    /// Name of the scenario: `SYSTEM/FILE` without the ending, such as `tide/first`.
    pub name: &'static str,
    /// Content of the scenario file.
    pub text: &'static str,
}

impl BuiltinScenario {
    pub fn to_text(self) -> ScenarioText {
        ScenarioText { name: self.name.to_owned(), text: self.text.to_owned() }
    }
}

/// Returns every built-in scenario, sorted by name.
pub fn all() -> Vec<BuiltinScenario> {
    let mut found: Vec<BuiltinScenario> = SCENARIOS
        .dirs()
        .flat_map(|folder| folder.files())
        .filter_map(|file| {
            let path = file.path().to_str().filter(|path| guided_scenario(path).is_none())?;
            let name = path.strip_suffix(".toml")?;
            Some(BuiltinScenario { name, text: file.contents_utf8()? })
        })
        .collect();
    found.sort_by_key(|builtin| builtin.name);
    found
}

/// Returns the guides of built-in scenarios, each under the name of its scenario.
pub fn guides() -> Vec<ScenarioText> {
    let guide = |file: &include_dir::File<'static>| {
        let name = guided_scenario(file.path().to_str()?)?;
        Some(ScenarioText { name: name.to_owned(), text: file.contents_utf8()?.to_owned() })
    };
    SCENARIOS.dirs().flat_map(|folder| folder.files()).filter_map(guide).collect()
}

/// Returns the pages that explain the sewers, each under the name of its rule system.
pub fn explained() -> Vec<ScenarioText> {
    let page = |file: &include_dir::File<'static>| {
        let name = file.path().to_str()?.strip_suffix(".toml")?;
        Some(ScenarioText { name: name.to_owned(), text: file.contents_utf8()?.to_owned() })
    };
    EXPLAINED.files().filter_map(page).collect()
}

/// Returns the first built-in scenario of a system: the one named `first`, or else the first by name.
pub fn first(name: &str) -> Result<ScenarioText, Failed> {
    let prefix = format!("{name}/");
    let of_system = || all().into_iter().filter(|builtin| builtin.name.starts_with(&prefix));
    let called = of_system().find(|builtin| builtin.name.strip_prefix(&prefix) == Some("first"));
    called
        .or_else(|| of_system().next())
        .map(BuiltinScenario::to_text)
        .ok_or_else(|| refused(format_args!("there is no built-in scenario for `{name}`")))
}

/// Finds a scenario by a built-in name or a file path.
pub fn find(name: &str) -> Result<ScenarioText, Failed> {
    if let Some(builtin) = all().into_iter().find(|builtin| builtin.name == name) {
        return Ok(builtin.to_text());
    }
    let path = Path::new(name);
    if path.exists() {
        return Ok(ScenarioText { name: name.to_owned(), text: files::read(path)? });
    }
    Err(refused(format_args!("`{name}` is neither a built-in scenario nor a file; built-in: {}", names())))
}

pub fn built_in(name: &str) -> Result<BuiltinScenario, Failed> {
    all()
        .into_iter()
        .find(|builtin| builtin.name == name)
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
