//! Pages of the book and the order in which they are read.

/// A page of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Title in the list of pages.
    pub title: String,
    /// Path of the page in the book, without its ending, such as `games/tide`.
    pub path: String,
    /// Path of its file in the repository; `None` if it is generated.
    pub source: Option<String>,
    /// Its text in Markdown.
    pub text: String,
    /// Files beside it, each with its path in the book.
    pub files: Vec<(String, Vec<u8>)>,
    /// The pages below it.
    pub below: Vec<Page>,
}

impl Page {
    /// Returns a page that no file of the repository holds.
    pub fn generated(title: impl Into<String>, path: impl Into<String>, text: String) -> Page {
        Page { title: title.into(), path: path.into(), source: None, text, files: Vec::new(), below: Vec::new() }
    }

    /// Returns this page and all below it, in reading order.
    pub fn all(&self) -> Vec<&Page> {
        let mut pages = vec![self];
        pages.extend(self.below.iter().flat_map(Page::all));
        pages
    }
}

/// A part of the book: the pages for one kind of reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Heading, such as `Players`; empty for the pages before all parts.
    pub title: String,
    /// Its pages in reading order.
    pub pages: Vec<Page>,
}

/// The whole book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The parts in reading order.
    pub parts: Vec<Part>,
}

impl Contents {
    /// Returns all pages in reading order.
    pub fn pages(&self) -> impl Iterator<Item = &Page> {
        self.parts.iter().flat_map(|part| &part.pages).flat_map(Page::all)
    }

    /// Adds a generated group to a part, after its pages about games.
    pub fn add(&mut self, part: usize, group: Page) {
        if let Some(part) = self.parts.get_mut(part) {
            let last = part.pages.iter().rposition(|page| page.path.starts_with("games/"));
            part.pages.insert(last.map_or(0, |place| place + 1), group);
        }
    }
}

/// Returns the title of a page: its first heading, without marks of Markdown.
pub fn title_of(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("# "))?;
    Some(line.replace(['*', '`'], "").trim().to_owned())
}

/// Returns the path in the book of a file of the repository, without the ending `.md`. The folder `docs` is the root of
/// the book, and the README of a folder is named after the folder.
pub fn book_path(source: &str) -> String {
    match source {
        "docs/README.md" => return "index".to_owned(),
        "README.md" => return "about".to_owned(),
        _ => {}
    }
    let path = source.strip_suffix(".md").unwrap_or(source);
    let path = path.strip_suffix("/README").unwrap_or(path);
    match path.strip_prefix("docs/") {
        Some(path) => path.to_owned(),
        None => path.to_lowercase(),
    }
}

/// Returns the path from a page of the book to a file of it.
pub fn from_page(page: &str, file: &str) -> String {
    let up = "../".repeat(page.matches('/').count());
    format!("{up}{file}")
}

#[test]
fn every_file_has_a_place_in_the_book() {
    assert_eq!(book_path("docs/README.md"), "index");
    assert_eq!(book_path("docs/api/model.md"), "api/model");
    assert_eq!(book_path("CONTRIBUTING.md"), "contributing");
    assert_eq!(book_path("crates/fair/README.md"), "crates/fair");
    assert_eq!(from_page("rules/tide/turn", "book.css"), "../../book.css");
    assert_eq!(title_of("\n# How *it* `works`\n"), Some("How it works".to_owned()));
}
