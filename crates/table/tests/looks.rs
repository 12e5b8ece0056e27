//! Mutation test of views: each query of a seat's view is altered alone, and a case that used it must fail (`make
//! mutants`). The systems' own tests cover the rest (`suite::looks`).

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

use rules::looks::altered::{Look, Taken, altering, noting};
use table::case::Case;
use table::{AnySystem, SYSTEMS};

/// Returns whether a case fails with a query altered.
fn notices(system: &'static dyn AnySystem, case: &Case, look: Look, unaltered: &Taken) -> bool {
    let judged = catch_unwind(AssertUnwindSafe(|| altering(look, unaltered, || system.judge(case))));
    !matches!(judged, Ok(Ok(())))
}

/// Returns the queries that a system's cases notice, of all that they make.
fn noticed<'a>(system: &'static dyn AnySystem, cases: &[&'a Case]) -> (Vec<Look>, usize) {
    let unaltered = |case: &&'a Case| {
        let (judged, taken) = noting(|| system.judge(case));
        judged.expect("a case that holds");
        (*case, taken)
    };
    let taken: Vec<(&Case, Taken)> = cases.iter().map(unaltered).collect();
    let looks: BTreeSet<Look> = taken.iter().flat_map(|(_, taken)| &taken.looks).copied().collect();
    let looks: Vec<Look> = looks.into_iter().collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(look) = looks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut takers = taken.iter().filter(|(_, taken)| taken.looks.contains(look));
                    if takers.any(|(case, taken)| notices(system, case, *look, taken)) {
                        found.lock().unwrap().push(*look);
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_unstable();
    (found, looks.len())
}

#[test]
#[ignore = "long: make mutants"]
fn looks_that_cases_notice() {
    let into = PathBuf::from(std::env::var_os("LOOKS").expect("LOOKS says where the lists go: make mutants"));
    std::fs::create_dir_all(&into).unwrap();
    let cases = common::cases();
    // Panics are expected here, and their backtraces would fill the output.
    std::panic::set_hook(Box::new(|_| {}));
    for system in SYSTEMS {
        let id = system.name();
        let of: Vec<&Case> = cases.iter().filter(|case| case.system == id).collect();
        let (noticed, all) = noticed(*system, &of);
        println!("{id}: {} cases notice {} of {all} looks", of.len(), noticed.len());
        let lines: String = noticed.iter().map(|look| format!("{look}\n")).collect();
        std::fs::write(into.join(format!("{id}.txt")), lines).unwrap();
    }
    let _ = std::panic::take_hook();
}
