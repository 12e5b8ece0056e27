//! `rulebooks/history.toml` lists every ruling. A changed clause must be added there with the version of the program in
//! which it changed, so `verify` can report it for older ledgers.
//!
//! `UPDATE=1 cargo test -p table --test rulings` adds the changed clauses under the present version. `UPDATE=reworded`
//! marks the changed clauses as reworded without a change of the ruling. Entries are never removed.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use referee::rulings::{GONE, History, PROGRAM, REWORDED, fingerprints};
use rules::rulebook::Rulebook;
use table::SYSTEMS;

const ABOUT: &str = "\
# Every text that a clause ever had: the version of the program that had it first, and the fingerprint of its text and
# options; `-` where the rulebook has the clause no more. One that is `reworded` rules what the one before it ruled. `verify`
# reads here in which version a ruling has changed since a ledger was begun. Written by
# `UPDATE=1 cargo test -p table --test rulings` (`UPDATE=reworded` for other words): lines are added, none is taken out.
";

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks/history.toml")
}

/// Adds the missing clauses of a rulebook to the history, and returns a line for each.
fn added(history: &mut History, book: &Rulebook, reworded: bool) -> Vec<String> {
    let today = fingerprints(book);
    let noted = history.entry(book.system.clone()).or_default();
    let mut clauses: Vec<String> = noted.keys().chain(today.keys()).cloned().collect();
    clauses.sort();
    clauses.dedup();
    let mut added = Vec::new();
    for clause in clauses {
        let print = today.get(&clause).map_or(GONE, String::as_str);
        let lines = noted.entry(clause.clone()).or_default();
        let last = lines.last().map(|line| line.split(' ').nth(1).expect("version and fingerprint"));
        if last != Some(print) {
            let same = if reworded && last.is_some_and(|last| last != GONE) && print != GONE { REWORDED } else { "" };
            let line = format!("{PROGRAM} {print} {same}").trim_end().to_owned();
            added.push(format!("{} {clause}: {line}", book.system));
            lines.push(line);
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
    let books = SYSTEMS.iter().map(|system| system.rulebook()).chain([referee::referee_rulebook().book()]);
    let update = std::env::var("UPDATE").ok();
    let reworded = update.as_deref() == Some(REWORDED);
    let lacking: Vec<String> = books.flat_map(|book| added(&mut history, book, reworded)).collect();
    if update.is_some() {
        let changelog = std::fs::read_to_string(path().with_file_name("../CHANGELOG.md")).unwrap();
        assert!(
            reworded || lacking.is_empty() || !changelog.contains(&format!("## [{PROGRAM}]")),
            "version {PROGRAM} is released: its rulings stay as they are; raise the version in Cargo.toml first"
        );
        std::fs::write(path(), written(&history)).unwrap();
        return;
    }
    assert!(
        lacking.is_empty(),
        "rulings have changed; note them with `UPDATE=1 cargo test -p table --test rulings` (`UPDATE=reworded` if only the \
         words are others):\n{}",
        lacking.join("\n")
    );
    assert_eq!(written(&history), kept, "rulebooks/history.toml is not written as the test writes it");
}

#[test]
fn a_changed_clause_is_added_and_nothing_taken_out() {
    let mut history = History::new();
    let mut book = SYSTEMS[0].rulebook().clone();
    assert_eq!(added(&mut history, &book, false).len(), book.clauses.len());
    assert_eq!(added(&mut history, &book, false), Vec::<String>::new());
    book.clauses[0].text.push_str(" More.");
    let gone = book.clauses.remove(1).id;
    let lines = added(&mut history, &book, false);
    assert_eq!(lines.len(), 2, "{lines:?}");
    let noted = &history[&book.system];
    assert_eq!(noted[&book.clauses[0].id].len(), 2);
    assert_eq!(noted[&gone].last(), Some(&format!("{PROGRAM} {GONE}")));
    book.clauses[0].text.push_str(" In other words.");
    let lines = added(&mut history, &book, true);
    assert!(lines.len() == 1 && lines[0].ends_with(REWORDED), "{lines:?}");
}
