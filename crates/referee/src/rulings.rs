//! Fingerprints of rulings: which clauses have changed since a ledger was begun, and in which version of the program.
//!
//! `rulebooks/history.toml` keeps every fingerprint that a clause ever had, with the version of the program that had it
//! first. A test of `table` compares it with the rulebooks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rules::System;
use rules::rulebook::Rulebook;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::ledger::Header;
use crate::referee::rulebook_hash;
use crate::referee_rulebook;

/// The version of this program.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A fingerprint for each clause, by its identifier.
pub type Rulings = BTreeMap<String, String>;

/// How many bytes of a SHA-256 a fingerprint keeps. It finds changes, not forgers: those are found by the ledger's chain.
const KEPT: usize = 4;

/// Stands in the history for a clause that the rulebook has no more.
pub const GONE: &str = "-";

/// The fingerprints of a rulebook: of each clause's text, of whether it discloses, and of the options that bear on it with
/// their defaults. A new title or another confidence is no other ruling.
#[must_use]
pub fn fingerprints(book: &Rulebook) -> Rulings {
    let print = |entry: &rules::rulebook::ClauseEntry| {
        let bears = |name: &String, clause: &String| entry.options.contains(name) || *clause == entry.id;
        let options = book.options.iter().filter(|option| bears(&option.name, &option.clause));
        let options: Vec<_> =
            options.map(|option| (&option.name, &option.default, &option.text, &option.values)).collect();
        let ruling = (&entry.text, entry.discloses, options);
        let digest = Sha256::digest(serde_json::to_vec(&ruling).unwrap_or_default());
        (entry.id.clone(), hex::encode(digest.get(..KEPT).unwrap_or_default()))
    };
    book.clauses.iter().map(print).collect()
}

/// The fingerprints of all that is ruled in a game of a system: its own clauses and the referee's.
#[must_use]
pub fn rulings<S: System>() -> Rulings {
    let mut all = fingerprints(referee_rulebook().book());
    all.extend(fingerprints(S::rulebook().book()));
    all
}

/// Every fingerprint that a clause had, the oldest first: the version of the program that had it first, and the
/// fingerprint, as `0.1.0 9962ec06`; `0.2.0 5d1f03aa reworded` where it rules what the one before it ruled.
pub type History = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The history of all rulebooks, by the name of the system and the clause.
#[must_use]
pub fn history() -> &'static History {
    static HISTORY: OnceLock<History> = OnceLock::new();
    // A file that does not parse is a defect that a test finds; here it becomes an empty history.
    HISTORY.get_or_init(|| toml::from_str(include_str!("../../../rulebooks/history.toml")).unwrap_or_default())
}

/// What has become of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It reads otherwise.
    Changed,
    /// There was none such.
    New,
    /// There is none such any more.
    Gone,
}

/// A clause that is not what it was when a ledger was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The clause.
    pub clause: String,
    /// What has become of it.
    pub how: How,
    /// The version of the program in which it became another than then, for the last time if it was the same again in
    /// between; `None` if the history does not tell.
    pub since: Option<String>,
}

impl std::fmt::Display for Changed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let how = match self.how {
            How::Changed => "changed",
            How::New => "new",
            How::Gone => "gone",
        };
        match &self.since {
            Some(since) => write!(f, "{} ({how} in {since})", self.clause),
            None => write!(f, "{} ({how}, this program does not know in which version)", self.clause),
        }
    }
}

/// How today's rulings differ from those that a ledger was begun under.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OtherRulings {
    /// The version of the program that began the ledger.
    pub program: String,
    /// The clauses that differ. Empty where only the rulebook as a whole is known to be another.
    pub clauses: Vec<Changed>,
    /// Whether the ledger keeps a fingerprint of each clause, so that one which is not listed has not changed.
    #[serde(skip)]
    pub complete: bool,
}

impl std::fmt::Display for OtherRulings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the rulebook has changed since this game was begun with version {} of the program: ", self.program)?;
        if self.clauses.is_empty() {
            return f.write_str("its ledger does not tell which clauses have changed since");
        }
        let clauses: Vec<String> = self.clauses.iter().map(Changed::to_string).collect();
        f.write_str(&clauses.join(", "))
    }
}

