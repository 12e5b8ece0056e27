//! The front page of the site, and the look that all its pages share.

use std::fmt::Write;
use std::path::Path;

use table::SYSTEMS;

use crate::{Fault, film, folder};

/// Files of the repository that pages of the site load, each with its place in the site.
const LOOK: [(&str, &str); 3] = [
    ("web/src/look/base.css", "look/base.css"),
    ("web/public/icon.svg", "icon.svg"),
    ("site/look/fonts.css", "look/fonts.css"),
];

/// Writes colours, fonts and the icon into a site.
pub fn look(root: &Path, site: &Path) -> Result<(), Fault> {
    for (file, place) in LOOK {
        folder::write(&site.join(place), folder::bytes(&root.join(file))?)?;
    }
    for name in folder::names(&root.join("site/look/fonts"))? {
        let file = format!("look/fonts/{name}");
        folder::write(&site.join(&file), folder::bytes(&root.join("site").join(&file))?)?;
    }
    Ok(())
}

/// Writes the front page and returns a line about it.
///
/// # Errors
/// A file can't be read or written.
/// The moving picture can't be made.
pub fn write(root: &Path, site: &Path) -> Result<String, Fault> {
    look(root, site)?;
    let place = root.join("site");
    for name in ["front.css", "front.js"] {
        folder::write(&site.join(name), folder::bytes(&place.join(name))?)?;
    }
    let ledger = "site/under-lantern-square.jsonl";
    folder::write(&site.join("docs/files").join(ledger), folder::bytes(&root.join(ledger))?)?;
    let film = film::make(root)?;
    let mut page = folder::text(&place.join("index.html"))?;
    for (name, part) in [
        ("film:street", film.street),
        ("film:below", film.below),
        ("film:captions", film.captions),
        ("games", games()?),
    ] {
        let mark = format!("<!--{name}-->");
        if page.matches(&mark).count() != 1 {
            return Err(format!("site/index.html: expected {mark} once"));
        }
        page = page.replace(&mark, &part);
    }
    folder::write(&site.join("film.css"), film.styles)?;
    folder::write(&site.join("index.html"), &page)?;
    Ok(format!("{}: front page, {} bytes", site.display(), page.len()))
}

/// Returns what the explained page of a system says first: how its sewers work, in one or two sentences.
fn about(name: &str) -> Result<String, Fault> {
    let page = builtin::explained().into_iter().find(|page| page.name == name);
    let page: toml::Table = page
        .ok_or_else(|| format!("explained/{name}.toml: missing"))
        .and_then(|page| toml::from_str(&page.text).map_err(|error| format!("explained/{name}.toml: {error}")))?;
    let about = page.get("explained").and_then(|head| head.get("about")).and_then(toml::Value::as_str);
    Ok(about.ok_or_else(|| format!("explained/{name}.toml: no about"))?.trim().to_owned())
}

/// Returns the games as items of a list.
fn games() -> Result<String, Fault> {
    let mut text = String::new();
    for system in SYSTEMS {
        let (name, book) = (system.name(), system.rulebook());
        let way = about(name)?;
        let scenarios = builtin::all().iter().filter(|scenario| scenario.name.starts_with(&format!("{name}/"))).count();
        let _ = write!(
            text,
            "<li><h3><a href=\"docs/games/{name}.html\">{}</a></h3><p>{way}</p>\
             <p class=\"holds\">{} clauses, {scenarios} scenarios</p><p class=\"links\">\
             <a href=\"docs/sewers/{name}.html\">Its sewers in pictures<span class=\"unseen\"> of {}</span></a>\
             <a href=\"docs/scenarios/{name}/index.html\">Play a scenario<span class=\"unseen\"> of {}</span></a></p></li>",
            book.title,
            book.clauses.len(),
            book.title,
            book.title
        );
    }
    Ok(text)
}
