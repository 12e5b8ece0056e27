//! Scenes: the view of a seat in a form that any client can draw without knowing the rules.
//!
//! Everything that affects drawing has a closed type. Texts are for people; clients don't interpret them.

use board::LocationId;
pub use board::draw::{Mark, Overlay, Paint, SideColor, Size, SquareToken, Symbol};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Clause, Piece, Side};

/// A counter on the board or beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScenePiece {
    /// The handle or name by which the seat refers to it.
    pub piece: Piece,
    /// The side that owns it.
    pub side: Side,
    /// Symbol to draw on the counter.
    pub symbol: Symbol,
    /// Size class of the counter, which selects its drawing.
    pub size: Size,
    /// Whether another piece carries it. Omitted from JSON if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub carried: bool,
    /// Kind of piece as English text, such as `regular squad`.
    pub kind: String,
    /// Short text to print on the counter, such as `7-0`.
    pub label: String,
    /// Name for use in a sentence: its own name or, without one, its kind.
    pub name: String,
    /// Title of a person or unit, such as `Sewer Rat`; `None` if it has none.
    pub title: Option<String>,
    /// Location where it stands or lies, by its label.
    pub location: LocationId,
    /// Current states, most important first; see [`Sort`].
    pub states: Vec<State>,
    /// Values as English text, such as `firepower 4`.
    pub values: Vec<String>,
    /// Numbers along the bottom edge of the counter, as printed in the game: with a sign where the game prints one.
    pub numbers: Vec<String>,
}

/// A current state of a piece, such as pinned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct State {
    /// English text, such as `pinned`.
    pub words: String,
    /// Category of the state, which determines its rank.
    pub sort: Sort,
}

impl State {
    /// Creates a state from its category and its English text.
    #[must_use]
    pub fn new(sort: Sort, words: impl Into<String>) -> State {
        State { words: words.into(), sort }
    }

    /// Returns the states whose first element is true, most important first. States of the same category keep their
    /// order.
    #[must_use]
    pub fn listed<W: Into<String>>(said: impl IntoIterator<Item = (bool, Sort, W)>) -> Vec<State> {
        let holds = said.into_iter().filter(|(holds, ..)| *holds);
        let mut states: Vec<State> = holds.map(|(_, sort, words)| State::new(sort, words)).collect();
        states.sort_by_key(|state| state.sort);
        states
    }
}

/// Category of a state, most important first. A counter with little space shows only the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// Impaired morale: broken, pinned, stunned.
    Shaken,
    /// Wounded, or about to be eliminated.
    Hurt,
    /// Unable to move freely: in Melee, encircled, immobilised.
    Held,
    /// Able to act outside its own turn.
    Ready,
    /// Finished acting for now, or unable to repeat an action.
    Spent,
    /// Posture, such as prone or crouching.
    Posture,
    /// State connected with being below ground.
    Below,
    /// How well it is concealed from the enemy.
    Cover,
    /// Any other state, least important.
    Note,
}

/// Something in a Location that is not a piece: a token, a marker, an anonymous "?".
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneMarker {
    /// Symbol to draw for it.
    pub mark: Mark,
    /// Kind of marker as English text, such as `objective`.
    pub kind: String,
    /// Short text to print on it.
    pub label: String,
    /// Further information, such as `blocked by rubble`. Omitted from JSON if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The complete English text, for lists: kind, label and note.
    pub words: String,
    /// Numbers to print on the symbol, such as the points of an objective.
    pub numbers: Vec<u16>,
    /// Colour that identifies it; `None` if its colour has no meaning.
    pub paint: Option<Paint>,
    /// Whether it is a passage that cannot be used. Omitted from JSON if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// Location where it stands or lies, by its label.
    pub location: LocationId,
    /// The side that owns or holds it; `None` if neither does.
    pub side: Option<Side>,
}

impl SceneMarker {
    /// Creates a marker with a symbol and texts only. If `label` begins with `kind`, the list text is the label alone.
    #[must_use]
    pub fn new(mark: Mark, kind: impl Into<String>, label: impl Into<String>, location: LocationId) -> SceneMarker {
        let (kind, label) = (kind.into(), label.into());
        // A label that begins with the kind needs no prefix.
        let words = if label.starts_with(&kind) { label.clone() } else { format!("{kind}: {label}") };
        let (numbers, paint) = (Vec::new(), None);
        SceneMarker { mark, kind, label, note: None, words, numbers, paint, blocked: false, location, side: None }
    }

    /// Adds a note, which is also appended to the list text.
    #[must_use]
    pub fn noted(self, note: &str) -> SceneMarker {
        SceneMarker { note: Some(note.to_owned()), words: format!("{}, {note}", self.words), ..self }
    }

    /// Sets the side that owns or holds the marker.
    #[must_use]
    pub fn of(self, side: Option<Side>) -> SceneMarker {
        SceneMarker { side, ..self }
    }
}

