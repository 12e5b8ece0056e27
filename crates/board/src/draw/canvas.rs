//! SVG output, and the layout of the sheet.

use std::fmt::{Display, Write as _};

use crate::board::Board;
use crate::grid::{HexId, Point};
use crate::walk::corner;

/// Radius of a hex from centre to corner, in units of the sheet.
pub(crate) const RADIUS: f64 = 50.0;
/// Half the height of a hex, in units of the sheet.
pub(crate) const HALF: f64 = RADIUS * 0.866_025_403_784;
/// Margin around the drawing, in units of the sheet.
pub(crate) const MARGIN: f64 = 28.0;

/// A point of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Spot {
    pub(crate) fn towards(self, other: Spot, part: f64) -> Spot {
        Spot { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }

    pub(crate) fn moved(self, x: f64, y: f64) -> Spot {
        Spot { x: self.x + x, y: self.y + y }
    }
}

impl Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1},{:.1}", self.x, self.y)
    }
}

/// The position of the board on the sheet.
pub(crate) struct Layout<'a> {
    board: &'a Board,
    top: f64,
    first_row: f64,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(board: &'a Board, top: f64) -> Layout<'a> {
        let first = board.grid().hexes().map(|hex| board.grid().centre(hex).y).min().unwrap_or(0);
        Layout { board, top, first_row: f64::from(first) }
    }

    fn place(&self, point: Point) -> Spot {
        Spot {
            x: MARGIN + RADIUS + f64::from(point.x) * RADIUS / 2.0,
            y: self.top + HALF + (f64::from(point.y) - self.first_row) * HALF,
        }
    }

    pub(crate) fn centre(&self, hex: HexId) -> Spot {
        self.place(self.board.grid().centre(hex))
    }

    pub(crate) fn corners(&self, hex: HexId) -> [Spot; 6] {
        std::array::from_fn(|i| self.place(corner(self.board.grid().centre(hex), i)))
    }

    /// Width and height of the board alone, in units of the sheet.
    pub(crate) fn size(&self) -> Spot {
        let grid = self.board.grid();
        let right = grid.hexes().map(|hex| self.centre(hex).x).fold(0.0, f64::max);
        let bottom = grid.hexes().map(|hex| self.centre(hex).y).fold(0.0, f64::max);
        Spot { x: right + RADIUS - MARGIN, y: bottom + HALF - self.top }
    }
}

/// An SVG document under construction.
#[derive(Default)]
pub(crate) struct Canvas {
    text: String,
}

impl Canvas {
    /// Appends markup unchanged.
    pub(crate) fn raw(&mut self, markup: impl Display) {
        let _ = writeln!(self.text, "{markup}");
    }

    pub(crate) fn open(&mut self, attributes: &str) {
        self.raw(format_args!("<g {attributes}>"));
    }

    pub(crate) fn close(&mut self) {
        self.raw("</g>");
    }

    pub(crate) fn polygon(&mut self, spots: &[Spot], attributes: &str) {
        let spots: Vec<String> = spots.iter().map(Spot::to_string).collect();
        self.raw(format_args!("<polygon points=\"{}\" {attributes}/>", spots.join(" ")));
    }

    pub(crate) fn polyline(&mut self, spots: &[Spot], attributes: &str) {
        let spots: Vec<String> = spots.iter().map(Spot::to_string).collect();
        self.raw(format_args!("<polyline points=\"{}\" fill=\"none\" {attributes}/>", spots.join(" ")));
    }

    pub(crate) fn line(&mut self, from: Spot, to: Spot, attributes: &str) {
        self.raw(format_args!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {attributes}/>",
            from.x, from.y, to.x, to.y
        ));
    }

    pub(crate) fn circle(&mut self, at: Spot, radius: f64, attributes: &str) {
        self.raw(format_args!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" {attributes}/>", at.x, at.y));
    }

    /// Draws a rectangle, given its upper left corner.
    pub(crate) fn rect(&mut self, at: Spot, width: f64, height: f64, attributes: &str) {
        self.raw(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {attributes}/>",
            at.x, at.y
        ));
    }

    /// Draws a line of text, given its baseline.
    pub(crate) fn text(&mut self, at: Spot, size: f64, attributes: &str, words: &str) {
        self.raw(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" {attributes}>{}</text>",
            at.x,
            at.y,
            escape(words)
        ));
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// Escapes text for use in markup and attributes.
pub(crate) fn escape(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML cannot represent most control characters.
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Returns the largest font size, up to `most`, at which the text fits the width.
pub(crate) fn fitting(words: &str, width: f64, most: f64) -> f64 {
    let letters = words.chars().count().max(1) as f64;
    (width / (letters * 0.62)).min(most)
}
