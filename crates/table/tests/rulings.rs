//! `rulebooks/history.toml` knows every ruling: whoever changes a clause has it noted there, with the version of the program
//! in which it changed, so that `verify` can say so of ledgers of before.
//!
//! `UPDATE=1 cargo test -p table --test rulings` notes what has changed, under today's version. Nothing is ever taken out.

// A test states what must hold by panicking where it does not.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use referee::rulings::{GONE, History, PROGRAM, fingerprints};
use rules::rulebook::Rulebook;
use table::SYSTEMS;

const ABOUT: &str = "\
# Every ruling that a clause ever was: the version of the program that had it first, and the fingerprint of its text and
# options; `-` where the rulebook has the clause no more. `verify` reads here in which version a clause has changed since a
# ledger was begun. Written by `UPDATE=1 cargo test -p table --test rulings`: lines are added, none is taken out.
";

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks/history.toml")
}

/// What the history lacks of a rulebook, a line each, once it is added.
fn added(history: &mut History, book: &Rulebook) -> Vec<String> {
    let today = fingerprints(book);
    let noted = history.entry(book.system.clone()).or_default();
    let mut clauses: Vec<String> = noted.keys().chain(today.keys()).cloned().collect();
    clauses.sort();
    clauses.dedup();
    let mut added = Vec::new();
    for clause in clauses {
        let print = today.get(&clause).map_or(GONE, String::as_str);
        let lines = noted.entry(clause.clone()).or_default();
        let last = lines.last().map(|line| line.split_once(' ').expect("version and fingerprint").1);
        if last != Some(print) {
            lines.push(format!("{PROGRAM} {print}"));
            added.push(format!("{} {clause}: {PROGRAM} {print}", book.system));
        }
    }
    added
}

fn written(history: &History) -> String {
    let mut text = ABOUT.to_owned();
    for (system, clauses) in history {
        let _ = write!(text, "\n[{system}]\n");
        for (clause, lines) in clauses {
            let lines: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
            let _ = writeln!(text, "\"{clause}\" = [{}]", lines.join(", "));
        }
    }
    text
}

#[test]
fn every_ruling_is_in_the_history() {
    let kept = std::fs::read_to_string(path()).unwrap();
    let mut history: History = toml::from_str(&kept).unwrap();
    let books = SYSTEMS.iter().map(|system| system.rulebook()).chain([referee::house_rules().book()]);
    let lacking: Vec<String> = books.flat_map(|book| added(&mut history, book)).collect();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path(), written(&history)).unwrap();
        return;
    }
    assert!(
        lacking.is_empty(),
        "rulings have changed; note them with `UPDATE=1 cargo test -p table --test rulings`:\n{}",
        lacking.join("\n")
    );
    assert_eq!(written(&history), kept, "rulebooks/history.toml is not written as the test writes it");
}

#[test]
fn a_changed_clause_is_added_and_nothing_taken_out() {
    let mut history = History::new();
    let mut book = SYSTEMS[0].rulebook().clone();
    assert_eq!(added(&mut history, &book).len(), book.clauses.len());
    assert_eq!(added(&mut history, &book), Vec::<String>::new());
    book.clauses[0].text.push_str(" More.");
    let gone = book.clauses.remove(1).id;
    let lines = added(&mut history, &book);
    assert_eq!(lines.len(), 2, "{lines:?}");
    let noted = &history[&book.system];
    assert_eq!(noted[&book.clauses[0].id].len(), 2);
    assert_eq!(noted[&gone].last(), Some(&format!("{PROGRAM} {GONE}")));
}
