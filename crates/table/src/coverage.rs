//! The clauses of a rulebook with what enforces and covers them.

use referee::referee_rulebook;
use rules::rulebook::{BuiltinRulebook, ClauseEntry, Confidence, Kind};
use schemars::JsonSchema;
use serde::Serialize;

use crate::case::Case;

/// A clause of a rulebook, with the places where code cites it and the cases that cover it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClauseRow {
    /// Id of the clause, such as `TOI-B14`.
    pub id: String,
    /// Title of a few words.
    pub title: String,
    /// Text of the rule, in our own words.
    pub text: String,
    /// How certain the text is: found in the published rules, remembered, or a default of ours.
    pub confidence: Confidence,
    /// The sources it rests on, each with its section. Empty if it is ours.
    pub sources: Vec<String>,
    /// Heading of the section that it belongs to.
    pub section: String,
    /// Whether it is a rule or only a description.
    pub kind: Kind,
    /// Places where the code cites it, each as `file:line`.
    pub cites: Vec<String>,
    /// Names of the cases that cover it.
    pub cases: Vec<String>,
}

/// Returns the clauses of a rulebook, with the given cases that cover each.
pub(crate) fn coverage(built_in: &'static BuiltinRulebook, cases: &[Case]) -> Vec<ClauseRow> {
    let row = |entry: &ClauseEntry| ClauseRow {
        id: entry.id.clone(),
        title: entry.title.clone(),
        text: entry.text.clone(),
        confidence: entry.confidence,
        sources: entry.sources.clone(),
        section: entry.section.clone(),
        kind: entry.kind,
        cites: built_in.cites_of(&entry.id),
        cases: cases.iter().filter(|case| case.covers.contains(&entry.id)).map(|case| case.name.clone()).collect(),
    };
    built_in.book().clauses.iter().map(row).collect()
}

/// Returns the clauses of the referee's own rulebook, with the given cases that cover each.
#[must_use]
pub fn referee_coverage(cases: &[Case]) -> Vec<ClauseRow> {
    coverage(referee_rulebook(), cases)
}
