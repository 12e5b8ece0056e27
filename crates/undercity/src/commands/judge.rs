//! `undercity judge`: runs conformance cases.

use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::json;
use table::case::{Case, CaseError};

use crate::builtin::system_called;
use crate::files::gather;
use crate::outcome::{Failed, print, print_json, refused};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Case files, or folders of `*.toml` case files (folders called `boards` hold scenarios and are skipped)
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Print JSON: an array of `{case, title, covers, passed, why}`
    #[arg(long)]
    json: bool,
}

/// Returns the case files among paths. Folders called `boards` are skipped, since they hold the cases' scenarios.
pub fn case_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failed> {
    for path in paths {
        let unreadable = |error| refused(format_args!("{}: cannot be read: {error}", path.display()));
        std::fs::metadata(path).map_err(unreadable)?;
    }
    let mut files = gather(paths, "toml")?;
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "boards") || paths.contains(path));
    Ok(files)
}

/// The result for one file.
struct Judged {
    name: String,
    /// Title of the case; empty if the file is not a case.
    title: String,
    covers: Vec<String>,
    /// Reason of the failure; `None` if the case passed.
    why: Option<String>,
}

impl Judged {
    fn of(path: &Path) -> Judged {
        let name = path.display().to_string();
        let no_case = |why| Judged { name: name.clone(), title: String::new(), covers: Vec::new(), why: Some(why) };
        let case = match Case::load(path) {
            Ok(case) => case,
            Err(CaseError::Scenario(problems)) => {
                return no_case(format!("{name}: its scenario has mistakes\n{}", problems.render(false, 110)));
            }
            Err(error) => return no_case(error.to_string()),
        };
        let why = match system_called(&case.system) {
            Err(error) => Some(format!("{name}: {error}")),
            Ok(system) => {
                let failure = system.judge(&case).err();
                failure.map(|failure| format!("{name}:{}: {}", failure.line, failure.why))
            }
        };
        Judged { name, title: case.title, covers: case.covers, why }
    }
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let files = case_files(&args.paths)?;
    if files.is_empty() {
        return Err(refused("no case files found in the given paths"));
    }
    let mut rows = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    let judged: Vec<_> = files.par_iter().map(|path| Judged::of(path)).collect();
    for Judged { name, title, covers, why } in judged {
        match &why {
            None => passed += 1,
            Some(why) => {
                failed += 1;
                if !args.json {
                    // A file that is not a case has no title.
                    let what = if title.is_empty() { name.clone() } else { format!("{title} ({})", covers.join(", ")) };
                    print(format_args!("FAILED {what}\n  {why}\n"))?;
                }
            }
        }
        rows.push(json!({ "case": name, "title": title, "covers": covers, "passed": why.is_none(), "why": why }));
    }
    if args.json {
        print_json(&rows)?;
    } else {
        print(format_args!("{passed} passed, {failed} failed"))?;
    }
    if failed == 0 { Ok(()) } else { Err(Failed::Told) }
}
