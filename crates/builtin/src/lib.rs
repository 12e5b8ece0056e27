#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod measured;

use board::scenario::guided_scenario;
use include_dir::{Dir, include_dir};
use referee::ledger::ScenarioText;

pub use measured::{Figures, Measures, measures};

static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios");
static EXPLAINED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../explained");

/// A scenario file of this repository.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinScenario {
    /// Name of the scenario: `SYSTEM/FILE` without the ending, such as `tide/first`.
    pub name: &'static str,
    /// Content of the scenario file.
    pub text: &'static str,
}

impl BuiltinScenario {
    /// Returns a copy with an owned name and text, as games take it.
    #[must_use]
    pub fn to_text(self) -> ScenarioText {
        ScenarioText { name: self.name.to_owned(), text: self.text.to_owned() }
    }
}

/// Returns every built-in scenario, sorted by name.
#[must_use]
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

/// Returns the built-in scenario of this name, such as `tide/first`; `None` if there is none.
#[must_use]
pub fn named(name: &str) -> Option<BuiltinScenario> {
    all().into_iter().find(|builtin| builtin.name == name)
}

/// Returns the first built-in scenario of a system: the one named `first`, or else the first by name. `None` if the
/// system has none.
#[must_use]
pub fn first(system: &str) -> Option<BuiltinScenario> {
    let prefix = format!("{system}/");
    let of_system = || all().into_iter().filter(|builtin| builtin.name.starts_with(&prefix));
    of_system().find(|builtin| builtin.name.strip_prefix(&prefix) == Some("first")).or_else(|| of_system().next())
}

/// Returns the guides of built-in scenarios, each under the name of its scenario.
#[must_use]
pub fn guides() -> Vec<ScenarioText> {
    let guide = |file: &include_dir::File<'static>| {
        let name = guided_scenario(file.path().to_str()?)?;
        Some(ScenarioText { name: name.to_owned(), text: file.contents_utf8()?.to_owned() })
    };
    SCENARIOS.dirs().flat_map(|folder| folder.files()).filter_map(guide).collect()
}

/// Returns the pages that explain the sewers, each under the name of its rule system.
#[must_use]
pub fn explained() -> Vec<ScenarioText> {
    let page = |file: &include_dir::File<'static>| {
        let name = file.path().to_str()?.strip_suffix(".toml")?;
        Some(ScenarioText { name: name.to_owned(), text: file.contents_utf8()?.to_owned() })
    };
    EXPLAINED.files().filter_map(page).collect()
}
