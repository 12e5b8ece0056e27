//! Tests of the messages about faulty scenario files.
#![allow(clippy::unwrap_used)] // whatever is missing fails the test

use board::scenario::{Diagnostic, Document, Part, Spanned, schema};
use board::{Board, BoardWords, Edge, Look, Network};
use proptest::prelude::*;
use serde::Deserialize;

const WORDS: BoardWords = BoardWords {
    terrains: &[("clear", Look::Plain), ("woods", Look::Trees), ("building", Look::House), ("water", Look::Waves)],
    features: &[("wall", Edge::Wall), ("hedge", Edge::Hedge), ("door", Edge::Door)],
};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Unit {
    name: String,
    #[schemars(with = "String")]
    at: Spanned<String>,
    figures: u8,
    #[serde(default)]
    elite: bool,
}

#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Options {
    sewer_cards: u8,
}

fn read(text: &str) -> Result<(Option<Board>, Vec<Network>, String), board::scenario::Diagnostics> {
    let document = Document::parse("test.toml", text)?;
    let mut reader = document.reader();
    reader.head();
    let board = reader.board(&WORDS);
    let networks = board.as_ref().map(|board| reader.networks(board)).unwrap_or_default();
    let units = reader.items::<Unit>("unit");
    let options = reader.section_or_default::<Options>("options");
    if let Some(board) = &board {
        for unit in &units {
            reader.location(board, &unit.at);
        }
    }
    if options.sewer_cards > 6 {
        let problem = Diagnostic::new("there are six sewer cards").label("too many").clause("TOI-S1");
        reader.error(options.span.clone(), problem);
    }
    let warnings = reader.finish()?;
    Ok((board, networks, warnings.render(false, 100)))
}

fn told(text: &str) -> String {
    match read(text) {
        Ok((.., warnings)) => warnings,
        Err(problems) => format!("{problems}\n\n{}", problems.render(false, 100)),
    }
}

const SOUND: &str = include_str!("boards/small.toml");

#[test]
fn a_sound_file_is_read() {
    let (board, networks, warnings) = read(SOUND).unwrap();
    let board = board.unwrap();
    assert_eq!(warnings, "");
    let hex = |label| board.grid().hex(label).unwrap();
    assert_eq!(board.grid().len(), 12);
    assert_eq!(board.terrain_name(hex("B2")), "building");
    assert_eq!(board.floors(hex("B2")), 2);
    assert_eq!(board.elevation(hex("D1")), 1);
    assert!(board.manhole(hex("A3")));
    assert!(board.location_named("B2/1").is_some());
    assert_eq!(networks.len(), 1);
    let wall = WORDS.feature("wall").unwrap();
    assert!(board.features_between(hex("A1"), hex("A2")).contains(wall));
    assert_eq!(board.road(hex("A3"), board::Direction::NE), Some(board::Road::Paved));
}

#[test]
fn everything_wrong_is_told_at_once() {
    insta::assert_snapshot!(told(include_str!("boards/wrong.toml")));
}

#[test]
fn broken_toml_is_shown() {
    insta::assert_snapshot!(told("title = \"x\nsystem = tide\n[board\n"));
}

#[test]
fn an_empty_file_says_what_it_needs() {
    insta::assert_snapshot!(told(""));
}

#[test]
fn bytes_that_are_no_text() {
    let problems = Document::parse_bytes("test.toml", b"title = \"\xff\"").unwrap_err();
    insta::assert_snapshot!(problems.render(false, 100));
}

#[test]
fn rows_with_half_hexes_and_warnings() {
    let text = r#"
title = "Half"
system = "asl"
[board]
labels = "letters"
number = 1
half_rows = true
rows = ["- . -", ". w .", ". . ."]
legend = { "." = "clear", w = "woods", x = "water" }
[[network]]
kind = "sewer"
line = ["1A1", "1C2"]
"#;
    let (board, ..) = read(text).unwrap();
    assert!(board.unwrap().grid().hex("1B0").is_some());
    insta::assert_snapshot!(told(text));
}

#[test]
fn problems_for_programs() {
    let problems = read("title = 3\nsystem = \"tide\"\n").unwrap_err();
    insta::assert_snapshot!(serde_json::to_string_pretty(&problems.to_json()).unwrap());
}

#[test]
fn the_schema_holds_the_parts_of_the_system() {
    let schema = schema(&[Part::items::<Unit>("unit").required(), Part::section::<Options>("options")]);
    insta::assert_snapshot!(serde_json::to_string_pretty(&schema).unwrap());
}

#[test]
fn deep_and_many_mistakes_do_not_stop_it() {
    let nested = format!("x = {}{}", "[".repeat(5000), "]".repeat(5000));
    assert!(read(&nested).is_err());
    let many = format!("{SOUND}\n{}", "[[board.hex]]\nat = 1\n".repeat(2000));
    assert!(read(&many).is_err());
}

