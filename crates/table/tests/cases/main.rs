//! A case without any effect is an error, reported with its line, the expected content and the nearest word.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

mod forms;
mod heard;
mod ignored;
mod old_keys;
mod unordered;

use std::path::Path;

use referee::ledger::ScenarioText;
use table::case::{Case, CaseError};

/// A case of two squads against two in Op Fire mode. Another file has hidden units above a sewer.
const WATCH: &str = "title = \"A case\"\ncovers = [\"TOI-B14\"]\nscenario = \"tide/boards/watch.toml\"\n";

/// Reads and runs a case. Returns its error after the line.
fn judged(text: &str) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let scenario = |name: &str| {
        let path = folder.join(name);
        let read = std::fs::read_to_string(&path).map_err(|source| CaseError::Read { path, source })?;
        Ok(ScenarioText { name: name.to_owned(), text: read })
    };
    let case = Case::parse("case", text, scenario).map_err(|error| error.to_string())?;
    let system = table::system(&case.system).expect("a known system");
    system.judge(&case).map_err(|failure| format!("case:{}: {}", failure.line, failure.why))
}

/// Each body, appended to the head, fails with its message.
fn fails(head: &str, bodies: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (body, expected) in bodies {
        match judged(&format!("{head}{body}")) {
            Ok(()) => wrong.push(format!("passed:\n{body}\n")),
            Err(why) if why.contains(expected) => {}
            Err(why) => wrong.push(format!("{body}\n  expected {expected}\n  found    {why}\n")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A step with one volley of four dice.
const FIRE: &str =
    "[[step]]\nby = \"soviet\"\norder = { fire = { unit = \"s1\", target = \"g1\", mode = \"suppressive\" } }\n";

/// Returns a built-in case without the seat of its last step, with `added` appended to that step.
fn with(case: &str, added: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(case);
    let text = std::fs::read_to_string(path).unwrap().replace("\"../boards/", "\"heroes/boards/");
    format!("{}\n{added}", text.trim_end())
}
