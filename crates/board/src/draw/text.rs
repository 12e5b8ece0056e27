//! The board as text, for terminals.
//!
//! ```text
//!    _________
//!   /   C4    \      label
//!  / b x3  o   \     terrain, floors, = road, o manhole
//!  \ [4-6-7]   /     counters on the surface: [first side], (second side)
//!   \__(?)____/      counters below ground
//! ```

use std::fmt::Write as _;

use super::roster::roster;
use super::{Counter, Marker, Picture, Sheet, SquareToken, style};
use crate::board::Board;
use crate::direction::Direction;
use crate::grid::HexId;
use crate::network::crossings;

const WIDE: usize = 13;
const STEP: usize = WIDE - 2;

struct Page {
    lines: Vec<Vec<char>>,
}

impl Page {
    fn put(&mut self, x: usize, y: usize, letter: char) {
        if let Some(spot) = self.lines.get_mut(y).and_then(|line| line.get_mut(x)) {
            *spot = letter;
        }
    }

    fn write(&mut self, x: usize, y: usize, width: usize, words: &str) {
        let length = words.chars().count().min(width);
        let start = x + (width - length) / 2;
        for (place, letter) in words.chars().take(width).enumerate() {
            self.put(start + place, y, letter);
        }
    }
}

/// Draws the board with counters and markers, and lists the contents of Locations below it.
pub fn text(picture: &Picture<'_>) -> String {
    let board = picture.board;
    let first = board.grid().hexes().map(|hex| board.grid().centre(hex).y).min().unwrap_or(0);
    let corner = |hex: HexId| {
        let centre = board.grid().centre(hex);
        ((centre.x / 3) as usize * STEP, (centre.y - first) as usize * 2)
    };
    let right = board.grid().hexes().map(|hex| corner(hex).0).max().unwrap_or(0) + WIDE;
    let bottom = board.grid().hexes().map(|hex| corner(hex).1).max().unwrap_or(0) + 5;
    let mut page = Page { lines: vec![vec![' '; right]; bottom] };
    let codes = style::codes(board.words());
    let mut holes = crossings(picture.networks);
    holes.extend(board.manholes());
    for hex in board.grid().hexes() {
        outline(&mut page, board, hex, corner(hex));
    }
    for hex in board.grid().hexes() {
        let (x, y) = corner(hex);
        page.write(x + 2, y + 1, WIDE - 4, board.grid().label(hex));
        page.write(x + 1, y + 2, WIDE - 2, &ground(board, hex, &codes, holes.contains(&hex)));
        let (above, below) = marks(picture, hex);
        page.write(x + 1, y + 3, WIDE - 2, &fit(&above, WIDE - 2));
        page.write(x + 2, y + 4, WIDE - 4, &fit(&below, WIDE - 4));
    }
    let mut out = format!("{}\n", picture.title);
    for caption in &picture.captions {
        let _ = writeln!(out, "{caption}");
    }
    for line in page.lines {
        let line: String = line.into_iter().collect();
        let _ = writeln!(out, "{}", line.trim_end());
    }
    key(&mut out, picture, &codes);
    out
}

fn outline(page: &mut Page, board: &Board, hex: HexId, (x, y): (usize, usize)) {
    // Hexsides with features are drawn thick.
    let line = |way: Direction, plain: char| {
        if board.features(hex, way).is_empty() { plain } else { '#' }
    };
    for column in x + 2..x + WIDE - 2 {
        page.put(column, y, line(Direction::N, '_'));
        page.put(column, y + 4, line(Direction::S, '_'));
    }
    for (dx, dy, letter) in [
        (1, 1, line(Direction::NW, '/')),
        (0, 2, line(Direction::NW, '/')),
        (0, 3, line(Direction::SW, '\\')),
        (1, 4, line(Direction::SW, '\\')),
        (WIDE - 2, 1, line(Direction::NE, '\\')),
        (WIDE - 1, 2, line(Direction::NE, '\\')),
        (WIDE - 1, 3, line(Direction::SE, '/')),
        (WIDE - 2, 4, line(Direction::SE, '/')),
    ] {
        page.put(x + dx, y + dy, letter);
    }
}