/// The valid file with a few bytes replaced, removed or duplicated.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let cut =
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), proptest::collection::vec(any::<u8>(), 0..4));
    proptest::collection::vec(cut, 1..5).prop_map(|cuts| {
        let mut bytes = SOUND.as_bytes().to_vec();
        for (from, length, with) in cuts {
            let from = from.index(bytes.len() + 1);
            let length = length.index(8).min(bytes.len() - from);
            bytes.splice(from..from + length, with);
        }
        bytes
    })
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop_oneof![damaged(), proptest::collection::vec(any::<u8>(), 0..200)]) {
        match Document::parse_bytes("test.toml", &bytes) {
            Ok(document) => { told(document.text()); }
            Err(problems) => { problems.render(true, 80); problems.to_json(); }
        }
    }

    #[test]
    fn no_words_panic(wrong in "[-A-Za-z0-9/\"'\\[\\]{}=.\n ~#]{0,12}", place: prop::sample::Index) {
        let words: Vec<_> = SOUND.match_indices(['"', '=', '\n']).collect();
        let at = words[place.index(words.len())].0 + 1;
        told(&format!("{}{wrong}{}", &SOUND[..at], &SOUND[at..]));
    }
}

#[test]
fn a_file_of_a_later_format_is_refused_for_that_alone() {
    let head = "title = \"T\"\nsystem = \"x\"\n";
    for known in ["", "format = 1\n"] {
        let document = Document::parse("test.toml", &format!("{known}{head}")).unwrap();
        let mut reader = document.reader();
        reader.head();
        assert!(reader.finish().unwrap().is_empty(), "{known:?}");
    }
    let told = |format: &str| {
        Document::parse("test.toml", &format!("{head}format = {format}\nspell = 1\n")).unwrap_err().to_json()
    };
    let later = told("2");
    assert_eq!(later["problems"].as_array().unwrap().len(), 1, "{later}");
    assert_eq!(later["problems"][0]["message"], "unknown scenario format 2");
    assert_eq!(later["problems"][0]["label"], "this program reads format 1");
    assert_eq!(later["problems"][0]["line"], 3);
    assert!(told("\"new\"")["problems"][0]["message"].as_str().unwrap().contains("number"), "{}", told("\"new\""));
}

#[test]
fn a_section_written_as_a_list_is_explained() {
    let told =
        told(&format!("{SOUND}\n[[options]]\nsewer_cards = 1\n").replacen("\n[options]\n", "\n[[options]]\n", 1));
    assert!(told.contains("write [options] once, in single brackets"), "{told}");
}

#[test]
fn an_unknown_system_is_quoted_and_a_missing_one_reported_once() {
    let unknown = |text: &str| {
        let document = Document::parse("test.toml", text).unwrap();
        document.unknown_system(&["asl", "tide"]).render(false, 100)
    };
    let told = unknown("title = \"A\"\nsystem = \"tides\"\n");
    assert!(told.contains("unknown rule system `tides`") && told.contains("did you mean `tide`?"), "{told}");
    let told = unknown("title = \"A\"\n");
    assert!(told.contains("the scenario has no system") && !told.contains("unknown rule system"), "{told}");
    assert!(unknown("title = \"A\"\nsystem = \"\"\n").contains("unknown rule system ``"));
}

#[test]
fn a_general_error_is_added_only_if_there_is_no_other() {
    let document = Document::parse("test.toml", "title = \"A\"\nsystem = \"tide\"\n").unwrap();
    let give_up = |ill: bool| {
        let mut reader = document.reader_of("tide").unwrap();
        if ill {
            reader.error(0..5, Diagnostic::new("an error"));
        }
        reader.give_up().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(give_up(true), ["an error"]);
    assert_eq!(give_up(false), ["the scenario can't be set up"]);
}

#[test]
fn a_system_without_hexside_features_says_so() {
    let text = "title = \"A\"\nsystem = \"tide\"\n[board]\nlabels = \"letters\"\nsize = [2, 2]\nfill = \"clear\"\n\
                [[board.hexside]]\nbetween = [\"A1\", \"A2\"]\nfeature = \"wall\"\n";
    let document = Document::parse("test.toml", text).unwrap();
    let mut reader = document.reader_of("tide").unwrap();
    reader.board(&BoardWords { features: &[], ..WORDS });
    let told = reader.finish().unwrap_err().render(false, 100);
    assert!(told.contains("tide has no hexside features"), "{told}");
}

#[test]
fn a_schema_can_leave_a_generic_section_out() {
    let schema = schema(&[Part::left_out("network")]);
    assert!(schema["properties"]["network"].is_null() && schema["$defs"]["NetworkEntry"].is_null());
}

/// Ten thousand mistakes are counted, but not listed.
#[test]
fn only_the_first_hundred_mistakes_are_listed() {
    let text = format!(
        "title = \"x\"\nsystem = \"tide\"\n{}",
        (0..10_000).map(|n| format!("stray{n} = 1\n")).collect::<String>()
    );
    let document = Document::parse("many.toml", &text).unwrap();
    let mut reader = document.reader();
    reader.head();
    let problems = reader.finish().unwrap_err();
    assert_eq!((problems.len(), problems.iter().len(), problems.unlisted()), (10_000, 100, 9_900));
    assert_eq!(problems.to_json()["unlisted"], 9_900);
    assert!(problems.render(false, 80).contains("9900 more are not listed"));
    assert!(problems.to_json().to_string().len() < 40_000);
}
