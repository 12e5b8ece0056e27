//! Scenario files: reading them and reporting all of their errors at once.
//!
//! A scenario file is TOML. This module reads its generic part. The sections for sides, units, turns, victory and
//! options are typed by the rule system that the file names.
//!
//! ```toml
//! title = "The Grain Elevator"      # required
//! system = "tide"                   # required: the rule system
//! summary = "One sentence."         # optional, as are author and source
//! format = 1                        # optional: the version of this format
//!
//! [about]                           # optional, as is each key: help with the choice of a scenario
//! teaches = "going below"           # at most 12 words
//! difficulty = "first game"         # or easy, medium, hard
//! side = "soviet"                   # for a player's first game (default: the first side)
//!
//! [board]
//! labels = "letters"                # or "digits"
//! number = 1                        # the board's number: 1C4 (lettered boards, optional)
//! lowered = "second"                # columns B, D, … stand half a hex lower (default), or "first": A, C, …
//! half_rows = false                 # lowered columns begin with a half hex, row 0
//! rows = [                          # one character a hex, white space means nothing
//!   ". b w .",
//!   ". b b .",
//! ]
//! legend = { "." = "clear", w = "woods", b = { terrain = "building", floors = 3 } }
//! # with edge = "wall" in its table a character has walls towards all others: rows of rooms are a floor plan
//! # instead of rows and legend:  size = [39, 53]  and  fill = "clear"
//!
//! [[board.hex]]                     # what differs in single hexes
//! at = ["A1", "B1"]                 # or one hex: at = "A1"
//! terrain = "woods"                 # each of these is optional
//! floors = 2
//! elevation = 1
//! building = "school"               # hexes of one name are one building
//! manhole = true                    # a manhole circle or sewer token is printed here
//!
//! [[board.road]]
//! path = ["A2", "B1", "D2"]         # through adjacent hexes; a straight row may be given by its ends
//! kind = "paved"                    # paved (default), unpaved, path, rail
//!
//! [[board.hexside]]
//! between = ["A1", "B1"]            # or a list of such pairs; or around = ["A1", "A2"]: all hexsides around these hexes
//! feature = "wall"
//!
//! [[network]]
//! kind = "sewer"                    # or "tunnel"
//! name = "Main sewer"
//! color = "black"                   # optional
//! line = ["1053", "1001"]           # a straight line of hexes by its two ends, or entrances = ["C4", "F2"]
//! ```
//!
//! With `half_rows` the first of `rows` is row 0; it has `-` in the columns that are not lowered.
//!
//! Example of reading:
//!
//! ```
//! use board::{BoardWords, Edge, Look};
//! use board::scenario::{Document, Spanned};
//!
//! #[derive(serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Unit {
//!     name: String,
//!     at: Spanned<String>,
//! }
//!
//! const WORDS: BoardWords = BoardWords {
//!     terrains: &[("clear", Look::Plain), ("woods", Look::Trees)],
//!     features: &[("wall", Edge::Wall)],
//! };
//! let text = r#"
//! title = "Patrol"
//! system = "tide"
//! [board]
//! labels = "letters"
//! rows = [". w", ". ."]
//! legend = { "." = "clear", w = "woods" }
//! [[unit]]
//! name = "first squad"
//! at = "B1"
//! "#;
//! let document = Document::parse("patrol.toml", text).unwrap();
//! let mut reader = document.reader();
//! let head = reader.head();
//! let board = reader.board(&WORDS).unwrap();
//! for unit in reader.items::<Unit>("unit") {
//!     assert_eq!(reader.location(&board, &unit.at), board.location_named("B1"));
//! }
//! assert!(reader.finish().unwrap().is_empty());
//! assert_eq!(head.title.as_ref(), "Patrol");
//! ```

mod about;
mod board;
mod board_section;
mod decode;
mod diagnostic;
mod document;
mod network;
mod options;
mod reader;
mod schema;
mod whole;

pub use about::{About, Difficulty};
pub use decode::{explain, nearest, one_of};
pub use diagnostic::{Diagnostic, Diagnostics, Severity, Span, Warnings};
pub use document::{Document, FORMAT, Head};
pub use reader::{Item, Reader};
pub use schema::{Part, schema};
pub use toml::Spanned;
pub use whole::Whole;

/// Returns the name of the scenario whose guide a file is, with its folder: `tide/first` for `tide/first.guide.toml`, and
/// for the same name without `.toml`. `None` if it is not the name of a guide.
///
/// ```
/// use board::scenario::guided_scenario;
///
/// assert_eq!(guided_scenario("tide/first.guide.toml"), Some("tide/first"));
/// assert_eq!(guided_scenario("first.guide"), Some("first"));
/// assert_eq!(guided_scenario("tide/first.toml"), None);
/// ```
#[must_use]
pub fn guided_scenario(file: &str) -> Option<&str> {
    file.strip_suffix(".toml").unwrap_or(file).strip_suffix(".guide")
}
