//! The differences between the program and the published games, and how each was answered: `rulebooks/published/`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rules::rulebook::Rulebook;
use serde::Deserialize;
use table::case::Case;

/// The answer to a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    /// The program plays it as published.
    Done,
    /// The program played it so before.
    Confirmed,
    /// The program plays something else, for a reason.
    Declined,
    /// No source says it.
    Unknown,
}

/// One fact of the published game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Number of the fact.
    id: String,
    /// What it is about, in a few words.
    fact: String,
    answer: Answer,
    /// Clauses that rule it.
    #[serde(default)]
    clauses: Vec<String>,
    /// Names of cases that show it, without `.toml`.
    #[serde(default)]
    cases: Vec<String>,
    /// Why it is declined, or what stands for what is unknown.
    #[serde(default)]
    why: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default)]
    row: Vec<Row>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the table of a system's facts; empty if it has none yet. Panics if a row names a clause or a case that
/// does not exist, or a played fact has no case.
pub fn rows(book: &Rulebook) -> String {
    let file = root().join(format!("rulebooks/published/{}.toml", book.system));
    let Ok(text) = std::fs::read_to_string(&file) else { return String::new() };
    let rows: Rows = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut page = "\n## Fact by fact\n\nEach fact of the published game that was compared with the program, and the answer. *Done*: the \
                    program played something else and now plays this. From `rulebooks/published/`.\n\n| no. | fact | answer \
                    | clauses | cases |\n|---|---|---|---|---|\n"
        .to_owned();
    let mut seen = BTreeSet::new();
    for row in rows.row {
        assert!(seen.insert(row.id.clone()), "{}: {} is there twice", book.system, row.id);
        for clause in &row.clauses {
            assert!(book.entry(clause).is_some(), "{} {}: no clause {clause}", book.system, row.id);
        }
        for case in &row.cases {
            let path = root().join(format!("cases/{}/{case}.toml", book.system));
            let case = Case::load(&path).unwrap_or_else(|error| panic!("{} {}: {error}", book.system, row.id));
            let covers = case.covers.iter().any(|clause| row.clauses.contains(clause));
            assert!(covers, "{} {}: {} covers none of its clauses", book.system, row.id, path.display());
        }
        let reasoned = matches!(row.answer, Answer::Declined | Answer::Unknown);
        assert!(!reasoned || !row.why.is_empty(), "{} {}: no reason", book.system, row.id);
        let least = if row.answer == Answer::Done { 2 } else { 0 };
        assert!(row.cases.len() >= least, "{} {}: fewer than two cases", book.system, row.id);
        let answer = match (row.answer, row.why.is_empty()) {
            (answer, true) => format!("{answer:?}"),
            (answer, false) => format!("{answer:?}: {}", row.why),
        };
        let (clauses, cases) = (row.clauses.join(", "), row.cases.join(", "));
        let _ = writeln!(page, "| {} | {} | {answer} | {clauses} | {cases} |", row.id, row.fact);
    }
    page
}
