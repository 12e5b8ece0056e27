//! Tests of drawings as text and SVG, byte for byte.
#![allow(clippy::unwrap_used)] // whatever is missing fails the test

use board::draw::{Counter, Drawn, Mark, Marker, Overlay, Paint, Picture, Sheet, Size, SquareToken, Symbol, svg, text};
use board::scenario::Document;
use board::{Board, BoardWords, Edge, Location, LocationKind, Look, Network};

const WORDS: BoardWords = BoardWords {
    terrains: &[("clear", Look::Plain), ("woods", Look::Trees), ("building", Look::House), ("water", Look::Waves)],
    features: &[("wall", Edge::Wall), ("hedge", Edge::Hedge), ("door", Edge::Door)],
};

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
        symbol: (Symbol::Infantry, Size::Squad),
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
    let d1 = board.location_named("D1").unwrap();
    picture.markers = vec![Marker {
        location: d1,
        mark: Mark::Note,
        text: "smoke".to_owned(),
        paint: None,
        blocked: false,
        held_by: None,
    }];
    picture
}

#[test]
fn the_text_says_who_holds_a_marker_and_what_is_on_a_card() {
    let (board, networks) = small();
    let mut picture = picture(&board, &networks);
    picture.markers[0].held_by = Some(1);
    let square = |print: &str, token| (print.to_owned(), token);
    picture.sheets = vec![Sheet {
        location: board.location_named("D1").unwrap(),
        paint: None,
        squares: vec![square("2", Some(SquareToken::Spent)), square("4", None), square("6", None)],
        title: "Red card".to_owned(),
        note: "exit range 4".to_owned(),
    }];
    let shown = text(&picture);
    for line in ["<smoke G>", "D1: <smoke, German>", "Red card: squares ✕ 4 6, exit range 4"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
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

#[test]
fn no_two_signs_look_alike() {
    use Symbol::{Charge, Elite, Gun, Hero, Infantry, Leader, MachineGun, Unknown};
    let (board, networks) = small();
    let a1 = board.location_named("A1").unwrap();
    let drawn = |symbol, mark, blocked| {
        let mut picture = Picture::new(&board, &networks, "Signs");
        picture.counters = vec![Counter { location: a1, side: 0, symbol, lines: vec!["unit".to_owned()], state: None }];
        picture.markers =
            vec![Marker { location: a1, mark, text: "words".to_owned(), paint: None, blocked, held_by: None }];
        svg(&picture)
    };
    let mut all = Vec::new();
    for symbol in [Infantry, Elite, MachineGun, Leader, Hero, Gun, Charge, Unknown] {
        all.extend([Size::None, Size::Half, Size::Squad].map(|size| drawn((symbol, size), Mark::Note, false)));
    }
    for mark in [Mark::Objective, Mark::Lid, Mark::Mouth, Mark::Barred, Mark::Blaze, Mark::Unknown] {
        all.extend([false, true].map(|blocked| drawn((Infantry, Size::None), mark, blocked)));
    }
    let with = |change: &dyn Fn(&mut Picture<'_>)| {
        let mut picture = Picture::new(&board, &networks, "Signs");
        change(&mut picture);
        svg(&picture)
    };
    all.extend([Paint::Red, Paint::Blue, Paint::Green, Paint::Yellow, Paint::White, Paint::Black].map(|paint| {
        let (text, paint) = ("words".to_owned(), Some(paint));
        let marker = Marker { location: a1, mark: Mark::Mouth, text, paint, blocked: false, held_by: None };
        with(&|picture| picture.markers = vec![marker.clone()])
    }));
    all.extend([Overlay::Path, Overlay::Aim, Overlay::Area, Overlay::Start, Overlay::Link].map(|kind| {
        let b2 = board.location_named("B2").unwrap();
        let drawn = Drawn { kind, label: "words".to_owned(), side: Some(0), locations: vec![a1, b2] };
        with(&|picture| picture.overlays = vec![drawn.clone()])
    }));
    let mut beside = board.clone();
    let card = beside.add_location(Location::beside(LocationKind::Card, "card")).unwrap();
    all.extend([None, Some(SquareToken::Ready), Some(SquareToken::Spent)].map(|token| {
        let mut picture = Picture::new(&beside, &networks, "Signs");
        let (title, note) = (String::new(), String::new());
        picture.sheets =
            vec![Sheet { location: card, paint: None, squares: vec![("4".to_owned(), token)], title, note }];
        svg(&picture)
    }));
    let many = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), many);
}

#[cfg(feature = "png")]
#[test]
fn an_image_needs_no_fonts_of_the_machine() {
    let (board, networks) = small();
    let png = board::draw::png(&picture(&board, &networks), 0.5).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert!(matches!(board::draw::png(&picture(&board, &networks), 1000.0), Err(board::draw::PngError::Size { .. })));
}