/// The rulings of a ledger's header that are others today; `None` if all are the same.
pub(crate) fn other_rulings<S: System>(header: &Header) -> Option<OtherRulings> {
    let (history, today) = (history(), rulings::<S>());
    let none = BTreeMap::new();
    let of = |system: &str| history.get(system).unwrap_or(&none);
    let past =
        |clause: &str| of(S::NAME).get(clause).or_else(|| of("referee").get(clause)).map_or(&[][..], Vec::as_slice);
    let clauses = match &header.clauses {
        Some(then) => changed(then, &today, past),
        None if header.rulebook == rulebook_hash::<S>() => return None,
        None => today.keys().filter_map(|clause| changed_after(clause, &header.rules, past(clause))).collect(),
    };
    let same = header.clauses.is_some() && clauses.is_empty();
    (!same).then(|| OtherRulings { program: header.rules.clone(), clauses, complete: header.clauses.is_some() })
}

/// Follows a fingerprint in the history whose clause says the same as before in other words.
pub const REWORDED: &str = "reworded";

/// A line of the history: version, fingerprint, and whether it rules what the line before it ruled.
fn parts(line: &str) -> (&str, &str, bool) {
    let mut words = line.split(' ');
    let mut word = || words.next().unwrap_or_default();
    (word(), word(), word() == REWORDED)
}

/// The line with which the ruling of a line began: lines that only reword it follow.
fn began(lines: &[String], mut line: usize) -> usize {
    while line > 0 && lines.get(line).is_some_and(|line| parts(line).2) {
        line -= 1;
    }
    line
}

fn changed<'h>(then: &Rulings, today: &Rulings, past: impl Fn(&str) -> &'h [String]) -> Vec<Changed> {
    let clauses: BTreeSet<&String> = then.keys().chain(today.keys()).collect();
    let changed = clauses.into_iter().filter_map(|clause| {
        let how = match (then.get(clause), today.get(clause)) {
            (Some(then), Some(now)) if then == now => return None,
            (Some(_), Some(_)) => How::Changed,
            (None, _) => How::New,
            (Some(_), None) => How::Gone,
        };
        let lines = past(clause);
        let ruling = |print: &str| {
            let line = lines.iter().rposition(|line| parts(line).1 == print)?;
            Some(began(lines, line))
        };
        let print = |of: &Rulings| of.get(clause).map_or(GONE.to_owned(), Clone::clone);
        let (was, is) = (ruling(&print(then)), ruling(&print(today)));
        if was.is_some() && was == is {
            return None;
        }
        // The ruling after the one of then; of a clause that was none then, the first, or the one after it was gone.
        let next = match was {
            Some(was) => {
                (was + 1..lines.len()).find(|line| began(lines, *line) != was).and_then(|line| lines.get(line))
            }
            None => lines.first().filter(|_| how == How::New),
        };
        Some(Changed { clause: clause.clone(), how, since: next.map(|line| parts(line).0.to_owned()) })
    });
    changed.collect()
}

/// A clause whose last ruling is younger than a version of the program.
fn changed_after(clause: &str, program: &str, past: &[String]) -> Option<Changed> {
    let younger = |line: &&String| version(parts(line).0) > version(program);
    let first = past.iter().find(|line| younger(line) && !parts(line).2)?;
    let how = if past.iter().all(|line| younger(&line)) { How::New } else { How::Changed };
    Some(Changed { clause: clause.to_owned(), how, since: Some(parts(first).0.to_owned()) })
}

