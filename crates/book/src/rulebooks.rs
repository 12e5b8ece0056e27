//! The rulebooks as pages: each clause with its text, what it rests on, its options, and the cases that cover it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rules::rulebook::{ClauseEntry, Confidence, Kind, OptionEntry, Rulebook};
use serde::Deserialize;
use table::SYSTEMS;

use crate::page::{Page, from_page};
use crate::{Fault, folder};

/// The pages of all rulebooks.
pub struct Made {
    /// The group of pages.
    pub group: Page,
    /// What prose can name, and where it leads.
    pub names: Names,
}

/// Names that prose mentions, each with its address in the site.
#[derive(Debug, Default)]
pub struct Names {
    /// Address in the book of each clause, such as `rules/tide/sewers.html#toi-s4`.
    pub clauses: BTreeMap<String, String>,
    /// Path below `cases/` of each case, by system and file name without ending.
    pub cases: BTreeMap<(String, String), String>,
}

/// A conformance case, as far as a reader needs it to choose one.
struct CaseLine {
    /// Path below `cases/`, without its ending.
    path: String,
    title: String,
    covers: Vec<String>,
}

#[derive(Deserialize)]
struct Head {
    title: String,
    #[serde(default)]
    covers: Vec<String>,
}

/// Returns the pages of all rulebooks.
///
/// # Errors
/// A case can't be read.
pub fn group(root: &Path) -> Result<Made, Fault> {
    let cases = cases(root)?;
    let mut names = Names::default();
    for case in &cases {
        let (system, rest) = case.path.split_once('/').unwrap_or_default();
        let name = rest.rsplit('/').next().unwrap_or(rest);
        for name in [rest, name] {
            names.cases.insert((system.to_owned(), name.to_owned()), case.path.clone());
        }
    }
    let mut group = Page::generated("The rulebooks", "rules/index", index(cases.len()));
    let referee = referee::referee_rulebook().book();
    for book in SYSTEMS.iter().map(|system| system.rulebook()).chain([referee]) {
        group.below.push(book_pages(book, &cases, &mut names));
    }
    Ok(Made { group, names })
}

/// Reads the heads of all cases.
fn cases(root: &Path) -> Result<Vec<CaseLine>, Fault> {
    let place = root.join("cases");
    let mut files = folder::files(&place)?;
    files.retain(|file| file.ends_with(".toml") && !file.split('/').any(|part| part == "boards"));
    let read = |file: &String| {
        let head: Head =
            toml::from_str(&folder::text(&place.join(file))?).map_err(|error| format!("cases/{file}: {error}"))?;
        let path = file.trim_end_matches(".toml").to_owned();
        Ok(CaseLine { path, title: head.title, covers: head.covers })
    };
    files.par_iter().map(read).collect()
}

/// Returns the first page of the group.
fn index(cases: usize) -> String {
    let mut text = String::from(
        "# The rulebooks\n\nAll rules are restated in our own words; the games belong to their publishers. Each clause says \
         how sure we are of it:\n\n| mark | meaning |\n|---|---|\n",
    );
    for level in Confidence::ALL {
        let _ = writeln!(text, "| {} | {} |", mark(level), level.meaning());
    }
    let _ = write!(
        text,
        "\nA clause can have details of ours; its text says which. {cases} cases show what the clauses do. \
         *Step through this* opens a case on the board.\n\n"
    );
    for book in SYSTEMS.iter().map(|system| system.rulebook()) {
        let _ = writeln!(text, "- [{}]({}/index.md): {} clauses", book.title, book.system, book.clauses.len());
    }
    text.push_str("- [The referee](referee/index.md): the clauses of every game\n");
    text
}

fn mark(level: Confidence) -> String {
    format!("<span class=\"mark {level}\">{level}</span>")
}

/// Returns the title of a rulebook in a list.
fn title_of(book: &Rulebook) -> &str {
    if book.system == "referee" { "The referee" } else { &book.title }
}

