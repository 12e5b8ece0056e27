//! Drawings of boards as SVG, PNG and text.
//!
//! A [`Picture`] describes what to draw in terms that are independent of rule systems: a board, networks, counters and
//! markers. [`svg()`] returns a sheet good enough to play from, [`plate()`] the board alone, [`text()`] a drawing for
//! terminals, [`film()`] several positions as layers, and `png` (feature `png`) the sheet as an image. Surface and underground are shown together, and nothing depends on colour alone.

mod below;
mod canvas;
mod film;
mod ground;
mod legend;
mod overlays;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod roster;
mod signs;
mod style;
mod svg;
mod text;

pub use film::{Light, film};
#[cfg(feature = "png")]
pub use png::{PngError, png, png_of};
pub use signs::{Mark, Overlay, Paint, SideColor, Size, SquareToken, Symbol};
pub use svg::{plate, svg};
pub use text::text;

use crate::board::Board;
use crate::naming::LocationId;
use crate::network::Network;

/// The contents of a drawing.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The board to draw, without pieces.
    pub board: &'a Board,
    /// Networks below the board that the viewer may see.
    pub networks: &'a [Network],
    /// Heading of the sheet, such as the scenario's title.
    pub title: String,
    /// Lines of small print below the heading: turn, phase, whose view it is.
    pub captions: Vec<String>,
    /// Names of the two sides, for the legend.
    pub sides: [String; 2],
    /// Colours of the counters of the two sides.
    pub colors: [SideColor; 2],
    /// Counters in stacking order, lowest first.
    pub counters: Vec<Counter>,
    /// Other things in Locations: smoke, entrance markers.
    pub markers: Vec<Marker>,
    /// Paths, fields and lines across several Locations.
    pub overlays: Vec<Drawn>,
    /// Cards beside the board with their squares.
    pub sheets: Vec<Sheet>,
}

/// A counter to draw in a Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The Location it is in, on or beside the board.
    pub location: LocationId,
    /// The side that owns it, 0 or 1; any other number is drawn neutral.
    pub side: u8,
    /// Its symbol, and its size, shown as dots.
    pub symbol: (Symbol, Size),
    /// Lines printed on it, the first one largest. Up to three lines of six characters are readable.
    pub lines: Vec<String>,
    /// State such as `broken` or `moved`, printed across its foot; `None` if it has none.
    pub state: Option<String>,
}

/// A marker to draw in a Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The Location it is in, on or beside the board.
    pub location: LocationId,
    /// Symbol to draw before its text.
    pub mark: Mark,
    /// Text printed on it; may be empty.
    pub text: String,
    /// Colour that identifies it; `None` if its colour has no meaning.
    pub paint: Option<Paint>,
    /// Whether it is crossed out, as a passage that cannot be used.
    pub blocked: bool,
    /// The side that holds it, 0 or 1; `None` if neither does or a holder has no meaning.
    pub held_by: Option<u8>,
}

/// Something drawn across several Locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Style in which it is drawn.
    pub kind: Overlay,
    /// Text printed beside it; may be empty.
    pub label: String,
    /// The side it belongs to, 0 or 1; `None` if it belongs to neither.
    pub side: Option<u8>,
    /// The Locations it covers, in order along a path.
    pub locations: Vec<LocationId>,
}

/// A card beside the board with a row of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The Location that the card stands for.
    pub location: LocationId,
    /// Colour that identifies it; `None` if its colour has no meaning.
    pub paint: Option<Paint>,
    /// Text printed on each square, and the token on it, if there is one.
    pub squares: Vec<(String, Option<SquareToken>)>,
    /// Heading of the card, for lists.
    pub title: String,
    /// Text below the squares, for lists; may be empty.
    pub note: String,
}

impl Marker {
    /// Whether it shows only a usable manhole, which is drawn like those of the board.
    pub(crate) fn is_lid(&self) -> bool {
        self.mark == Mark::Lid && !self.blocked
    }
}

impl<'a> Picture<'a> {
    /// Returns the contents of each Location that has any, a line each, such as `F3/sewer: russian ?`, and then the cards.
    pub fn contents(&self) -> Vec<String> {
        let mut lines = roster::roster(self, 1);
        lines.extend(self.sheets.iter().map(text::card));
        lines
    }

    /// Returns the colour of a side's counters; `None` if `side` is neither 0 nor 1.
    pub(crate) fn color(&self, side: u8) -> Option<SideColor> {
        self.colors.get(usize::from(side)).copied()
    }

    /// Creates a picture of a board without counters.
    pub fn new(board: &'a Board, networks: &'a [Network], title: impl Into<String>) -> Picture<'a> {
        Picture {
            board,
            networks,
            title: title.into(),
            captions: Vec::new(),
            sides: ["first side".to_owned(), "second side".to_owned()],
            colors: [SideColor::Brown, SideColor::Blue],
            counters: Vec::new(),
            markers: Vec::new(),
            overlays: Vec::new(),
            sheets: Vec::new(),
        }
    }
}
