//! `undercity scenarios`: lists the built-in scenarios.

use board::scenario::Document;
use serde_json::json;

use crate::builtin;
use crate::outcome::{Failed, print, print_json};
use table::wrapped;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this one, such as `tide/first`; also prints its victory conditions
    name: Option<String>,
    /// Print JSON: an array of `{name, title, summary, system, victory}`
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let mut rows = Vec::new();
    let all = match &args.name {
        Some(name) => vec![builtin::built_in(name)?],
        None => builtin::all(),
    };
    for builtin in all {
        let document = Document::parse(builtin.name, builtin.text).map_err(Failed::Diagnostics)?;
        let head = document.reader().head();
        let system = builtin::system_called(head.system.get_ref())?;
        // Victory conditions require a set-up, so a plain list omits them.
        let victory = if args.json || args.name.is_some() {
            system.check(&document).map_err(Failed::Diagnostics)?.victory
        } else {
            Vec::new()
        };
        rows.push(json!({
            "name": builtin.name,
            "title": head.title.get_ref(),
            "summary": head.summary,
            "system": head.system.get_ref(),
            "victory": victory,
        }));
        if !args.json {
            print(format_args!("{}  {}", builtin.name, head.title.get_ref()))?;
            for line in head.summary.iter().flat_map(|summary| wrapped(summary, 84)) {
                print(format_args!("    {line}"))?;
            }
            for line in &victory {
                print(format_args!("    - {line}"))?;
            }
            print("")?;
        }
    }
    if args.json { print_json(&rows) } else { Ok(()) }
}
