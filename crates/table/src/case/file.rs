//! Case files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use board::scenario::{Document, Problems};
use referee::ledger::ScenarioText;
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;

/// A case, read and ready to run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its file, as given.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The clauses it covers.
    pub covers: Vec<String>,
    /// The system of its scenario.
    pub system: String,
    /// Its scenario, with the case's options.
    pub scenario: ScenarioText,
    /// The clause by which the scenario itself is refused, if the case is about that.
    pub refused: Option<String>,
    /// Whether players roll their own dice: what only one side sees is then rolled by the referee.
    pub players_roll: bool,
    /// Its steps, each with the line it stands on.
    pub steps: Vec<(usize, Step)>,
}

/// What is wrong with a case file.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file could not be read.
    #[error("{path}: {source}")]
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
    Scenario(Problems),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    title: String,
    covers: Vec<String>,
    scenario: Option<String>,
    inline: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
    refused: Option<String>,
    #[serde(default)]
    players_roll: bool,
    #[serde(default)]
    step: Vec<Spanned<Step>>,
}

/// A step of a case; which keys it has says what kind it is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    /// The side that orders.
    pub by: Option<String>,
    /// Its order.
    pub order: Option<Value>,
    /// Or an order as the seat itself would write it, with its own handles.
    pub written: Option<Value>,
    /// The roll that the order then waits for.
    pub waits: Option<String>,
    /// Faces entered for a roll that an order waits for.
    pub enter: Option<Entered>,
    /// It takes back its last order.
    pub undo: bool,
    /// It gives the game up.
    pub resign: bool,
    /// It leaves a standing order, `{ question = …, answer = … }`.
    pub standing: Option<Standing>,
    /// The referee answers one question by a standing order.
    pub answer_standing: bool,
    /// The client's id of the order.
    pub id: Option<String>,
    /// Faces by label: one roll, or a list of rolls.
    pub dice: BTreeMap<String, Faces>,
    /// Recorded items that must be there.
    pub expect: Vec<Value>,
    /// Recorded items that must not be there.
    pub absent: Vec<Value>,
    /// A clause that some recorded item cites.
    pub clause: Option<String>,
    /// The clause that refuses the order.
    pub refused: Option<String>,
    /// Whose eyes the step looks through.
    pub seat: Option<String>,
    /// Facts of the seat's view.
    pub sees: Vec<Value>,
    /// Facts that are not in the seat's view.
    pub hides: Vec<Value>,
    /// The kind of question the seat is asked; empty for none.
    pub asked: Option<String>,
    /// Orders that are offered.
    pub offered: Vec<Value>,
    /// Orders that are not offered.
    pub unoffered: Vec<Value>,
    /// The winner, `draw`, or empty while the game goes on.
    pub outcome: Option<String>,
    /// A calculator of the system.
    pub tool: Option<String>,
    /// What the calculator is asked.
    pub input: Option<Value>,
    /// What it answers.
    pub answer: Option<Value>,
}

/// A standing order of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The kind of question.
    pub question: String,
    /// The answer; none withdraws it.
    pub answer: Option<Value>,
}

/// Dice entered by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    /// What the roll is for.
    pub label: String,
    /// What the dice showed.
    pub faces: Vec<u8>,
}

/// The faces of one roll, or of several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Faces {
    /// One roll.
    One(Vec<u8>),
    /// Several rolls of the same label.
    Several(Vec<Vec<u8>>),
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
        let form = |message: String, at: Option<usize>| {
            let before = at.and_then(|at| text.get(..at)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            CaseError::Form { place: format!("{name}:{line}:{column}"), message }
        };
        let file: CaseFile = toml::from_str(text)
            .map_err(|error| form(error.message().to_owned(), error.span().map(|span| span.start)))?;
        let source = match (file.scenario, file.inline) {
            (Some(file), None) => scenario(&file)?,
            (None, Some(text)) => ScenarioText { name: format!("{name} (inline)"), text },
            _ => {
                return Err(form("expected either `scenario` (a file) or `inline` (the scenario itself)".into(), None));
            }
        };
        let document = Document::parse(&source.name, &source.text).map_err(CaseError::Scenario)?;
        let document = document.with_options(&file.options).map_err(CaseError::Scenario)?;
        let system = document.system().ok_or_else(|| form("the scenario names no system".into(), None))?;
        let line = |at: usize| text.get(..at).unwrap_or(text).matches('\n').count() + 1;
        Ok(Case {
            name: name.to_owned(),
            title: file.title,
            covers: file.covers,
            system,
            refused: file.refused,
            players_roll: file.players_roll,
            scenario: ScenarioText { name: source.name, text: document.text().to_owned() },
            steps: file.step.into_iter().map(|step| (line(step.span().start), step.into_inner())).collect(),
        })
    }
}
