//! Boards on paper and in a terminal.
//!
//! A [`Picture`] says what to draw in words that no rule system owns: a board, networks, counters and markers. [`svg()`]
//! makes a sheet good enough to play from, [`text()`] a picture of letters, and `png` (feature `png`) the sheet as an image.
//! Surface and underground are shown together; nothing is told by colour alone.

mod below;
mod canvas;
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

#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use signs::{Mark, Overlay, Paint, Size, SquareToken, Symbol};
pub use svg::svg;
pub use text::text;

use crate::board::Board;
use crate::naming::LocationId;
use crate::network::Network;

/// What to draw.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The networks under it that the onlooker may see.
    pub networks: &'a [Network],
    /// The heading.
    pub title: String,
    /// Smaller lines below the heading: turn, phase, whose view it is.
    pub captions: Vec<String>,
    /// What the two sides are called, for the legend.
    pub sides: [String; 2],
    /// Counters in the order they are stacked, lowest first.
    pub counters: Vec<Counter>,
    /// Other things lying about: smoke, entrance markers.
    pub markers: Vec<Marker>,
    /// What is drawn over several Locations.
    pub overlays: Vec<Drawn>,
    /// What is printed on the sheets beside the board.
    pub sheets: Vec<Sheet>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Where it is.
    pub location: LocationId,
    /// Which of the two sides, 0 or 1; anything else is drawn neutral.
    pub side: u8,
    /// Its sign, and its size in dots.
    pub symbol: (Symbol, Size),
    /// What is printed on it, the first line largest. Short: three lines of six letters read well.
    pub lines: Vec<String>,
    /// What has become of it (broken, lost, moved), across its foot.
    pub state: Option<String>,
}

/// A marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Where it is.
    pub location: LocationId,
    /// Its sign.
    pub mark: Mark,
    /// What is written on it.
    pub text: String,
    /// What it is painted with, if it is known by its colour.
    pub paint: Option<Paint>,
    /// Whether it is crossed out: no way, or no way any more.
    pub blocked: bool,
}

/// Something drawn over several Locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// How.
    pub kind: Overlay,
    /// What is written on it.
    pub label: String,
    /// Whose it is, 0 or 1.
    pub side: Option<u8>,
    /// Its Locations, in order.
    pub locations: Vec<LocationId>,
}

/// A sheet beside the board: squares in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its Location.
    pub location: LocationId,
    /// What it is painted with, if it is known by its colour.
    pub paint: Option<Paint>,
    /// What is printed on each of its squares, and what lies on it.
    pub squares: Vec<(String, Option<SquareToken>)>,
}

impl Marker {
    /// Whether it says no more than that there is a manhole, which is drawn as the board's own are.
    pub(crate) fn is_lid(&self) -> bool {
        self.mark == Mark::Lid && !self.blocked
    }
}

impl<'a> Picture<'a> {
    /// A picture of a bare board.
    pub fn new(board: &'a Board, networks: &'a [Network], title: impl Into<String>) -> Picture<'a> {
        Picture {
            board,
            networks,
            title: title.into(),
            captions: Vec::new(),
            sides: ["first side".to_owned(), "second side".to_owned()],
            counters: Vec::new(),
            markers: Vec::new(),
            overlays: Vec::new(),
            sheets: Vec::new(),
        }
    }
}
