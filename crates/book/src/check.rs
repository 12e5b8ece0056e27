//! Checks of a built site: no link leads nowhere, and every page keeps the site's policy.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::policy::{elements, kept};
use crate::{Fault, folder};

/// What is found on a page.
struct Found {
    anchors: BTreeSet<String>,
    /// Addresses of links and of what is loaded.
    links: BTreeSet<String>,
}

/// Checks all pages of a site and returns a line about them.
///
/// # Errors
/// All links that lead nowhere, and all pages that break the policy.
pub fn site(root: &Path, site: &Path) -> Result<String, Fault> {
    let files: BTreeSet<String> = folder::files(site)?.into_iter().collect();
    let (mut pages, mut faults) = (BTreeMap::new(), Vec::new());
    // The playable page is made and tested elsewhere.
    for file in files.iter().filter(|file| file.ends_with(".html") && !file.starts_with("play/")) {
        let text = folder::text(&site.join(file))?;
        if let Err(why) = kept(&text) {
            faults.push(format!("{file}: {why}"));
        }
        pages.insert(file.as_str(), found(&text));
    }
    let mut count = 0;
    for (page, Found { links, .. }) in &pages {
        for link in links.iter().filter(|link| is_inside(link)) {
            count += 1;
            if let Some(why) = fault(root, page, link, &files, &pages) {
                faults.push(format!("{page}: {link}: {why}"));
            }
        }
    }
    if pages.is_empty() {
        faults.push(format!("{}: no pages", site.display()));
    }
    match faults.len() {
        0 => Ok(format!("{}: {} pages, {count} links", site.display(), pages.len())),
        found => Err(format!("faults in the site: {found}\n{}", faults.join("\n"))),
    }
}

fn found(text: &str) -> Found {
    let mut found = Found { anchors: BTreeSet::new(), links: BTreeSet::new() };
    for element in elements(text) {
        found.anchors.extend(element.get("id").map(str::to_owned));
        for link in ["href", "src"].into_iter().filter_map(|name| element.get(name)) {
            found.links.insert(link.replace("&amp;", "&"));
        }
    }
    found
}

/// Returns whether a link is to this site.
fn is_inside(link: &str) -> bool {
    !link.contains("://") && !["mailto:", "data:"].iter().any(|start| link.starts_with(start))
}

/// Returns the reason why a link leads nowhere.
fn fault(
    root: &Path,
    page: &str,
    link: &str,
    files: &BTreeSet<String>,
    pages: &BTreeMap<&str, Found>,
) -> Option<&'static str> {
    if link.starts_with('/') {
        return Some("not relative: the site may be below a path");
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let Some(file) = resolved(page, path) else { return Some("above the site") };
    if let Some(place) = file.strip_prefix("play/") {
        return played(root, place, anchor.unwrap_or_default());
    }
    if !files.contains(&file) {
        return Some("no such file");
    }
    let anchor = anchor.filter(|anchor| !anchor.is_empty())?;
    let is_there = pages.get(file.as_str()).is_some_and(|page| page.anchors.contains(anchor));
    (!is_there).then_some("no such anchor")
}

/// Returns the reason why an address of the playable page leads nowhere.
fn played(root: &Path, file: &str, anchor: &str) -> Option<&'static str> {
    if file != "index.html" {
        return Some("the playable page has one file");
    }
    let place = anchor.strip_prefix('/').unwrap_or(anchor);
    let (kind, name) = place.split_once('/').unwrap_or((place, ""));
    let is_there = match kind {
        "" | "calculators" => name.is_empty(),
        "scenario" => builtin::named(name).is_some(),
        "guide" => builtin::guides().iter().any(|guide| guide.name == name),
        "sewers" => table::system(name).is_some(),
        "case" => !name.contains("..") && root.join(format!("cases/{name}.toml")).is_file(),
        _ => false,
    };
    (!is_there).then_some("the playable page has no such place")
}

/// Returns the file that a link of a page means; `None` if it is outside the site. A folder means its `index.html`.
fn resolved(page: &str, link: &str) -> Option<String> {
    let link = link.split('?').next().unwrap_or_default();
    if link.is_empty() {
        return Some(page.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    if link.ends_with('/') || link.ends_with("..") || link == "." {
        parts.push("index.html");
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::site;
    use crate::folder;

    const HEAD: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">";

    /// Checks a site of two pages, of which the first has this body.
    fn check(body: &str) -> Result<String, String> {
        let made = tempfile::tempdir().unwrap();
        folder::write(&made.path().join("index.html"), format!("{HEAD}{body}")).unwrap();
        folder::write(&made.path().join("docs/a.html"), format!("{HEAD}<h1 id=\"b\">B</h1><a href=\"../\">c</a>"))
            .unwrap();
        site(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), made.path())
    }

    #[test]
    fn links_that_lead_somewhere_are_counted() {
        let body = "<a href=\"docs/a.html#b\">1</a><a href=\"play/#/scenario/tide/first\">2</a>\
                    <a href=\"play/#/guide/tide/first\">3</a>\
                    <a href=\"play/#/case/tide/TOI-B1-actions-of-a-turn\">4</a><a href=\"https://a.b\">5</a>";
        let line = check(body).unwrap();
        assert!(line.ends_with("2 pages, 5 links"), "{line}");
    }

    #[test]
    fn dead_links_are_found() {
        for (link, why) in [
            ("docs/b.html", "no such file"),
            ("docs/", "no such file"),
            ("docs/a.html#c", "no such anchor"),
            ("#top", "no such anchor"),
            ("/docs/a.html", "not relative"),
            ("../docs/a.html", "above the site"),
            ("play/#/scenario/tide/none", "no such place"),
            ("play/#/case/tide/none", "no such place"),
            ("play/#/elsewhere", "no such place"),
        ] {
            let fault = check(&format!("<a href=\"{link}\">d</a>")).unwrap_err();
            assert!(fault.contains(&format!("index.html: {link}: ")) && fault.contains(why), "{link}: {fault}");
        }
    }

    #[test]
    fn a_page_that_breaks_the_policy_is_found() {
        assert!(check("<script>a()</script>").unwrap_err().contains("index.html: an inline <script>"));
    }
}
