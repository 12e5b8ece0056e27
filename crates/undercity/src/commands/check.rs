//! `undercity check`: checks scenario files and reports their mistakes.

use std::path::{Path, PathBuf};

use super::play::guided::{read, unread};
use crate::builtin::system_called;
use crate::outcome::{Failed, print, print_json, refused, render};
use board::scenario::{Diagnostics, Document, guided_scenario};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use table::Checked;
use table::case::Case;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario files, and guides of scenarios
    #[arg(required_unless_present = "schema")]
    files: Vec<PathBuf>,
    /// Print JSON: an array of `{file, problems, victory}`
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of SYSTEM's scenario files instead
    #[arg(long, value_name = "SYSTEM")]
    schema: Option<String>,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    if let Some(name) = &args.schema {
        return print_json(&system_called(name)?.schema());
    }
    let mut rows = Vec::new();
    let mut bad = 0;
    for path in &args.files {
        let name = path.display().to_string();
        if is_guide(path) {
            match Case::load(path).map_err(unread).and_then(|case| read(&case)).map(|guide| guide.lessons()) {
                Ok(lessons) => {
                    rows.push(json!({ "file": name, "problems": [], "victory": [], "lessons": lessons }));
                    if !args.json {
                        print(format_args!("{name}: no mistakes; a guided game of {lessons} lessons"))?;
                    }
                }
                Err(failed) => {
                    bad += 1;
                    rows.push(json!({ "file": name, "problems": [{ "message": failed.to_string() }] }));
                    if !args.json {
                        failed.show();
                    }
                }
            }
            continue;
        }
        let bytes = std::fs::read(path).map_err(|error| refused(format_args!("{name}: {error}")))?;
        match check(&name, &bytes) {
            Ok(Checked { warnings, victory, .. }) => {
                let mut row = warnings.to_json();
                if let Some(row) = row.as_object_mut() {
                    row.insert("victory".to_owned(), victory.clone().into());
                }
                rows.push(row);
                if !args.json {
                    if !warnings.is_empty() {
                        eprint!("{}", render(&warnings));
                    }
                    print(format_args!("{name}: no mistakes"))?;
                    victory.iter().try_for_each(|line| print(format_args!("    - {line}")))?;
                }
            }
            Err(problems) => {
                bad += 1;
                rows.push(problems.to_json());
                if !args.json {
                    Failed::Diagnostics(problems).show();
                }
            }
        }
    }
    if args.json {
        print_json(&rows)?;
    }
    if bad == 0 { Ok(()) } else { Err(Failed::Told) }
}

/// Whether a file is a guide: by its name, or by its table `[guide]`.
fn is_guide(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Guide {
        #[serde(rename = "guide")]
        _guide: IgnoredAny,
    }
    guided_scenario(&path.to_string_lossy()).is_some()
        || std::fs::read_to_string(path).is_ok_and(|text| toml::from_str::<Guide>(&text).is_ok())
}

/// Checks a scenario with its own system.
fn check(name: &str, bytes: &[u8]) -> Result<Checked, Diagnostics> {
    let document = Document::parse_bytes(name, bytes)?;
    match document.system().and_then(|system| table::system(&system)) {
        Some(system) => system.check(&document),
        None => {
            let known = table::SYSTEMS.iter().map(|system| system.name()).collect::<Vec<_>>();
            Err(document.unknown_system(&known))
        }
    }
}
