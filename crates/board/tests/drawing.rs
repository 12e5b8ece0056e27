//! What is drawn: letters and SVG, byte for byte.
#![allow(clippy::unwrap_used)] // whatever is missing fails the test

use board::draw::{Counter, Marker, Picture, svg, text};
use board::scenario::Document;
use board::{Board, BoardWords, LocationKind, Network};

const WORDS: BoardWords =
    BoardWords { terrains: &["clear", "woods", "building", "water"], features: &["wall", "hedge", "door"] };

fn small() -> (Board, Vec<Network>) {
    let document = Document::parse("small.toml", include_str!("boards/small.toml")).unwrap();
    let mut reader = document.reader();
    let mut board = reader.board(&WORDS).unwrap();
    let networks = reader.networks(&board);
    let a3 = board.grid().hex("A3").unwrap();
    board.add_location_in(a3, LocationKind::Sewer, -1).unwrap();
    (board, networks)
}

fn picture<'a>(board: &'a Board, networks: &'a [Network]) -> Picture<'a> {
    let counter = |location: &str, side, name: &str, state: Option<&str>| Counter {
        location: board.location_named(location).unwrap(),
        side,
        lines: vec![name.to_owned(), "A & <B>".to_owned()],
        state: state.map(str::to_owned),
    };
    let mut picture = Picture::new(board, networks, "Small & <sound>");
    picture.sides = ["Soviet".to_owned(), "German".to_owned()];
    picture.captions = vec!["Turn 1".to_owned()];
    picture.counters = vec![
        counter("A3", 1, "4-6-7", None),
        counter("A3", 1, "8-1", Some("PIN")),
        counter("A3/sewer", 0, "?", Some("LOST")),
        counter("B2/1", 0, "4-4-7", None),
    ];
    picture.markers = vec![Marker { location: board.location_named("D1").unwrap(), text: "smoke".to_owned() }];
    picture
}

#[test]
fn letters() {
    let (board, networks) = small();
    insta::assert_snapshot!(text(&picture(&board, &networks)));
}

#[test]
fn a_sheet() {
    let (board, networks) = small();
    insta::assert_snapshot!(svg(&picture(&board, &networks)));
}

#[cfg(feature = "png")]
#[test]
fn an_image_needs_no_fonts_of_the_machine() {
    let (board, networks) = small();
    let png = board::draw::png(&picture(&board, &networks), 0.5).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert!(matches!(board::draw::png(&picture(&board, &networks), 1000.0), Err(board::draw::PngError::Size { .. })));
}