/// A card beside the board, such as a sewer card: a title and a row of squares.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneSheet {
    /// The Location that the card stands for.
    pub location: LocationId,
    /// Heading printed on the card.
    pub title: String,
    /// Colour that identifies it; `None` if its colour has no meaning.
    pub paint: Option<Paint>,
    /// The squares of the row, left to right.
    pub squares: Vec<SceneSquare>,
    /// English text to print below the squares; may be empty.
    pub note: String,
}

/// One square of a card.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneSquare {
    /// Text printed on the square; may be empty.
    pub print: String,
    /// The token on the square; `None` if it is empty.
    pub token: Option<SquareToken>,
}

/// Something drawn across several Locations, such as a plotted path or a field of smoke.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneOverlay {
    /// Style in which it is drawn.
    pub kind: Overlay,
    /// Short text to print beside it, such as `fires`.
    pub label: String,
    /// The piece it belongs to; `None` if it belongs to none.
    pub piece: Option<Piece>,
    /// The side it belongs to; `None` if it belongs to neither.
    pub side: Option<Side>,
    /// The Locations it covers, in order along a path.
    pub locations: Vec<LocationId>,
}

/// A line of game status, such as `Round: 2 of 6`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneLine {
    /// Topic of the line, from which clients choose what to show first.
    pub about: LineAbout,
    /// Label before the colon, such as `Round`.
    pub name: String,
    /// Text after the colon, such as `2 of 6`.
    pub value: String,
}

impl SceneLine {
    /// Creates a line from its topic, label and text.
    #[must_use]
    pub fn new(about: LineAbout, name: impl Into<String>, value: impl Into<String>) -> SceneLine {
        SceneLine { about, name: name.into(), value: value.into() }
    }
}

/// Topic of a status line, in the order in which a narrow screen shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineAbout {
    /// The current round or turn.
    Time,
    /// The current phase of the turn.
    Phase,
    /// The side to act, and its current activity.
    Turn,
    /// Result of a finished game.
    Outcome,
    /// Any other topic: points, losses, hidden units.
    Account,
}

/// The view of a seat, ready to be drawn by any client.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Scene {
    /// Status lines: round, phase, score.
    pub status: Vec<SceneLine>,
    /// Counters on the board and on cards, as far as the seat sees them.
    pub pieces: Vec<ScenePiece>,
    /// Markers and tokens in Locations.
    pub markers: Vec<SceneMarker>,
    /// Cards beside the board, such as sewer cards; empty if the game has none.
    pub sheets: Vec<SceneSheet>,
    /// Paths, fields and lines across several Locations. Omitted from JSON if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<SceneOverlay>,
    /// Whether both sides answer at the same time now, without seeing each other's answers. Whether the other side has
    /// finished is not included. Omitted from JSON if false.
    #[serde(rename = "together", skip_serializing_if = "std::ops::Not::not")]
    pub simultaneous: bool,
}

/// The piece that a report removes from the game, as opposed to one that only goes out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// This piece, by the name that the seat uses.
    Piece(Piece),
    /// Every piece that goes out of sight at this place, above or below ground.
    At(LocationId),
}

/// The text of an order or draft, and the things it refers to.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OrderText {
    /// The verb, such as `Advance`, which names the kind of order.
    pub verb: String,
    /// The order as one English sentence.
    pub sentence: String,
    /// The pieces it refers to, with the acting one first.
    pub pieces: Vec<Piece>,
    /// The Locations it refers to.
    pub places: Vec<LocationId>,
    /// The clauses that permit it.
    pub clauses: Vec<Clause>,
    /// The verb of an order that this one makes possible for the acting piece, for players who look for that verb now;
    /// `None` if there is none to mention.
    pub opens: Option<String>,
    /// The verb of the order that must come before this one, if this one names no piece until then; else `None`.
    pub follows: Option<&'static str>,
}

impl OrderText {
    /// Creates a text that refers to no pieces and no Locations yet.
    #[must_use]
    pub fn new(verb: &str, sentence: String, clause: Clause) -> Self {
        OrderText {
            verb: verb.to_owned(),
            sentence,
            pieces: Vec::new(),
            places: Vec::new(),
            clauses: vec![clause],
            opens: None,
            follows: None,
        }
    }

    /// Mentions the verb of an order that this one makes possible.
    #[must_use]
    pub fn opens(mut self, verb: Option<&str>) -> Self {
        self.opens = verb.map(str::to_owned);
        self
    }

    /// Names the verb of the order that must come before this one.
    #[must_use]
    pub fn follows(mut self, verb: &'static str) -> Self {
        self.follows = Some(verb);
        self
    }

    /// Adds pieces that the order refers to.
    #[must_use]
    pub fn about(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// Adds Locations that the order refers to.
    #[must_use]
    pub fn at(mut self, places: impl IntoIterator<Item = LocationId>) -> Self {
        self.places.extend(places);
        self
    }
}
