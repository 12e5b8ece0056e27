//! `undercity scenarios`

use board::scenario::Document;
use serde_json::json;

use crate::builtin;
use crate::outcome::{Failed, print, print_json};
use table::wrapped;

/// What to list.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON: an array of `{name, title, summary, system}`
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let mut rows = Vec::new();
    for builtin in builtin::all() {
        let document = Document::parse(builtin.name, builtin.text).map_err(Failed::Diagnostics)?;
        let head = document.reader().head();
        rows.push(json!({
            "name": builtin.name,
            "title": head.title.get_ref(),
            "summary": head.summary,
            "system": head.system.get_ref(),
        }));
        if !args.json {
            print(format_args!("{}  {}", builtin.name, head.title.get_ref()))?;
            for line in head.summary.iter().flat_map(|summary| wrapped(summary, 84)) {
                print(format_args!("    {line}"))?;
            }
            print("")?;
        }
    }
    if args.json { print_json(&rows) } else { Ok(()) }
}
