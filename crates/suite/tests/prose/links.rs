//! Links, anchors and `make` commands of the pages.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::files::{File, root};
use crate::sentences::{OPTIONS, line_of};

/// Returns the anchors of a page, as GitHub derives them from its headings.
fn anchors(page: &str) -> Vec<String> {
    let (mut anchors, mut heading) = (Vec::<String>::new(), None::<String>);
    for event in Parser::new_ext(page, OPTIONS) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(&text),
            (Event::End(TagEnd::Heading(_)), _) => {
                let text = heading.take().unwrap_or_default().to_lowercase();
                let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
                let slug = text.chars().filter(kept).collect::<String>().replace(' ', "-");
                let again = |n: usize| if n == 0 { slug.clone() } else { format!("{slug}-{n}") };
                anchors.extend((0..).map(again).find(|name| !anchors.contains(name)));
            }
            _ => {}
        }
    }
    anchors
}

/// Returns the path that a link on a page means.
fn resolved(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
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

/// Returns whether a link is to a file or an anchor, not to another site or to an item of the crate's documentation.
fn is_relative(target: &str) -> bool {
    let elsewhere = ["http://", "https://", "mailto:"].iter().any(|start| target.starts_with(start));
    !elsewhere && !target.contains("::") && (target.contains(['.', '/']) || target.starts_with('#'))
}

/// Lists the links to missing files and anchors.
pub fn dead(pages: &[File]) -> Vec<String> {
    let anchors: BTreeMap<&str, Vec<String>> =
        pages.iter().map(|page| (page.path.as_str(), anchors(&page.text))).collect();
    let (root, mut dead, mut links) = (root(), Vec::new(), 0);
    for page in pages {
        for (event, range) in Parser::new_ext(&page.text, OPTIONS).into_offset_iter() {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { continue };
            if !is_relative(&dest_url) {
                continue;
            }
            links += 1;
            let (file, anchor) = dest_url.split_once('#').map_or((&*dest_url, None), |(file, name)| (file, Some(name)));
            let file = if file.is_empty() { page.path.clone() } else { resolved(&page.path, file) };
            let has = |anchor| anchors.get(file.as_str()).is_some_and(|names| names.iter().any(|name| name == anchor));
            if !root.join(&file).exists() || anchor.is_some_and(|anchor| !has(anchor)) {
                dead.push(format!("{}:{}: {dest_url}", page.path, line_of(&page.text, range.start)));
            }
        }
    }
    assert!(links > 100, "only {links} links were found");
    dead
}

/// Removes what follows a command: another command, a comment, or an explanation in another column.
fn command(line: &str) -> &str {
    line.split([';', '#', '&', '|']).next().and_then(|line| line.split("  ").next()).unwrap_or_default()
}

/// Returns the targets that a text names after `make`.
fn targets(code: &str) -> Vec<&str> {
    let named = code.lines().filter_map(|line| line.trim_start().trim_start_matches("$ ").strip_prefix("make "));
    let is_target = |word: &&str| !word.contains('=') && !word.starts_with('-');
    let words = named.flat_map(|line| command(line).split_whitespace());
    words.filter(is_target).collect()
}

/// Lists the `make` commands of the pages that name no target of the Makefile.
pub fn unknown_targets(pages: &[File]) -> Vec<String> {
    let makefile: String =
        ["Makefile", "site/site.mk"].map(|file| std::fs::read_to_string(root().join(file)).unwrap()).concat();
    let heads = makefile.lines().filter(|line| !line.starts_with(['\t', '#', ' ', '.']));
    let known: Vec<&str> =
        heads.filter_map(|line| line.split_once(':')).flat_map(|(names, _)| names.split_whitespace()).collect();
    let (mut unknown, mut found, mut in_code) = (Vec::new(), 0, false);
    for page in pages {
        for (event, range) in Parser::new_ext(&page.text, OPTIONS).into_offset_iter() {
            let code = match event {
                Event::Start(Tag::CodeBlock(_)) => {
                    in_code = true;
                    continue;
                }
                Event::End(TagEnd::CodeBlock) => {
                    in_code = false;
                    continue;
                }
                Event::Text(code) if in_code => code,
                Event::Code(code) => code,
                _ => continue,
            };
            for target in targets(&code) {
                found += 1;
                if !known.contains(&target) {
                    unknown.push(format!("{}:{}: make {target}", page.path, line_of(&page.text, range.start)));
                }
            }
        }
    }
    assert!(found > 20, "only {found} make commands were found");
    unknown
}

#[test]
fn links_are_resolved() {
    assert_eq!(resolved("docs/api/model.md", "../play.md"), "docs/play.md");
    assert!(is_relative("a.md") && is_relative("#top") && is_relative("docs/"));
    assert!(!is_relative("https://a.b/c.md") && !is_relative("crate::System") && !is_relative("Tested"));
    assert_eq!(anchors("# A `b`: c, d!\n## E\n## E\n"), ["a-b-c-d", "e", "e-1"]);
    assert_eq!(targets("$ make test lint  all\nmake fuzz FUZZ_SECONDS=60\nremake it"), ["test", "lint", "fuzz"]);
}
