//! The whole site, built from this repository: its pages have no dead links, and a dead link is found.
// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn book(command: &str, site: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_book"));
    program.arg("--root").arg(root()).arg(command).arg(site).output().unwrap()
}

/// Runs a command that must succeed, and returns what it printed.
fn made(command: &str, site: &Path) -> String {
    let output = book(command, site);
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_site_of_this_repository_has_no_dead_links() {
    let made_here = tempfile::tempdir().unwrap();
    let site = made_here.path();
    made("docs", site);
    made("front", site);
    let line = made("check", site);
    let pages: usize = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(pages > 150, "{line}");

    // Every clause, every scenario and every case can be reached.
    let text = |page: &str| fs::read_to_string(site.join(page)).unwrap();
    for scenario in builtin::all() {
        let page = text(&format!("docs/scenarios/{}.html", scenario.name));
        assert!(page.contains(&format!("../play/#/scenario/{}\"", scenario.name)), "{}", scenario.name);
    }
    let mut rules = String::new();
    for system in table::SYSTEMS {
        for file in fs::read_dir(site.join("docs/rules").join(system.name())).unwrap() {
            rules.push_str(&fs::read_to_string(file.unwrap().path()).unwrap());
        }
        for clause in &system.rulebook().clauses {
            let anchor = format!("id=\"{}\"", clause.id.to_lowercase().replace('.', "-"));
            assert!(rules.contains(&anchor), "{}", clause.id);
        }
    }
    assert!(rules.matches("../play/#/case/").count() > 3000, "cases are missing");
    let index = text("docs/searchindex.js");
    assert!(index.contains("manhole") && index.contains("rules/tide/"), "the search index is empty");

    // A link that leads nowhere fails the check, and so does a page that breaks the policy.
    let page = text("docs/play.html");
    let with = |more: &str| {
        fs::write(site.join("docs/play.html"), page.replace("</main>", &format!("{more}</main>"))).unwrap()
    };
    for (more, why) in [
        ("<a href=\"no.html\">x</a>", "docs/play.html: no.html: no such file"),
        ("<p style=\"color: red\">x</p>", "inline style"),
    ] {
        with(more);
        let output = book("check", site);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why) && said.contains("faults in the site: 1"), "{said}");
    }
}
