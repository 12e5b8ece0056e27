//! Reading of case files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use board::scenario::{Diagnostic, Diagnostics, Document, Spanned, explain};
use referee::ledger::ScenarioText;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::form;
use super::lesson::{self, GuideHead};
use super::panel::{self, ExplainedHead};
use super::step::{Listed, Step, Word, Yes};

/// Version of the case format: the key `format` at the top of a file. A file without it has version 1.
pub const FORMAT: u32 = 1;

/// A case that has been read and can be run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Path of the file, as given.
    pub name: String,
    /// Title of the case: the behaviour it shows.
    pub title: String,
    /// Ids of the clauses that it covers.
    pub covers: Vec<String>,
    /// Byte offset of each of these ids in the file.
    pub(super) covers_at: Vec<usize>,
    /// Name of the rule system of its scenario.
    pub system: String,
    /// Scenario with the options of the case.
    pub scenario: ScenarioText,
    /// Scenario without the options of the case.
    pub(super) without_options: ScenarioText,
    /// Options of the case, each with its byte offset in the file.
    pub(super) options: Vec<(String, usize)>,
    /// Clause that refuses the scenario itself, if the case is about that.
    pub(super) refused: Option<Word>,
    /// Whether players roll their own dice. Rolls that only one side sees are then the referee's.
    pub(super) players_roll: bool,
    /// Where the text of the scenario is.
    scenario_at: ScenarioAt,
    /// Steps of the case, each with its byte offset in the file.
    pub(super) steps: Vec<(usize, Step)>,
    /// The lesson that the case is, if it is a guided game.
    pub(crate) guide: Option<GuideHead>,
    /// What is said at the head of the page, if the case is an explained page.
    pub(crate) explained: Option<ExplainedHead>,
    /// Byte offset of each line of the file.
    lines: Vec<usize>,
}

/// The reason why a case can't be read.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file could not be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The file is not a case, or has wrong keys or values.
    #[error("{place}: {message}")]
    Form {
        /// Position in the file, as `file:line:column`.
        place: String,
        /// Position in the file as a byte offset.
        at: usize,
        /// The expected and the actual content, as text.
        message: String,
    },
    /// Its scenario has mistakes.
    #[error("{0}")]
    Scenario(Diagnostics),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    /// Checked before the rest of the file is read.
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
    guide: Option<GuideHead>,
    explained: Option<ExplainedHead>,
    #[serde(default)]
    step: Vec<Spanned<Step>>,
}

impl Case {
    /// Reads a case file and the scenario that it names.
    ///
    /// # Errors
    /// The file or its scenario can't be read.
    /// The file is not a case.
    /// The scenario has mistakes.
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

