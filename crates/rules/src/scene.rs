//! What a client can draw without knowing a rule.

use board::LocationId;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Clause, Piece, Side};

/// A counter.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScenePiece {
    /// How the seat names it.
    pub piece: Piece,
    /// Whose it is.
    pub side: Side,
    /// Its kind, such as `regular squad`; picks the unit symbol.
    pub kind: String,
    /// A short text on the counter.
    pub label: String,
    /// Where it is.
    pub location: LocationId,
    /// Its states in plain words, such as `pinned`.
    pub states: Vec<String>,
    /// Its values in plain words, such as `firepower 4`.
    pub values: Vec<String>,
}

/// Something on a Location that is not a piece: a token, a marker, an anonymous "?".
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneMarker {
    /// Its kind, such as `objective` or `entrance`.
    pub kind: String,
    /// A short text.
    pub label: String,
    /// Where it is.
    pub location: LocationId,
    /// Whose it is, if anyone's.
    pub side: Option<Side>,
}

/// A sheet beside the board, such as a sewer card: a title and squares in a row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneSheet {
    /// The sheet's Location.
    pub location: LocationId,
    /// Its title.
    pub title: String,
    /// Its squares.
    pub squares: Vec<SceneSquare>,
    /// Plain words below it.
    pub note: String,
}

/// A square of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneSquare {
    /// What is printed on it.
    pub print: String,
    /// What lies on it, if anything.
    pub token: Option<String>,
}

/// Something drawn over several Locations, such as a plotted path or a field of smoke.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneOverlay {
    /// Its kind: `path` (a way through its Locations in order), `aim` (a line from the first to the last), `area`, or
    /// `link` (the first and the last hang together below the board).
    pub kind: String,
    /// A short text, such as `fires`.
    pub label: String,
    /// The piece it belongs to, if any.
    pub piece: Option<Piece>,
    /// Whose it is, if anyone's.
    pub side: Option<Side>,
    /// Its Locations, in order.
    pub locations: Vec<LocationId>,
}

/// A line of the state of play, such as `Round: 2 of 6`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneLine {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A view that any client can draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Scene {
    /// The state of play: round, phase, score.
    pub status: Vec<SceneLine>,
    /// Counters, on the board and beside it.
    pub pieces: Vec<ScenePiece>,
    /// Markers.
    pub markers: Vec<SceneMarker>,
    /// Sheets beside the board.
    pub sheets: Vec<SceneSheet>,
    /// What is drawn over several Locations; left out where there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<SceneOverlay>,
    /// Whether both sides answer at once now, neither seeing the other's answers; whether the other side is done is not
    /// said. Left out where it is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
}

/// What a person needs to know of an order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Phrase {
    /// The verb, such as `Advance`.
    pub verb: String,
    /// A plain sentence.
    pub sentence: String,
    /// The pieces it is about, the acting one first.
    pub pieces: Vec<Piece>,
    /// The Locations it is about.
    pub places: Vec<LocationId>,
    /// The clauses it rests on.
    pub clauses: Vec<Clause>,
}
