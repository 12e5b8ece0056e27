//! `undercity rules`

use std::path::PathBuf;

use rules::rulebook::{Confidence, Kind, Rulebook};
use table::case::Case;
use table::{ClauseRow, FieldRow, SYSTEMS, WordList, WordRow};

use crate::builtin::system_called;
use crate::outcome::{Failed, counted, print, print_json, refused};
use table::wrapped;

/// What to show.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule system, or `referee` for the clauses of every game
    system: String,
    /// Clause to show, such as TOI-S4
    clause: Option<String>,
    /// Also show where the code enforces each clause and which cases cover it
    #[arg(long)]
    coverage: bool,
    /// Show the words of cases and ledgers instead: orders, facts, changes, reports, steps and rolls
    #[arg(long, conflicts_with_all = ["clause", "coverage"])]
    words: bool,
    /// Print JSON: an array of `{id, title, text, confidence, cites, cases, …}`
    #[arg(long)]
    json: bool,
    /// Folder of the conformance cases
    #[arg(long, default_value = "cases")]
    cases: PathBuf,
}

pub fn run(args: &Args) -> Result<(), Failed> {
    if args.words {
        let lists = system_called(&args.system).map_err(refused)?.vocabulary();
        return if args.json { print_json(&lists) } else { show_words(&args.system, &lists) };
    }
    let cases = if args.coverage { load_cases(&args.cases)? } else { Vec::new() };
    let (book, rows) = match args.system.as_str() {
        "referee" => (referee::referee_rulebook().book(), table::referee_coverage(&cases)),
        name => {
            let system = system_called(name).map_err(|error| refused(format_args!("{error}, referee")))?;
            (system.rulebook(), system.coverage(&cases))
        }
    };
    let rows: Vec<ClauseRow> = match &args.clause {
        Some(wanted) => rows.into_iter().filter(|row| row.id.eq_ignore_ascii_case(wanted)).collect(),
        None => rows,
    };
    if rows.is_empty() {
        let known: Vec<&str> = book.clauses.iter().map(|clause| clause.id.as_str()).collect();
        let wanted = args.clause.as_deref().unwrap_or_default();
        return Err(refused(format_args!("unknown clause `{wanted}`; expected one of {}", known.join(" "))));
    }
    if args.json {
        return print_json(&rows);
    }
    show(book, &rows, args)
}

/// The words of a system as tables, in Markdown.
fn show_words(system: &str, lists: &[WordList]) -> Result<(), Failed> {
    print(format_args!("# The words of `{system}`\n\nBy `undercity rules {system} --words`."))?;
    for WordList { kind, about, words } in lists {
        print(format_args!("\n## {}{}\n\n{about}\n", kind[..1].to_uppercase(), &kind[1..]))?;
        let refused = words.iter().any(|row| !row.refused.is_empty());
        let (title, rule) = if refused { (" seen refused by |", "---|") } else { ("", "") };
        print(format_args!("| word | takes | what it is |{title}\n|---|---|---|{rule}"))?;
        for WordRow { word, fields, about, refused: clauses } in words {
            let fields: Vec<String> = fields.iter().map(field).collect();
            let clauses = if refused { format!(" {} |", clauses.join(", ")) } else { String::new() };
            print(format_args!("| `{word}` | {} | {} |{clauses}", in_a_cell(&fields.join("; ")), in_a_cell(about)))?;
        }
    }
    Ok(())
}

fn field(FieldRow { name, takes, optional, .. }: &FieldRow) -> String {
    let left_out = if *optional { ", may be left out" } else { "" };
    if name.is_empty() { takes.clone() } else { format!("`{name}` ({takes}{left_out})") }
}

/// Text of a cell: in one line, and without what would end it.
fn in_a_cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn load_cases(folder: &std::path::Path) -> Result<Vec<Case>, Failed> {
    if !folder.is_dir() {
        return Err(refused(format_args!(
            "{}: there is no such folder; name the folder of cases with --cases",
            folder.display()
        )));
    }
    let mut cases = Vec::new();
    for path in super::judge::case_files(&[folder.to_owned()])? {
        cases.push(Case::load(&path).map_err(refused)?);
    }
    Ok(cases)
}

fn show(book: &Rulebook, rows: &[ClauseRow], args: &Args) -> Result<(), Failed> {
    if args.clause.is_none() {
        print(format_args!("{}\n{}\n", book.title, book.source))?;
    }
    let mut section = "";
    for row in rows {
        if row.section != section {
            section = &row.section;
            print(format_args!("## {section}\n"))?;
        }
        let sure = match row.confidence {
            Confidence::Found => "",
            Confidence::Memory => "  (from memory, not checked)",
            Confidence::Default => "  (our own default)",
        };
        print(format_args!("{}  {}{sure}", row.id, row.title))?;
        print_text(&row.text)?;
        if args.coverage {
            let text = if row.kind == Kind::Text { " (description only)" } else { "" };
            let places = counted(row.cites.len(), "place", "places");
            let cases = counted(row.cases.len(), "case", "cases");
            print(format_args!("    enforced at {places}, {cases}{text}"))?;
            for place in row.cites.iter().chain(&row.cases) {
                print(format_args!("      {place}"))?;
            }
        }
        print("")?;
    }
    if args.clause.is_none() && !book.options.is_empty() {
        print("## Scenario options\n")?;
        for option in &book.options {
            print(format_args!("{} = {}  [{}, {}]", option.name, option.default, option.clause, option.confidence))?;
            print_text(&option.text)?;
            if !option.values.is_empty() {
                print_text(&format!("One of {}.", option.values.join(", ")))?;
            }
            print("")?;
        }
    }
    if args.clause.is_none() && SYSTEMS.iter().any(|system| system.name() == args.system) {
        print("For the clauses of every game: undercity rules referee")?;
    }
    Ok(())
}

fn print_text(text: &str) -> Result<(), Failed> {
    wrapped(text, 92).into_iter().try_for_each(|line| print(format_args!("    {line}")))
}
