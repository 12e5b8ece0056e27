//! Explained pages: each system has one that plays through, and mistakes in a page are named.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use table::case::{Case, CaseError};
use table::explained::Explained;
use table::{SYSTEMS, system};

fn path(system: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../explained").join(format!("{system}.toml"))
}

/// Plays the page of a system, changed by `change`.
fn page(system: &str, change: impl Fn(&str) -> String) -> Result<Explained, String> {
    let text = std::fs::read_to_string(path(system)).unwrap();
    let changed = change(&text);
    let no_file = |_: &str| -> Result<_, CaseError> { panic!("the scenario is in the page") };
    let case = Case::parse("page.toml", &changed, no_file).map_err(|error| error.to_string())?;
    table::system(system).unwrap().explain(&case).map_err(|failure| failure.to_string())
}

#[test]
fn every_system_explains_its_sewers_in_panels_with_pictures_and_clauses() {
    for system in SYSTEMS {
        let page = page(system.name(), str::to_owned).unwrap_or_else(|why| panic!("{}: {why}", system.name()));
        let (name, [a, b]) = (system.name(), system.sides());
        assert!((6..=9).contains(&page.panels.len()), "{name}: {} panels", page.panels.len());
        for panel in &page.panels {
            assert!(!panel.pictures.is_empty() && panel.pictures.len() <= 2, "{name}: {}", panel.title);
            assert!(!panel.clauses.is_empty(), "{name}: {}", panel.title);
            assert!(panel.clauses.iter().all(|clause| !clause.text.is_empty()), "{name}: {}", panel.title);
            for picture in &panel.pictures {
                assert!(picture.svg.starts_with("<svg") && picture.svg.trim_end().ends_with("</svg>"));
                assert!(picture.alt.starts_with(&picture.caption) && picture.board.contains(&picture.caption));
            }
        }
        // The enemy's view of a position is what the page is about.
        let pair = |panel: &&table::explained::Panel| {
            let seats: Vec<&str> = panel.pictures.iter().map(|picture| picture.seat.as_str()).collect();
            seats == [a, b] || seats == [b, a]
        };
        assert!(page.panels.iter().filter(pair).count() >= 2, "{name}: views of both sides");
    }
}

#[test]
fn a_picture_shows_what_its_seat_sees() {
    let page = page("asl", str::to_owned).unwrap();
    let panel = page.panels.iter().find(|panel| panel.title == "What the enemy sees meanwhile").unwrap();
    let [own, other] = panel.pictures.as_slice() else { panic!("two pictures") };
    assert!(own.alt.contains("C4/sewer: russian Lt. Orlov"), "{}", own.alt);
    assert!(own.alt.contains("a line leads from A4 to C4") && !other.alt.contains("line"), "{}", other.alt);
    let below: Vec<&str> = other.alt.split("; ").filter(|line| line.contains("sewer")).collect();
    assert!(below.len() == 1 && below[0].contains('?') && !below[0].contains("Orlov"), "{}", other.alt);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let expect = |from: &str, to: &str, why: &str| {
        let told = page("asl", |text| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        let told = told.unwrap_err();
        assert!(told.contains(why) && (told.contains("page.toml:") || told.contains("line ")), "{told}");
    };
    expect("(17%)", "(18%)", "18% is not checked");
    expect(
        "seat = \"russian\", not_sees = [{ unit = {",
        "seat = \"russian\", sees = [{ unit = {",
        "`chances`: found 35%",
    );
    expect("show = [\"russian\"]", "show = [\"french\"]", "`show`: there is no seat `french`");
    expect("clauses = [\"B8.4b\"", "clauses = [\"B8.4z\"", "`clauses`: there is no clause `B8.4z`");
    expect("arrow = [\"A4\", \"C4\"]", "arrow = [\"A4\", \"Z9\"]", "`arrow`: ");
    expect("[explained]\nside = \"russian\"", "[explained]\nside = \"french\"", "there is no side `french`");
    expect("[explained]", "[explained]\nend = \"\"", "unknown key `end`");
    let headless = |text: &str| {
        let (before, rest) = text.split_once("[explained]").unwrap();
        format!("{before}[[step]]{}", rest.split_once("[[step]]").unwrap().1)
    };
    let told = page("asl", headless).unwrap_err();
    assert!(told.contains("`panel` belongs to an explained page"), "{told}");
    let told =
        page("asl", |text| text.split("[step.panel]").next().unwrap().to_owned() + "outcome = \"\"\n").unwrap_err();
    assert!(told.contains("expected a step with `[step.panel]`"), "{told}");
    let both = "[guide]\nside = \"russian\"\nabout = \"a\"\nend = \"b\"\n\n[explained]";
    let told = page("asl", |text| text.replacen("[explained]", both, 1)).unwrap_err();
    assert!(told.contains("not both") || told.contains("guided game"), "{told}");
    let plain =
        Case::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/tide/first.guide.toml")).unwrap();
    assert!(system("tide").unwrap().explain(&plain).unwrap_err().why.contains("not an explained page"));
}
