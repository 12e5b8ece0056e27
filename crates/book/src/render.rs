//! The book as pages of HTML.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use mdbook_driver::MDBook;
use mdbook_driver::book::{Book, BookItem, Chapter};
use mdbook_driver::config::Config;

use crate::links::Known;
use crate::page::{Contents, Page, from_page};
use crate::rulebooks::Names;
use crate::{Fault, folder, policy};

/// Folder of the book's templates, styles and scripts in the repository.
const THEME: &str = "site/book";
/// The place of the list of pages in the template.
const CONTENTS: &str = "<!--contents-->";
/// Files of mdBook that this book has no use for: its own styles, themes, fonts and scripts.
const UNUSED: [&str; 18] = [
    "ayu-highlight.css",
    "book.toml",
    "clipboard.min.js",
    "css/chrome.css",
    "css/variables.css",
    "favicon.png",
    "highlight.css",
    "highlight.js",
    "mark.min.js",
    "searcher.js",
    "toc.html",
    "toc.js",
    "tomorrow-night.css",
    ".nojekyll",
    "css/general.css",
    "404.html",
    "css/print.css",
    "fonts/fonts.css",
];

/// Writes the book into a folder.
///
/// # Errors
/// A link leads nowhere.
/// A file can't be read or written.
pub fn write(root: &Path, out: &Path, contents: Contents, names: &Names) -> Result<(), Fault> {
    let known = Known::new(root, &contents, names);
    let (mut texts, mut files, mut dead) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for page in contents.pages() {
        match known.linked(page) {
            Ok(linked) => {
                texts.insert(page.path.as_str(), linked.text);
                files.extend(linked.files);
            }
            Err(why) => dead.push(why),
        }
    }
    if !dead.is_empty() {
        return Err(format!("links that lead nowhere:\n{}", dead.join("\n")));
    }
    let book = book(&contents, &mut texts);
    run(root, out, book)?;
    for (source, place) in &files {
        folder::write(&out.join(place), folder::bytes(&root.join(source))?)?;
    }
    for (place, content) in contents.pages().flat_map(|page| &page.files) {
        folder::write(&out.join(place), content)?;
    }
    for name in UNUSED {
        // A file that this version of mdBook doesn't write is not missed.
        let _ = fs::remove_file(out.join(name));
    }
    finish(out, &contents)
}

/// Returns the chapters as mdBook takes them.
fn book(contents: &Contents, texts: &mut BTreeMap<&str, String>) -> Book {
    let mut items = Vec::new();
    for part in &contents.parts {
        if !part.title.is_empty() {
            items.push(BookItem::PartTitle(part.title.clone()));
        }
        let above = if part.title.is_empty() { Vec::new() } else { vec![part.title.clone()] };
        items.extend(part.pages.iter().map(|page| BookItem::Chapter(chapter(page, &above, texts))));
    }
    Book::new_with_items(items)
}

fn chapter(page: &Page, above: &[String], texts: &mut BTreeMap<&str, String>) -> Chapter {
    let text = texts.remove(page.path.as_str()).unwrap_or_default();
    let mut chapter = Chapter::new(&page.title, text, format!("{}.md", page.path), above.to_vec());
    let above: Vec<String> = above.iter().cloned().chain([page.title.clone()]).collect();
    chapter.sub_items = page.below.iter().map(|page| BookItem::Chapter(self::chapter(page, &above, texts))).collect();
    chapter
}

/// Runs mdBook.
fn run(root: &Path, out: &Path, book: Book) -> Result<(), Fault> {
    let theme = root.join(THEME).canonicalize().map_err(|error| format!("{THEME}: {error}"))?;
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let out = out.canonicalize().map_err(|error| format!("{}: {error}", out.display()))?;
    let mut config: Config =
        folder::text(&theme.join("book.toml"))?.parse().map_err(|error| format!("{THEME}/book.toml: {error}"))?;
    config.book.src = theme.join("static");
    config.build.build_dir = out;
    let failed = |error| format!("mdBook: {error:?}");
    let mut made = MDBook::load_with_config_and_summary(theme, config, Default::default()).map_err(failed)?;
    made.book = book;
    made.build().map_err(failed)
}

/// Puts the list of pages into each page, and takes out what the site's policy forbids.
fn finish(out: &Path, contents: &Contents) -> Result<(), Fault> {
    for page in contents.pages() {
        let path = out.join(format!("{}.html", page.path));
        let text = folder::text(&path)?;
        let text = policy::with_pictures(&policy::without_styles(&text)).replacen(CONTENTS, &list(contents, page), 1);
        folder::write(&path, text)?;
    }
    Ok(())
}

/// Returns the list of pages as it is beside a page: all parts, and what is below the page's own group.
fn list(contents: &Contents, here: &Page) -> String {
    let mut text = String::new();
    for part in &contents.parts {
        if !part.title.is_empty() {
            let _ = write!(text, "<h2>{}</h2>", part.title);
        }
        items(&mut text, &part.pages, here);
    }
    text
}

fn items(text: &mut String, pages: &[Page], here: &Page) {
    text.push_str("<ul>");
    for page in pages {
        let current = if page.path == here.path { " aria-current=\"page\"" } else { "" };
        let address = from_page(&here.path, &format!("{}.html", page.path));
        let title = page.title.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(text, "<li><a href=\"{address}\"{current}>{title}</a>");
        if !page.below.is_empty() && page.all().iter().any(|one| one.path == here.path) {
            items(text, &page.below, here);
        }
        text.push_str("</li>");
    }
    text.push_str("</ul>");
}