    /// Reads a case from text. `scenario` loads the scenario file that it names.
    ///
    /// # Errors
    /// The scenario can't be read or has mistakes.
    /// The text is not a case.
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
            let place = format!("{name}:{}:{column}", line(&lines, before.len()));
            CaseError::Form { place, at: before.len(), message }
        };
        other_format(text).map_or(Ok(()), |(why, at)| Err(form(why, Some(at))))?;
        let file: CaseFile = toml::from_str(text)
            .map_err(|error| form(in_a_line(explain(error.message())), error.span().map(|span| span.start)))?;
        let mut steps = file.step.iter().map(|step| (step.span().start, step.get_ref()));
        let checked = steps.try_for_each(|(start, step)| form::check(step, start));
        checked.map_err(|(at, why)| form(why, Some(at)))?;
        let all = || file.step.iter().map(|step| (step.span().start, step.get_ref()));
        lesson::check(file.guide.as_ref(), file.players_roll.as_ref().map(|rolls| rolls.span().start), all())
            .and_then(|()| panel::check(file.explained.as_ref(), file.guide.is_some(), all()))
            .map_err(|(at, why)| form(why, Some(at)))?;
        check_refused(&file).map_err(|(at, why)| form(why, at))?;
        let (source, scenario_at) = match (file.scenario, file.inline) {
            (Some(file), None) => (scenario(file.get_ref())?, ScenarioAt::File(file.span().start)),
            (None, Some(inline)) => {
                let start = inline.span().start;
                let opening = text.get(start..).is_some_and(is_opened_in_a_line_above);
                // Empty lines are added above it, so an error in it is shown at its line in the case file.
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
            guide: file.guide,
            explained: file.explained,
            steps: file.step.into_iter().map(|step| (step.span().start, step.into_inner())).collect(),
            lines,
        })
    }

    /// Returns the name of the learner's side and what the guided game teaches; `None` for any other case.
    #[must_use]
    pub fn guide_head(&self) -> Option<(&str, &str)> {
        self.guide.as_ref().map(|guide| (guide.side.get_ref().as_str(), guide.about.get_ref().as_str()))
    }

    /// Returns the number of lessons.
    #[must_use]
    pub fn lessons(&self) -> usize {
        self.steps.iter().filter(|(_, step)| step.say.is_some()).count()
    }

    /// Returns the clause that refuses the scenario, if the case is about that.
    #[must_use]
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_ref().map(|clause| clause.get_ref().as_str())
    }

    /// Returns whether the case is a guided game.
    #[must_use]
    pub fn is_guide(&self) -> bool {
        self.guide.is_some()
    }

    /// Returns whether the case is an explained page.
    #[must_use]
    pub fn is_explained(&self) -> bool {
        self.explained.is_some()
    }

    /// Returns the line of the file, from 1, at which an error in its scenario is shown. `found` holds the errors, if
    /// known.
    pub(super) fn line_in_scenario(&self, found: Option<&Diagnostics>) -> usize {
        match (self.scenario_at, found) {
            (ScenarioAt::File(place), _) => self.line(place),
            (ScenarioAt::Case, found) => found.map_or(1, Diagnostics::line),
        }
    }

    /// Returns the line of a byte offset in the file, from 1.
    pub(crate) fn line(&self, place: usize) -> usize {
        line(&self.lines, place)
    }
}

/// Checks that a scenario which must be refused is not played, and that every other one is.
fn check_refused(file: &CaseFile) -> Result<(), (Option<usize>, String)> {
    let fail = |at, why: &str| Err((at, why.to_owned()));
    match (&file.refused, file.step.first(), &file.players_roll) {
        (None, None, _) => {
            fail(None, "there is no `[[step]]`; only a case about a scenario that is `refused` has none")
        }
        (Some(_), Some(step), _) => {
            fail(Some(step.span().start), "a scenario that is `refused` is not played; expected no `[[step]]`")
        }
        (Some(_), None, Some(rolls)) => fail(
            Some(rolls.span().start),
            "a scenario that is `refused` is not played, so `players_roll` tests nothing",
        ),
        _ => Ok(()),
    }
}

/// Returns the error in the version of a file and its place, if this program can't read the version.
fn other_format(text: &str) -> Option<(String, usize)> {
    /// The part of a case that is common to all versions.
    #[derive(Deserialize)]
    struct AnyVersion {
        format: Spanned<Value>,
    }
    // Other errors, such as broken TOML, are reported by the full reader.
    let AnyVersion { format } = toml::from_str(text).ok()?;
    let found = format.get_ref();
    let why = || format!("cases of format {found} are not known; this program reads format {FORMAT}");
    (*found != FORMAT).then(|| (why(), format.span().start))
}

/// The place of a case's scenario.
#[derive(Clone, Copy, Debug)]
enum ScenarioAt {
    /// In a file of its own, named at this byte offset of the case.
    File(usize),
    /// In the case file itself, line by line.
    Case,
}

/// Returns whether a quoted text begins on the line below its opening quotes, as multi-line strings in TOML may.
fn is_opened_in_a_line_above(quoted: &str) -> bool {
    ["\"\"\"", "'''"].iter().any(|quotes| {
        let inside = quoted.strip_prefix(quotes);
        inside.is_some_and(|inside| inside.starts_with('\n') || inside.starts_with("\r\n"))
    })
}

/// Returns the line of a byte offset, from 1, given the offset of each line.
fn line(lines: &[usize], place: usize) -> usize {
    lines.partition_point(|begin| *begin <= place).max(1)
}

/// Returns an error and its advice as one line.
pub(super) fn in_a_line(problem: Diagnostic) -> String {
    let advice = [problem.label.filter(|label| label != "not known here"), problem.help];
    advice.into_iter().flatten().fold(problem.message, |message, advice| format!("{message}; {advice}"))
}
