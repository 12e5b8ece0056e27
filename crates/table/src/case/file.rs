//! Case files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use board::scenario::{Diagnostic, Diagnostics, Document, Spanned, explain};
use referee::ledger::ScenarioText;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::form;
use super::step::{Listed, Step, Word, Yes};

/// The version of the format of cases: the key `format` at the top of a file; none means 1.
pub const FORMAT: u32 = 1;

/// A case, read and ready to run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its file, as given.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The clauses it covers.
    pub covers: Vec<String>,
    /// Where each of them stands in the file.
    pub(super) covers_at: Vec<usize>,
    /// The system of its scenario.
    pub system: String,
    /// Its scenario, with the case's options.
    pub scenario: ScenarioText,
    /// Its scenario without them.
    pub(super) without_options: ScenarioText,
    /// The options, each with its place in the file.
    pub(super) options: Vec<(String, usize)>,
    /// The clause by which the scenario itself is refused, if the case is about that.
    pub(super) refused: Option<Word>,
    /// Whether players roll their own dice: what only one side sees is then rolled by the referee.
    pub(super) players_roll: bool,
    /// Where its scenario stands.
    scenario_at: ScenarioAt,
    /// Its steps, each with its place in the file.
    pub(super) steps: Vec<(usize, Step)>,
    /// Where each line of the file begins.
    lines: Vec<usize>,
}

/// What is wrong with a case file.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file could not be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is no case.
    #[error("{place}: {message}")]
    Form {
        /// The file, line and column.
        place: String,
        /// What was expected and what was found.
        message: String,
    },
    /// Its scenario has mistakes.
    #[error("{0}")]
    Scenario(Diagnostics),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    /// Looked at before anything else of the file.
    #[serde(default, rename = "format")]
    _format: IgnoredAny,
    title: String,
    covers: Listed<String>,
    scenario: Option<Spanned<String>>,
    inline: Option<Spanned<String>>,
    #[serde(default)]
    options: BTreeMap<String, Spanned<Value>>,
    refused: Option<Word>,
    players_roll: Option<Spanned<Yes>>,
    #[serde(default)]
    step: Vec<Spanned<Step>>,
}

impl Case {
    /// Reads a case file and the scenario it names.
    ///
    /// # Errors
    /// What is wrong, with file and place.
    pub fn load(path: &Path) -> Result<Case, CaseError> {
        let read = |path: &Path| {
            std::fs::read_to_string(path).map_err(|source| CaseError::Read { path: path.to_owned(), source })
        };
        let text = read(path)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        Case::parse(&path.display().to_string(), &text, |scenario| {
            let scenario = folder.join(scenario);
            Ok(ScenarioText { name: scenario.display().to_string(), text: read(&scenario)? })
        })
    }

