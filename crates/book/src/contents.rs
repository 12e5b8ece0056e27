//! The order of the pages, as `docs/README.md` lists them.

use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::page::{Contents, Page, Part, book_path, title_of};
use crate::{Fault, folder};

/// The page that lists all others.
const LIST: &str = "docs/README.md";

/// Reads the list of pages and the pages themselves.
///
/// # Errors
/// A page can't be read, has no title or is listed twice.
/// A page of `docs/` is not listed.
pub fn read(root: &Path) -> Result<Contents, Fault> {
    let list = folder::text(&root.join(LIST))?;
    let first = Part { title: String::new(), pages: vec![page(root, LIST)?, page(root, "README.md")?] };
    let mut contents = Contents { parts: vec![first] };
    for (title, targets) in sections(&list) {
        let pages = targets.iter().map(|target| entry(root, target)).collect::<Result<_, _>>()?;
        contents.parts.push(Part { title, pages });
    }
    is_complete(root, &contents)?;
    Ok(contents)
}

/// Returns the sections of the list, each with the files and folders that its table names, relative to the root.
fn sections(list: &str) -> Vec<(String, Vec<String>)> {
    let (mut sections, mut heading, mut cell) = (Vec::<(String, Vec<String>)>::new(), None::<String>, 0);
    for event in Parser::new_ext(list, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level: pulldown_cmark::HeadingLevel::H2, .. }) => heading = Some(String::new()),
            Event::Text(text) if heading.is_some() => heading.iter_mut().for_each(|title| title.push_str(&text)),
            Event::End(TagEnd::Heading(_)) => sections.extend(heading.take().map(|title| (title, Vec::new()))),
            Event::Start(Tag::TableRow) => cell = 0,
            Event::End(TagEnd::TableCell) => cell += 1,
            Event::Start(Tag::Link { dest_url, .. }) if cell == 0 => {
                if let Some((_, targets)) = sections.last_mut() {
                    let above = dest_url.strip_prefix("../");
                    targets.push(above.map_or_else(|| format!("docs/{dest_url}"), str::to_owned));
                }
            }
            _ => {}
        }
    }
    sections
}

/// Returns the page of a file, or of a folder with the pages in it.
fn entry(root: &Path, target: &str) -> Result<Page, Fault> {
    let Some(inside) = target.strip_suffix('/') else { return page(root, target) };
    let names = folder::names(&root.join(inside))?;
    let mut below = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".md")) {
        below.push(page(root, &format!("{target}{name}"))?);
    }
    for name in names.iter().filter(|name| name.ends_with('/')) {
        let source = format!("{target}{name}README.md");
        if root.join(&source).exists() {
            below.push(page(root, &source)?);
        }
    }
    let (title, about) = about_folder(target)?;
    for page in &mut below {
        // The list of pages shows it below the group's title.
        if let Some(rest) = page.title.strip_prefix(title).and_then(|rest| rest.strip_prefix(": ")) {
            page.title = rest.to_owned();
        }
    }
    let mut text = format!("# {title}\n\n{about}\n\n");
    for page in &below {
        text.push_str(&format!(
            "- [{}]({})\n",
            page.title,
            page.source.as_deref().map_or("", |source| within(source, inside))
        ));
    }
    for name in names.iter().filter(|name| name.ends_with(".json")) {
        text.push_str(&format!("- [{name}]({name})\n"));
    }
    Ok(Page {
        below,
        source: Some(format!("{target}README.md")),
        ..Page::generated(title, format!("{}/index", book_path(inside)), text)
    })
}

/// Returns the path of a file within a folder.
fn within<'a>(file: &'a str, inside: &str) -> &'a str {
    file.strip_prefix(inside).map_or(file, |rest| rest.trim_start_matches('/'))
}

/// Returns the title of a folder and a sentence about it.
fn about_folder(target: &str) -> Result<(&'static str, &'static str), Fault> {
    Ok(match target {
        "docs/sewers/" => {
            ("How the sewers work", "Each game in pictures, drawn by the program from positions of a played example.")
        }
        "docs/sources/" => (
            "What the rules rest on",
            "Each clause with its source, what is left out, and the answer to each fact of the published game.",
        ),
        "docs/reference/" => ("Keys of scenario files", "Keys, ranges, defaults and options of each system."),
        "docs/schemas/" => {
            ("JSON Schemas", "Schemas of scenario files. An editor that reads them completes keys and marks mistakes.")
        }
        "docs/words/" => {
            ("Words of cases and ledgers", "Every order, fact, change, report, step and roll of each system.")
        }
        "crates/" => ("The crates", "What each crate is for, with an example where it has one."),
        _ => {
            return Err(format!(
                "{LIST}: {target}: a folder without a title; name it in `crates/book/src/contents.rs`"
            ));
        }
    })
}

/// Reads a page.
fn page(root: &Path, source: &str) -> Result<Page, Fault> {
    let text = folder::text(&root.join(source))?;
    let title = title_of(&text).ok_or_else(|| format!("{source}: a page without a title; expected a line `# …`"))?;
    let title = match source {
        LIST => "All pages".to_owned(),
        "README.md" => "About Undercity".to_owned(),
        _ => title,
    };
    Ok(Page { source: Some(source.to_owned()), ..Page::generated(title, book_path(source), text) })
}

/// Checks that every page of `docs/` is listed once.
fn is_complete(root: &Path, contents: &Contents) -> Result<(), Fault> {
    let listed: Vec<&str> = contents.pages().filter_map(|page| page.source.as_deref()).collect();
    for file in folder::files(&root.join("docs"))?.iter().filter(|file| file.ends_with(".md")) {
        let source = format!("docs/{file}");
        match listed.iter().filter(|listed| **listed == source).count() {
            0 => return Err(format!("{LIST}: {source} is not listed")),
            1 => {}
            _ => return Err(format!("{LIST}: {source} is listed twice")),
        }
    }
    Ok(())
}

#[test]
fn the_list_is_read_by_its_first_column() {
    let list = "# D\n\n## Players\n\n| page | about |\n|---|---|\n| [a](a.md) | see [b](b.md) |\n| [c/](c/) | d |\n\n## Hosts\n\n| page | about |\n|---|---|\n| [S](../S.md) | e |\n";
    let players = ("Players".to_owned(), vec!["docs/a.md".to_owned(), "docs/c/".to_owned()]);
    assert_eq!(sections(list), [players, ("Hosts".to_owned(), vec!["S.md".to_owned()])]);
}
