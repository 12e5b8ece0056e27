//! Which looks through a seat's eyes the cases rest on: each is altered alone, and a case that took it must fail
//! (`make mutants`). What is left the systems' own tests try (`suite::looks`).

// A test states what must hold by panicking where it does not.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use rules::looks::altered::{Look, altering, noting};
use table::case::Case;
use table::{AnySystem, SYSTEMS};

/// How long a case is waited for; one that comes to no end has noticed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whether a case fails with a look altered.
fn notices(system: &'static AnySystem, case: &Arc<Case>, look: Look) -> bool {
    let (done, result) = mpsc::channel();
    let case = Arc::clone(case);
    std::thread::spawn(move || {
        let judged = catch_unwind(AssertUnwindSafe(|| altering(look, || system.judge(&case))));
        let _ = done.send(!matches!(judged, Ok(Ok(()))));
    });
    result.recv_timeout(PATIENCE).unwrap_or(true)
}

/// The looks that a system's cases notice, of all that they take.
fn noticed(system: &'static AnySystem, cases: &[Arc<Case>]) -> (Vec<Look>, usize) {
    let mut taken: BTreeMap<Look, Vec<&Arc<Case>>> = BTreeMap::new();
    for case in cases {
        let (_, looks) = noting(|| system.judge(case));
        looks.into_iter().for_each(|look| taken.entry(look).or_default().push(case));
    }
    let looks: Vec<(Look, Vec<&Arc<Case>>)> = taken.into_iter().collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((look, takers)) = looks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if takers.iter().any(|case| notices(system, case, *look)) {
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
    let cases: Vec<Arc<Case>> = common::cases().into_iter().map(Arc::new).collect();
    // What is altered on purpose may well panic; that is not worth a page of backtraces.
    std::panic::set_hook(Box::new(|_| {}));
    for system in SYSTEMS {
        let id = system.name;
        let of: Vec<Arc<Case>> = cases.iter().filter(|case| case.system == id).cloned().collect();
        let (noticed, all) = noticed(system, &of);
        println!("{id}: {} cases notice {} of {all} looks", of.len(), noticed.len());
        let lines: String = noticed.iter().map(|look| format!("{look}\n")).collect();
        std::fs::write(into.join(format!("{id}.txt")), lines).unwrap();
    }
    let _ = std::panic::take_hook();
}