    /// Reads a case from text; `scenario` fetches the scenario file it names.
    ///
    /// # Errors
    /// What is wrong, with file and place.
    pub fn parse(
        name: &str,
        text: &str,
        scenario: impl FnOnce(&str) -> Result<ScenarioText, CaseError>,
    ) -> Result<Case, CaseError> {
        let lines: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(newline, _)| newline + 1)).collect();
        let form = |message: String, at: Option<usize>| {
            let before = at.and_then(|at| text.get(..at)).unwrap_or_default();
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            CaseError::Form { place: format!("{name}:{}:{column}", line(&lines, before.len())), message }
        };
        other_format(text).map_or(Ok(()), |(why, at)| Err(form(why, Some(at))))?;
        let file: CaseFile = toml::from_str(text)
            .map_err(|error| form(in_a_line(explain(error.message())), error.span().map(|span| span.start)))?;
        let mut steps = file.step.iter().map(|step| (step.span().start, step.get_ref()));
        let checked = steps.clone().try_for_each(|(start, step)| form::check(step, start));
        checked.map_err(|(at, why)| form(why, Some(at)))?;
        match (&file.refused, steps.next()) {
            (None, None) => {
                return Err(form(
                    "there is no `[[step]]`; only a case about a scenario that is `refused` has none".into(),
                    None,
                ));
            }
            (Some(_), Some((start, _))) => {
                return Err(form(
                    "a scenario that is `refused` is not played; expected no `[[step]]`".into(),
                    Some(start),
                ));
            }
            _ => {}
        }
        if let (Some(_), Some(rolls)) = (&file.refused, &file.players_roll) {
            let why = "a scenario that is `refused` is not played, so `players_roll` tests nothing";
            return Err(form(why.into(), Some(rolls.span().start)));
        }
        let (source, scenario_at) = match (file.scenario, file.inline) {
            (Some(file), None) => (scenario(file.get_ref())?, ScenarioAt::File(file.span().start)),
            (None, Some(inline)) => {
                let start = inline.span().start;
                let opening = text.get(start..).is_some_and(is_opened_in_a_line_above);
                // Its lines are those of the case, so that a mistake in it is shown where it stands.
                let above = line(&lines, start) - usize::from(!opening);
                let text = "\n".repeat(above) + inline.get_ref();
                (ScenarioText { name: name.to_owned(), text }, ScenarioAt::Case)
            }
            _ => {
                return Err(form("expected either `scenario` (a file) or `inline` (the scenario itself)".into(), None));
            }
        };
        let document = Document::parse(&source.name, &source.text).map_err(CaseError::Scenario)?;
        let without_options = ScenarioText { name: source.name.clone(), text: source.text };
        let options: Vec<(String, usize)> =
            file.options.iter().map(|(name, value)| (name.clone(), value.span().start)).collect();
        if let Some((name, value)) = file.options.iter().find(|(_, value)| value.get_ref().is_null()) {
            let why = format!("`options`: `{name}` cannot be `nan` or `inf`");
            return Err(form(why, Some(value.span().start)));
        }
        let changed: Map<String, Value> =
            file.options.into_iter().map(|(name, value)| (name, value.into_inner())).collect();
        let in_case = |problems: Diagnostics| {
            let problem = problems.iter().next().cloned();
            match (options.first(), problem) {
                (Some((_, place)), Some(problem)) => form(format!("`options`: {}", in_a_line(problem)), Some(*place)),
                _ => CaseError::Scenario(problems),
            }
        };
        let document = document.with_options(&changed).map_err(in_case)?;
        let system = document.system().ok_or_else(|| form("the scenario names no system".into(), None))?;
        Ok(Case {
            name: name.to_owned(),
            title: file.title,
            covers_at: file.covers.iter().map(|clause| clause.span().start).collect(),
            covers: file.covers.into_vec().into_iter().map(Spanned::into_inner).collect(),
            system,
            refused: file.refused,
            players_roll: file.players_roll.is_some(),
            scenario: ScenarioText { name: source.name, text: document.text().to_owned() },
            without_options,
            options,
            scenario_at,
            steps: file.step.into_iter().map(|step| (step.span().start, step.into_inner())).collect(),
            lines,
        })
    }

    /// The line of the file at which a mistake in its scenario is shown, from 1; `found` is what is wrong, if that is known.
    pub(super) fn line_in_scenario(&self, found: Option<&Diagnostics>) -> usize {
        match (self.scenario_at, found) {
            (ScenarioAt::File(place), _) => self.line(place),
            (ScenarioAt::Case, found) => found.map_or(1, Diagnostics::line),
        }
    }

    /// The line of a place in the file, from 1.
    pub(super) fn line(&self, place: usize) -> usize {
        line(&self.lines, place)
    }
}

/// What is wrong with the version that a file names, and where it stands.
fn other_format(text: &str) -> Option<(String, usize)> {
    /// What a case of any version may say.
    #[derive(Deserialize)]
    struct AnyVersion {
        format: Spanned<Value>,
    }
    // What is no TOML, or names no version, is looked at as what it is.
    let AnyVersion { format } = toml::from_str(text).ok()?;
    let found = format.get_ref();
    let why = || format!("cases of format {found} are not known; this program reads format {FORMAT}");
    (*found != FORMAT).then(|| (why(), format.span().start))
}

/// Where the scenario of a case stands.
#[derive(Clone, Copy, Debug)]
enum ScenarioAt {
    /// In a file, which is named at this place of the case.
    File(usize),
    /// In the case itself, line by line.
    Case,
}

/// Whether a text in quotes begins below the line of its quotes, as TOML has it for text of several lines.
fn is_opened_in_a_line_above(quoted: &str) -> bool {
    ["\"\"\"", "'''"].iter().any(|quotes| {
        let inside = quoted.strip_prefix(quotes);
        inside.is_some_and(|inside| inside.starts_with('\n') || inside.starts_with("\r\n"))
    })
}

/// The line of a place, from 1, given where each line begins.
fn line(lines: &[usize], place: usize) -> usize {
    lines.partition_point(|begin| *begin <= place).max(1)
}

/// A problem with its advice in one line.
pub(super) fn in_a_line(problem: Diagnostic) -> String {
    let advice = [problem.label.filter(|label| label != "not known here"), problem.help];
    advice.into_iter().flatten().fold(problem.message, |message, advice| format!("{message}; {advice}"))
}
