//! The pages about the sewers, with their pictures.

use std::fmt::Write;

use table::case::Case;
use table::explained::Explained;

use super::is_kept;

/// Returns the page of a system.
fn explained(system: &dyn table::AnySystem) -> Explained {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../explained");
    let case = Case::load(&folder.join(format!("{}.toml", system.name()))).unwrap();
    system.explain(&case).unwrap_or_else(|failure| panic!("{}: {failure}", case.name))
}

/// Each system has a page with its panels, and a picture of each view.
#[test]
fn the_pages_about_the_sewers_are_kept() {
    for system in table::SYSTEMS {
        let (name, page) = (system.name(), explained(*system));
        let mut text = format!("# {}: *{}*\n\n{}\n\n", page.title, page.game, page.about.trim());
        let _ = writeln!(
            text,
            "Drawn by the program from positions of a [played example](../../explained/{name}.toml). In the browser this page is at \
             `/sewers/{name}`, at the terminal it is `undercity sewers {name}`. Orange lids are manholes; dashed counters \
             with ▼ are below ground."
        );
        for (number, panel) in (1..).zip(&page.panels) {
            let clauses: Vec<String> = panel.clauses.iter().map(|clause| clause.id.clone()).collect();
            let _ = write!(text, "\n## {number}. {}\n\n{}\n({})\n\n", panel.title, panel.say, clauses.join(", "));
            let (mut heads, mut images) = (String::from("|"), String::from("|"));
            for picture in &panel.pictures {
                let file = format!("{name}-{number}-{}.svg", picture.seat);
                is_kept(&format!("sewers/{file}"), &picture.svg);
                let _ = write!(heads, " {} |", picture.caption);
                let _ = write!(images, " ![{}]({file}) |", picture.alt.replace(['[', ']', '|', '<', '>'], ""));
            }
            let _ = writeln!(text, "{heads}\n|{}\n{images}", "---|".repeat(panel.pictures.len()));
        }
        let _ = writeln!(
            text,
            "\nPlay it: `undercity play --terminal --guide`, or the guided first game on the start page."
        );
        is_kept(&format!("sewers/{name}.md"), &text);
    }
}
