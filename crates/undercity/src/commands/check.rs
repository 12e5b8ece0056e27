//! `undercity check`: checks scenario files and reports their mistakes.

use std::path::{Path, PathBuf};

use super::play::guided::{self, unread};
use super::sewers;
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
    /// Scenario files, guides of scenarios and explained pages
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
        if let Some(kind) = kind_of_case(path) {
            match Case::load(path).map_err(unread).and_then(|case| kind.parts(&case)) {
                Ok(parts) => {
                    let (one, many) = kind.words();
                    rows.push(json!({ "file": name, "problems": [], "victory": [], many: parts }));
                    if !args.json {
                        print(format_args!("{name}: no mistakes; {one} of {parts} {many}"))?;
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

/// A case that teaches something.
#[derive(Clone, Copy, Debug)]
enum Teaching {
    Guide,
    Explained,
}

impl Teaching {
    /// Returns the name of such a case, and of its parts.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Teaching::Guide => ("a guided game", "lessons"),
            Teaching::Explained => ("an explained page", "panels"),
        }
    }

    /// Plays a case and returns the number of its parts.
    fn parts(self, case: &Case) -> Result<usize, Failed> {
        match self {
            Teaching::Guide => guided::read(case).map(|guide| guide.lessons()),
            Teaching::Explained => sewers::read(case).map(|page| page.panels.len()),
        }
    }
}

/// Returns what a file teaches: by its name, or by its table `[guide]` or `[explained]`. `None` for a scenario.
fn kind_of_case(path: &Path) -> Option<Teaching> {
    #[derive(Default, Deserialize)]
    struct Head {
        guide: Option<IgnoredAny>,
        explained: Option<IgnoredAny>,
    }
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let head: Head = toml::from_str(&text).unwrap_or_default();
    match head {
        Head { explained: Some(_), .. } => Some(Teaching::Explained),
        Head { guide: Some(_), .. } => Some(Teaching::Guide),
        Head { .. } => guided_scenario(&path.to_string_lossy()).map(|_| Teaching::Guide),
    }
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
