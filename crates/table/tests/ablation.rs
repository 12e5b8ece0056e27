//! Mutation test: with any one clause switched off, at least one of its cases fails.
//!
//! It shows that the cases test the rules, and don't just run them.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::Duration;

use common::cases;
use rules::clause::ablation::without;
use rules::rulebook::Kind;
use table::case::Case;
use table::{AnySystem, SYSTEMS};

/// Maximum time for a case. Each takes a fraction of a second. A case that doesn't end counts as unaffected, as it
/// would on a stalled machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns whether a case passes with a clause switched off (none for an empty id).
fn holds_without(system: &'static dyn AnySystem, case: &Case, clause: &str) -> bool {
    let (done, result) = mpsc::channel();
    let (case, clause) = (case.clone(), clause.to_owned());
    std::thread::spawn(move || {
        let judged = catch_unwind(AssertUnwindSafe(|| without(&clause, || system.judge(&case))));
        let _ = done.send(matches!(judged, Ok(Ok(()))));
    });
    result.recv_timeout(PATIENCE).unwrap_or(true)
}

#[test]
fn every_case_holds() {
    let mut failed = Vec::new();
    for case in cases() {
        let system = table::system(&case.system).expect("a known system");
        if let Err(failure) = system.judge(&case) {
            failed.push(format!("{}: {failure}", case.name));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_clause_has_a_case() {
    let cases = cases();
    for system in SYSTEMS {
        for row in system.coverage(&cases) {
            assert!(!row.cases.is_empty(), "{} has no case", row.id);
        }
    }
}

#[test]
fn every_clause_is_held_up_by_a_case() {
    let cases = cases();
    // Panics are expected here, and their backtraces would fill the output.
    std::panic::set_hook(Box::new(|_| {}));
    let mut idle = Vec::new();
    for system in SYSTEMS {
        for entry in system.rulebook().clauses.iter().filter(|entry| entry.kind == Kind::Rule) {
            let mut covering = cases.iter().filter(|case| case.covers.contains(&entry.id));
            if covering.all(|case| holds_without(*system, case, &entry.id)) {
                idle.push(entry.id.clone());
            }
        }
    }
    let _ = std::panic::take_hook();
    assert!(idle.is_empty(), "no case notices when these clauses are switched off: {}", idle.join(" "));
}
