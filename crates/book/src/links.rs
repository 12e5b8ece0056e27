//! Links of a page, rewritten from files of the repository to pages of the book.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::Fault;
use crate::page::{Contents, Page, from_page};
use crate::rulebooks::Names;

/// The repository on the web, for folders that are not part of the book.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/tree/main/");

/// Everything that links of the book can lead to.
pub struct Known<'a> {
    root: &'a Path,
    /// Path in the book and title of each page, by its file in the repository.
    pages: BTreeMap<String, (&'a str, &'a str)>,
    /// Generated files, by path in the book.
    files: BTreeSet<&'a str>,
    names: &'a Names,
    scenarios: BTreeSet<&'static str>,
}

/// A page with its links rewritten.
pub struct Linked {
    /// The text in Markdown.
    pub text: String,
    /// Files of the repository that it links to, each with its place in the book.
    pub files: BTreeMap<String, String>,
}

/// Returns the file that a page has, or would have, in the repository.
fn source_of(page: &Page) -> String {
    page.source.clone().unwrap_or_else(|| format!("docs/{}.md", page.path))
}

impl<'a> Known<'a> {
    /// Collects the pages of the book, and the names that prose mentions.
    pub fn new(root: &'a Path, contents: &'a Contents, names: &'a Names) -> Self {
        let all: Vec<&Page> = contents.pages().collect();
        let pages = all.iter().map(|page| (source_of(page), (&*page.path, &*page.title))).collect();
        let files = all.iter().flat_map(|page| &page.files).map(|(path, _)| path.as_str()).collect();
        let scenarios = builtin::all().iter().map(|scenario| scenario.name).collect();
        Known { root, pages, files, names, scenarios }
    }

    /// Rewrites the links of a page. Clauses, scenarios and cases that its prose names become links.
    ///
    /// # Errors
    /// The links that lead nowhere.
    pub fn linked(&self, page: &Page) -> Result<Linked, Fault> {
        let source = source_of(page);
        let mut linked = Linked { text: String::new(), files: BTreeMap::new() };
        let (mut edits, mut dead) = (Vec::<(Range<usize>, String)>::new(), Vec::new());
        let (mut link, mut quiet) = (None::<(Range<usize>, String)>, 0);
        for (event, range) in
            Parser::new_ext(&page.text, Options::all() - Options::ENABLE_SMART_PUNCTUATION).into_offset_iter()
        {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    quiet += 1;
                    link = Some((range, dest_url.into_string()));
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    quiet -= 1;
                    let Some((range, target)) = link.take() else { continue };
                    match self.address(page, &source, &target, &mut linked.files) {
                        Ok(Some((address, title))) => {
                            edits.push((range.clone(), relinked(&page.text[range], &target, &address, title)))
                        }
                        Ok(None) => {}
                        Err(why) => dead.push(format!("{source}: {target}: {why}")),
                    }
                }
                Event::Start(Tag::Heading { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_)) => {
                    quiet += 1
                }
                Event::End(TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_)) => {
                    quiet -= 1
                }
                Event::Text(text) if quiet == 0 && page.text[range.clone()] == *text => {
                    self.named(page, &text, range.start, &mut edits);
                }
                Event::Code(code) if quiet == 0 && self.scenarios.contains(&*code) => {
                    let address = from_page(&page.path, &format!("scenarios/{code}.html"));
                    edits.push((range.clone(), format!("[{}]({address})", &page.text[range])));
                }
                _ => {}
            }
        }
        if !dead.is_empty() {
            return Err(dead.join("\n"));
        }
        linked.text = edited(&page.text, edits);
        Ok(linked)
    }

    /// Returns the address of a link, and the title of the page it leads to. `None` if it stays as it is.
    fn address(
        &self,
        page: &Page,
        source: &str,
        target: &str,
        copied: &mut BTreeMap<String, String>,
    ) -> Result<Option<(String, Option<&str>)>, &'static str> {
        if let Some(place) = target.strip_prefix("play:") {
            return Ok(Some((from_page(&page.path, &format!("../play/{place}")), None)));
        }
        if target.starts_with('#') || target.contains("://") || target.starts_with("mailto:") || target.contains("::") {
            return Ok(None);
        }
        let (file, anchor) =
            target.split_once('#').map_or((target, String::new()), |(file, name)| (file, format!("#{name}")));
        let file = resolved(source, file);
        let found = self.pages.get(&file).or_else(|| self.pages.get(&format!("{file}/README.md")));
        if let Some((path, title)) = found {
            return Ok(Some((from_page(&page.path, &format!("{path}.html{anchor}")), Some(title))));
        }
        let in_docs = file.strip_prefix("docs/");
        if in_docs.is_some_and(|file| self.files.contains(file)) {
            return Ok(None);
        }
        let path = self.root.join(&file);
        if path.is_dir() {
            return Ok(Some((format!("{REPOSITORY}{file}"), None)));
        }
        if !path.is_file() {
            return Err("no such file");
        }
        let place = in_docs.map_or_else(|| format!("files/{file}"), str::to_owned);
        let address = from_page(&page.path, &place);
        copied.insert(file, place);
        Ok(Some((address, None)))
    }

    /// Makes links of the clauses and cases that a text names.
    fn named(&self, page: &Page, text: &str, start: usize, edits: &mut Vec<(Range<usize>, String)>) {
        let system = page.path.strip_prefix("sources/").unwrap_or_default();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '/' | '_');
        let mut at = 0;
        for word in text.split(|letter: char| !is_part(letter)) {
            let place = at;
            at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
            let name = word.trim_end_matches(['.', '-', '/']);
            let address = match self.names.clauses.get(name) {
                Some(address) => from_page(&page.path, address),
                None => match self.names.cases.get(&(system.to_owned(), name.to_owned())) {
                    Some(case) => from_page(&page.path, &format!("../play/#/case/{case}")),
                    None => continue,
                },
            };
            let range = start + place..start + place + name.len();
            edits.push((range, format!("[{name}]({address})")));
        }
    }
}

