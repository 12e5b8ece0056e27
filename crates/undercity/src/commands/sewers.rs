//! `undercity sewers`: explains how the sewers of a rule system work.

use std::path::Path;

use table::case::Case;
use table::explained::Explained;
use table::wrapped;

use super::play::guided::unread;
use crate::builtin::{self, system_called};
use crate::outcome::{Failed, print, print_json, refused};

/// Maximum length of a line of text, in characters.
const WIDTH: usize = 80;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule system, or a file with an explained page
    page: String,
    /// Print JSON, with the pictures as SVG
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    let page = find(&args.page)?;
    if args.json {
        return print_json(&page);
    }
    print(format_args!("{}: {}\n", page.title, page.game))?;
    paragraph(&page.about)?;
    for (number, panel) in (1..).zip(&page.panels) {
        print(format_args!("\n{number}. {}\n", panel.title))?;
        paragraph(&panel.say)?;
        let clauses: Vec<&str> = panel.clauses.iter().map(|clause| clause.id.as_str()).collect();
        print(format_args!("[{}]", clauses.join(", ")))?;
        panel.pictures.iter().try_for_each(|picture| print(format_args!("\n{}", picture.board.trim_end())))?;
    }
    Ok(())
}

fn paragraph(text: &str) -> Result<(), Failed> {
    wrapped(text, WIDTH).into_iter().try_for_each(print)
}

/// Finds a page by the name of a rule system or by the path of its file, and plays it.
fn find(name: &str) -> Result<Explained, Failed> {
    let built_in = builtin::explained().into_iter().find(|page| page.name == name);
    let case = match built_in {
        Some(page) => Case::parse(name, &page.text, |_| Ok(page.clone())),
        None if Path::new(name).exists() => Case::load(Path::new(name)),
        None => {
            let names: Vec<String> = builtin::explained().into_iter().map(|page| page.name).collect();
            let names = names.join(", ");
            return Err(refused(format_args!("`{name}` is neither a rule system nor a file; expected one of {names}")));
        }
    };
    read(&case.map_err(unread)?)
}

/// Plays an explained page.
pub fn read(case: &Case) -> Result<Explained, Failed> {
    let page = system_called(&case.system)?.explain(case);
    page.map_err(|failure| refused(format_args!("{}:{}: {}", case.name, failure.line, failure.why)))
}