/// A version's numbers; what follows a hyphen does not count.
fn version(text: &str) -> Vec<u64> {
    let numbers = text.split('-').next().unwrap_or_default();
    numbers.split('.').map(|number| number.parse().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rulings(of: &[(&str, &str)]) -> Rulings {
        of.iter().map(|(clause, print)| ((*clause).to_owned(), (*print).to_owned())).collect()
    }

    #[test]
    fn a_changed_clause_is_named_with_the_version_that_changed_it() {
        let history: BTreeMap<&str, Vec<String>> = [
            ("A", vec!["0.1.0 aa", "0.2.0 bb", "0.10.0 cc"]),
            ("B", vec!["0.1.0 dd"]),
            ("C", vec!["0.3.0 ee"]),
            ("D", vec!["0.1.0 ff", "0.4.0 -"]),
            // Changed, and changed back.
            ("E", vec!["0.1.0 11", "0.2.0 22", "0.3.0 11", "0.5.0 33"]),
            // Said in other words twice, then changed.
            ("F", vec!["0.1.0 44", "0.2.0 55 reworded", "0.3.0 66 reworded", "0.4.0 77", "0.5.0 88 reworded"]),
        ]
        .map(|(clause, lines)| (clause, lines.into_iter().map(str::to_owned).collect()))
        .into();
        let past = |clause: &str| history.get(clause).map_or(&[][..], Vec::as_slice);
        let today = rulings(&[("A", "cc"), ("B", "dd"), ("C", "ee"), ("E", "33")]);
        let then = rulings(&[("A", "aa"), ("B", "dd"), ("D", "ff"), ("E", "11")]);
        let told: Vec<String> = changed(&then, &today, past).iter().map(Changed::to_string).collect();
        assert_eq!(told, ["A (changed in 0.2.0)", "C (new in 0.3.0)", "D (gone in 0.4.0)", "E (changed in 0.5.0)"]);
        assert_eq!(changed(&today, &today, past), []);
        let unknown = changed(&rulings(&[("B", "00")]), &rulings(&[("B", "dd")]), past);
        assert_eq!(unknown[0].since, None, "a ruling that no version had");
        // Other words are no other ruling.
        let from = |print| changed(&rulings(&[("F", print)]), &rulings(&[("F", "88")]), past);
        assert_eq!([from("44"), from("66")].map(|changed| changed[0].to_string()), ["F (changed in 0.4.0)"; 2]);
        assert_eq!(from("77"), []);
        assert_eq!(changed(&rulings(&[("F", "44")]), &rulings(&[("F", "66")]), past), []);
        // Of a ledger that keeps no fingerprints only the version is known.
        let after = |clause, program| changed_after(clause, program, past(clause)).map(|changed| changed.to_string());
        assert_eq!(after("A", "0.2.0").as_deref(), Some("A (changed in 0.10.0)"));
        assert_eq!([after("A", "0.10.0"), after("F", "0.4.0")], [None, None]);
        assert_eq!(after("C", "0.2.0").as_deref(), Some("C (new in 0.3.0)"));
    }

    #[test]
    fn a_fingerprint_is_of_the_ruling_and_of_its_options() {
        let book = |text: &str, title: &str, default: &str| {
            let entry = |id: &str, text: &str| {
                format!(
                    "[[clause]]\nid = \"{id}\"\ntitle = \"{title}\"\ntext = \"{text}\"\nconfidence = \"default\"\n\
                     section = \"Orders\"\n"
                )
            };
            let option = format!(
                "[[option]]\nname = \"o\"\ndefault = \"{default}\"\ntext = \"It counts.\"\nconfidence = \"default\"\n\
                 clause = \"X-2\"\n"
            );
            let head = "system = \"x\"\ntitle = \"X\"\nsource = \"None.\"\n";
            fingerprints(&Rulebook::parse(&[head, &entry("X-1", text), &entry("X-2", "B."), &option].concat()).unwrap())
        };
        let first = book("A.", "T", "1");
        assert_eq!(first, book("A.", "Another title", "1"));
        let text = book("Other.", "T", "1");
        assert!(text["X-1"] != first["X-1"] && text["X-2"] == first["X-2"]);
        let option = book("A.", "T", "2");
        assert!(option["X-1"] == first["X-1"] && option["X-2"] != first["X-2"]);
    }

    #[test]
    fn the_history_can_be_read() {
        let history: Result<History, _> = toml::from_str(include_str!("../../../rulebooks/history.toml"));
        assert!(!history.unwrap_or_else(|error| panic!("rulebooks/history.toml: {error}")).is_empty());
    }
}
