//! Fingerprints of rulings: which clauses have changed since a ledger was begun, and in which program version.
//!
//! `rulebooks/history.toml` lists every fingerprint that a clause has had, with the program version that introduced it.
//! A test of `table` compares it with the rulebooks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rules::System;
use rules::rulebook::Rulebook;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::ledger::Header;
use crate::referee::rulebook_hash;
use crate::referee_rulebook;

/// Version of this program, such as `0.1.0`.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Fingerprints by clause identifier, each 8 hexadecimal digits.
pub type Rulings = BTreeMap<String, String>;

/// Number of bytes of a SHA-256 in a fingerprint. Fingerprints detect changes, not forgery, which the ledger's chain
/// detects.
const KEPT: usize = 4;

/// Marks a clause in the history that the rulebook no longer contains.
pub const GONE: &str = "-";

/// Computes the fingerprint of each clause of a rulebook: of its text, of whether it discloses secrets, and of the
/// options that affect it with their defaults. Title and confidence are not included.
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

/// Returns the fingerprints of all clauses that apply in a system: its own and those of the referee.
#[must_use]
pub fn rulings<S: System>() -> Rulings {
    let mut all = fingerprints(referee_rulebook().book());
    all.extend(fingerprints(S::rulebook().book()));
    all
}

/// All fingerprints by system and clause, oldest first. Each line has the program version that introduced it and the
/// fingerprint, as in `0.1.0 9962ec06`. A line such as `0.2.0 5d1f03aa reworded` has the same meaning as the one before
/// it.
pub type History = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The history of all rulebooks, compiled into the program.
#[must_use]
pub fn history() -> &'static History {
    static HISTORY: OnceLock<History> = OnceLock::new();
    // If the file does not parse, the history is empty; a test detects that.
    HISTORY.get_or_init(|| toml::from_str(include_str!("../../../rulebooks/history.toml")).unwrap_or_default())
}

/// The way in which a clause has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The clause has a different meaning.
    Changed,
    /// The clause did not exist then.
    New,
    /// The clause no longer exists.
    Gone,
}

/// A clause that has changed since a ledger was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// Identifier of the clause, such as `TOI-S4`.
    pub clause: String,
    /// The way in which it has changed.
    pub how: How,
    /// The program version that introduced the change; the last one, if the clause changed back in between. `None` if
    /// the history does not contain it.
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

/// The differences between today's rulings and those of a ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OtherRulings {
    /// The program version that began the ledger.
    pub program: String,
    /// The changed clauses. Empty if it is only known that the rulebook as a whole has changed.
    pub clauses: Vec<Changed>,
    /// Whether the ledger contains a fingerprint of each clause. If so, clauses that are not listed have not changed.
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

/// Returns the differences between today's rulings and those of a ledger's header; `None` if there are none.
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

/// Marks a fingerprint in the history whose clause has the same meaning as the one before it.
pub const REWORDED: &str = "reworded";

/// Splits a line of the history into version, fingerprint, and whether it is only reworded.
fn parts(line: &str) -> (&str, &str, bool) {
    let mut words = line.split(' ');
    let mut word = || words.next().unwrap_or_default();
    (word(), word(), word() == REWORDED)
}

/// Returns the line that introduced the meaning of this line. Lines after it only reword it.
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
        // The meaning after the one in the ledger. For a clause that is new, the first one, or the one after it was
        // removed.
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

/// Returns the change of a clause whose last change is later than a program version; `None` if there is none.
fn changed_after(clause: &str, program: &str, past: &[String]) -> Option<Changed> {
    let younger = |line: &&String| version(parts(line).0) > version(program);
    let first = past.iter().find(|line| younger(line) && !parts(line).2)?;
    let how = if past.iter().all(|line| younger(&line)) { How::New } else { How::Changed };
    Some(Changed { clause: clause.to_owned(), how, since: Some(parts(first).0.to_owned()) })
}

/// Parses the numbers of a version; ignores everything after a hyphen.
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
            // Reworded twice, then changed.
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
        // A new wording is not a new meaning.
        let from = |print| changed(&rulings(&[("F", print)]), &rulings(&[("F", "88")]), past);
        assert_eq!([from("44"), from("66")].map(|changed| changed[0].to_string()), ["F (changed in 0.4.0)"; 2]);
        assert_eq!(from("77"), []);
        assert_eq!(changed(&rulings(&[("F", "44")]), &rulings(&[("F", "66")]), past), []);
        // For a ledger without fingerprints only the version is known.
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