fn ground(board: &Board, hex: HexId, codes: &[String], hole: bool) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(codes.get(usize::from(board.terrain(hex).0)).filter(|code| !code.is_empty()).cloned());
    if board.floors(hex) > 0 {
        words.push(format!("x{}", board.floors(hex)));
    }
    if board.elevation(hex) != 0 {
        words.push(format!("{:+}", board.elevation(hex)));
    }
    if Direction::ALL.into_iter().any(|way| board.road(hex, way).is_some()) {
        words.push("=".to_owned());
    }
    if hole {
        words.push("o".to_owned());
    }
    words.join(" ")
}

/// Returns the counters and markers above ground, and those below ground.
fn marks(picture: &Picture<'_>, hex: HexId) -> (Vec<String>, Vec<String>) {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for id in picture.board.at(hex) {
        let underground = picture.board.location(*id).kind.is_underground();
        let heap = if underground { &mut below } else { &mut above };
        heap.extend(picture.counters.iter().filter(|counter| counter.location == *id).map(mark));
        heap.extend(picture.markers.iter().filter(|marker| marker.location == *id).map(|marker| held(picture, marker)));
    }
    (above, below)
}

fn mark(counter: &Counter) -> String {
    let name = counter.lines.first().map_or("", String::as_str);
    match counter.side {
        0 => format!("[{name}]"),
        1 => format!("({name})"),
        _ => format!("{{{name}}}"),
    }
}

/// Returns the text of a marker, with the initial of the side that holds it.
fn held(picture: &Picture<'_>, marker: &Marker) -> String {
    let side = marker.held_by.and_then(|side| picture.sides.get(usize::from(side)));
    match side.and_then(|side| side.chars().next()) {
        Some(initial) => format!("<{} {}>", marker.text, initial.to_uppercase()),
        None => format!("<{}>", marker.text),
    }
}

/// Returns the squares of a card and the text below them, such as `squares ✕ 4 6 8, exit range 4`.
pub(crate) fn card(sheet: &Sheet) -> String {
    let squares = sheet.squares.iter().map(|(print, token)| match token {
        Some(SquareToken::Ready) => "✓",
        Some(SquareToken::Spent) => "✕",
        None => print.as_str(),
    });
    let squares: Vec<&str> = squares.collect();
    let row = if squares.is_empty() { String::new() } else { format!("squares {}", squares.join(" ")) };
    let parts = [row, sheet.note.clone()];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    format!("{}: {}", sheet.title, parts.join(", "))
}

/// Joins as many marks as fit, then adds the number of those left out.
fn fit(marks: &[String], width: usize) -> String {
    let whole = marks.concat();
    if whole.chars().count() <= width {
        return whole;
    }
    match marks {
        [one] => one.chars().take(width).collect(),
        _ => (1..marks.len())
            .rev()
            .map(|shown| format!("{}+{}", marks[..shown].concat(), marks.len() - shown))
            .find(|words| words.chars().count() <= width)
            .unwrap_or_else(|| format!("{} pieces", marks.len())),
    }
}

fn key(out: &mut String, picture: &Picture<'_>, codes: &[String]) {
    let board = picture.board;
    let used = |place: usize| board.grid().hexes().any(|hex| usize::from(board.terrain(hex).0) == place);
    let terrain: Vec<String> = (codes.iter().zip(board.words().terrain_names()).enumerate())
        .filter(|(place, (code, _))| !code.is_empty() && used(*place))
        .map(|(_, (code, name))| format!("{code} {name}"))
        .collect();
    let _ = writeln!(
        out,
        "\n{}",
        [terrain, vec!["x2 floors".into(), "= road".into(), "o manhole".into(), "# wall or other hexside".into()]]
            .concat()
            .join(" · ")
    );
    if !picture.counters.is_empty() {
        let _ = writeln!(out, "[{}] ({}); below ground on the lower line of a hex", picture.sides[0], picture.sides[1]);
    }
    if picture.markers.iter().any(|marker| marker.held_by.is_some()) {
        let _ = writeln!(out, "letter at the end of a <marker>: the side that holds it");
    }
    for network in picture.networks {
        let hexes: Vec<&str> = network.hexes.iter().map(|hex| board.grid().label(*hex)).collect();
        let _ = writeln!(out, "{}: {}", network.name, hexes.join(" "));
    }
    for line in roster(picture, 1) {
        let _ = writeln!(out, "{line}");
    }
    for sheet in &picture.sheets {
        let _ = writeln!(out, "{}", card(sheet));
    }
}
