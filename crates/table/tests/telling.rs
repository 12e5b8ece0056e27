//! The word tables of each system are complete: the page has no words of its own.

// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used)]

use std::collections::BTreeMap;

use rules::System;
use rules::scene::SideColor;
use rules::telling::{Role, Subject};
use table::parts::{list, mentions};
use table::{Visitor, each_system};

struct AllIsTold;

impl Visitor for AllIsTold {
    /// Every fact of a system is in its table, with every field that is shown and every word that a field can have.
    fn visit<S: System>(&mut self) {
        let facts = list::<S::Fact>("facts", "").words;
        assert_eq!(S::FACTS.len(), facts.len(), "{}", S::NAME);
        for fact in facts {
            let table = S::FACTS.iter().find(|one| one.fact == fact.word);
            let Some(table) = table else { panic!("{}: {} is not told", S::NAME, fact.word) };
            if table.about == Subject::Account {
                assert!(table.fields.is_empty(), "{}: {}", S::NAME, fact.word);
                continue;
            }
            let root = |field: &'static str| field.split('.').next().unwrap_or(field);
            for field in &fact.fields {
                let there = table.fields.iter().any(|one| root(one.field) == field.name);
                assert!(there, "{}: {} {} is not told", S::NAME, fact.word, field.name);
            }
            for told in table.fields {
                let place = format!("{}: {} {}", S::NAME, fact.word, told.field);
                let Some(field) = fact.fields.iter().find(|one| one.name == root(told.field)) else {
                    panic!("{place} is no field")
                };
                assert_eq!(told.says.is_empty(), told.role != Role::State, "{place}");
                assert_eq!(told.words.is_empty(), told.role != Role::Amount, "{place}");
                if told.role != Role::State || told.field.contains('.') {
                    continue;
                }
                let words: Vec<&str> = field.takes.split('`').skip(1).step_by(2).collect();
                let values: Vec<&str> = told.says.iter().map(|says| says.value).collect();
                // For a truth value only `true` has words.
                let either = words.is_empty() || words == ["true", "false"];
                assert_eq!(values, if either { vec!["true"] } else { words }, "{place}");
            }
        }
    }
}

#[test]
fn every_fact_field_and_word_is_told() {
    each_system(&mut AllIsTold);
    AllIsTold.visit::<suite::toys::duel::Duel>();
}

struct Colors(BTreeMap<&'static str, SideColor>);

impl Visitor for Colors {
    /// A nation's counters have one colour in all systems, and the two sides of a game have different ones.
    fn visit<S: System>(&mut self) {
        let [one, two] = S::COLORS;
        assert_ne!(one, two, "{}", S::NAME);
        for (side, color) in S::SIDES.into_iter().zip(S::COLORS) {
            let nation = if side == "russian" { "soviet" } else { side };
            assert_eq!(*self.0.entry(nation).or_insert(color), color, "{}: {side}", S::NAME);
        }
    }
}

#[test]
fn a_nation_has_one_color_in_all_systems() {
    let mut colors = Colors(BTreeMap::new());
    each_system(&mut colors);
    assert_eq!((colors.0["soviet"], colors.0["german"]), (SideColor::Brown, SideColor::Blue));
}

#[test]
fn pieces_and_places_are_found_in_reports_and_orders() {
    let asl = mentions::<<asl::Asl as rules::GameState>::Report>();
    for way in ["breaks.unit", "blow.units", "goes.units"] {
        assert!(asl.pieces.iter().any(|one| one == way), "{way}: {asl:?}");
    }
    assert!(asl.places.iter().any(|one| one == "routs.to"), "{asl:?}");
    let sniper = mentions::<<sniper::Sniper as rules::GamePlay>::Order>();
    assert!(!sniper.pieces.is_empty() && !sniper.places.is_empty(), "{sniper:?}");
}

/// A test inside a crate that is not built as a test would never run.
#[test]
fn no_test_stands_where_none_is_run() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let manifest: toml::Table = manifest.parse().unwrap();
        let tested = manifest.get("lib").and_then(|lib| lib.get("test")).and_then(toml::Value::as_bool);
        if tested == Some(false) {
            no_tests_in(&folder.join("src"));
        }
    }
}

fn no_tests_in(folder: &std::path::Path) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            no_tests_in(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(!text.contains("#[cfg(test)]"), "{}: its crate has `test = false`", path.display());
        }
    }
}