/// Returns a link with another address. A link whose text is the name of a file gets the title of the page instead.
fn relinked(link: &str, target: &str, address: &str, title: Option<&str>) -> String {
    let text = link.strip_prefix('[').and_then(|link| link.split_once("](")).map(|(text, _)| text);
    let names_file = text
        .is_some_and(|text| target.trim_start_matches("../") == text || text.ends_with(".md") || text.ends_with('/'));
    match title {
        Some(title) if names_file => format!("[{title}]({address})"),
        _ => match link.rfind(target) {
            Some(at) => format!("{}{address}{}", &link[..at], &link[at + target.len()..]),
            None => link.to_owned(),
        },
    }
}

/// Returns the path in the repository that a link of a file means.
fn resolved(source: &str, target: &str) -> String {
    let mut parts: Vec<&str> = source.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns a text with parts replaced.
fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let (mut new, mut done) = (String::with_capacity(text.len()), 0);
    for (range, part) in edits {
        if range.start >= done {
            new.push_str(&text[done..range.start]);
            new.push_str(&part);
            done = range.end;
        }
    }
    new.push_str(&text[done..]);
    new
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::{Known, relinked, resolved};
    use crate::page::{Contents, Page, Part};
    use crate::rulebooks::Names;

    #[test]
    fn paths_are_resolved() {
        assert_eq!(resolved("docs/api/model.md", "../play.md"), "docs/play.md");
        assert_eq!(resolved("docs/a.md", "b/"), "docs/b");
        assert_eq!(relinked("[play.md](play.md)", "play.md", "play.html", Some("Play")), "[Play](play.html)");
        assert_eq!(relinked("[how](play.md#a)", "play.md#a", "x.html#a", Some("Play")), "[how](x.html#a)");
    }

    #[test]
    fn clauses_scenarios_and_pages_become_links() {
        let page = |path: &str, text: &str| Page::generated(path, path, text.to_owned());
        let text = "See TOI-S4. In `tide/first`, not [TOI-S4](b.md) or ``` TOI-S4 ```.\n\n# TOI-S4\n";
        let pages = vec![page("games/a", text), page("games/b", "")];
        let contents = Contents { parts: vec![Part { title: String::new(), pages }] };
        let clauses = BTreeMap::from([("TOI-S4".to_owned(), "rules/tide/x.html#toi-s4".to_owned())]);
        let names = Names { clauses, ..Names::default() };
        let known = Known::new(Path::new("."), &contents, &names);
        let linked = known.linked(&contents.parts[0].pages[0]).unwrap();
        assert_eq!(
            linked.text,
            "See [TOI-S4](../rules/tide/x.html#toi-s4). In [`tide/first`](../scenarios/tide/first.html), not \
             [TOI-S4](../games/b.html) or ``` TOI-S4 ```.\n\n# TOI-S4\n"
        );
        let dead = known.linked(&page("games/c", "[x](nowhere.md)")).err().unwrap();
        assert_eq!(dead, "docs/games/c.md: nowhere.md: no such file");
    }
}