/// Returns the pages of a rulebook: an overview, and a page for each section.
fn book_pages(book: &Rulebook, cases: &[CaseLine], names: &mut Names) -> Page {
    let system = &book.system;
    let mut sections: Vec<(&str, Vec<&ClauseEntry>)> = Vec::new();
    for clause in &book.clauses {
        match sections.iter_mut().find(|(title, _)| *title == clause.section) {
            Some((_, clauses)) => clauses.push(clause),
            None => sections.push((&clause.section, vec![clause])),
        }
    }
    let mut overview = format!("# {}: rules\n\n{}\n\n", title_of(book), book.source);
    if system != "referee" {
        let _ = writeln!(
            overview,
            "[How its sewers work](../../sewers/{system}.md) shows them in pictures. \
             [What the rules rest on](../../sources/{system}.md) lists sources, and what is left out. \
             Try the [calculators](play:#/calculators).\n"
        );
    }
    let mut pages = Vec::new();
    for (title, clauses) in &sections {
        let path = format!("rules/{system}/{}", slug(title));
        let _ = writeln!(overview, "## [{title}]({}.md)\n\n| clause | title | |\n|---|---|---|", slug(title));
        let mut text = format!("# {title}\n\n<p class=\"of\">{}</p>\n\n", title_of(book));
        for clause in clauses {
            names.clauses.insert(clause.id.clone(), format!("{path}.html#{}", anchor(&clause.id)));
            let _ = writeln!(overview, "| {} | {} | {} |", clause.id, in_cell(&clause.title), mark(clause.confidence));
            text.push_str(&one(clause, book, cases, &path));
        }
        overview.push('\n');
        pages.push(Page::generated(*title, path, text));
    }
    overview.push_str(&options(book));
    Page { below: pages, ..Page::generated(title_of(book), format!("rules/{system}/index"), overview) }
}

/// Returns the text of a clause.
fn one(clause: &ClauseEntry, book: &Rulebook, cases: &[CaseLine], path: &str) -> String {
    let mut text = format!("## {} · {} {{#{}}}\n\n", clause.id, clause.title, anchor(&clause.id));
    let _ = writeln!(text, "{}\n", escaped(&clause.text));
    let rests =
        if clause.sources.is_empty() { clause.confidence.meaning().to_owned() } else { clause.sources.join("; ") };
    let described = if clause.kind == Kind::Text { " · description only" } else { "" };
    let _ = writeln!(text, "<p class=\"rests\">{} {}{described}</p>\n", mark(clause.confidence), html(&rests));
    let own = |option: &&OptionEntry| option.clause == clause.id || clause.options.contains(&option.name);
    for option in book.options.iter().filter(own) {
        let _ = writeln!(text, "{}", option_line(option));
    }
    let covering: Vec<&CaseLine> = cases.iter().filter(|case| case.covers.contains(&clause.id)).collect();
    if !covering.is_empty() {
        let count = if covering.len() == 1 {
            "1 case shows it".to_owned()
        } else {
            format!("{} cases show it", covering.len())
        };
        let _ = write!(text, "<details class=\"cases\"><summary>{count}</summary><ul>");
        for case in covering {
            let address = from_page(path, &format!("../play/#/case/{}", case.path));
            let _ = write!(
                text,
                "<li>{} <a class=\"step\" href=\"{address}\" aria-label=\"Step through this: {}\">Step through this</a></li>",
                html(&case.title),
                html(&case.title)
            );
        }
        text.push_str("</ul></details>\n\n");
    }
    text
}

/// Returns the options of a rulebook as a section.
fn options(book: &Rulebook) -> String {
    if book.options.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "## Options of scenarios\n\nRules that players read differently. You choose them when you start a game.\n\n",
    );
    for option in &book.options {
        let _ = writeln!(text, "{}", option_line(option));
    }
    text
}

fn option_line(option: &OptionEntry) -> String {
    let title = option.title.as_deref().unwrap_or(&option.name);
    let values =
        if option.values.is_empty() { String::new() } else { format!(" One of {}.", option.values.join(", ")) };
    format!(
        "- **{title}** (`{} = {}`, {}): {}{values}\n",
        option.name,
        option.default,
        option.clause,
        escaped(&option.text)
    )
}

/// Returns a name as part of an address: lower case, with `-` between words.
fn slug(title: &str) -> String {
    let words: Vec<String> = title
        .to_lowercase()
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.join("-")
}

/// Returns the anchor of a clause.
fn anchor(id: &str) -> String {
    id.to_lowercase().replace('.', "-")
}

/// Returns a text whose letters have no meaning in Markdown.
fn escaped(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace('*', "\\*").replace('_', "\\_").replace('<', "&lt;").replace('[', "\\[")
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn in_cell(text: &str) -> String {
    escaped(text).replace('|', "\\|")
}

#[test]
fn names_are_made_for_addresses() {
    assert_eq!(slug("Movement (A4), and fire"), "movement-a4-and-fire");
    assert_eq!(anchor("B8.41d"), "b8-41d");
    assert_eq!(escaped("a*b\n c <d"), "a\\*b c &lt;d");
}
