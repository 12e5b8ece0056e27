//! What a client can draw without knowing a rule.
//!
//! Whatever a drawing must understand is of a closed type; words are for people, and no drawing looks into them.

use board::LocationId;
pub use board::draw::{Mark, Overlay, Paint, Size, SquareToken, Symbol};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Clause, Piece, Side};

/// A counter.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScenePiece {
    /// How the seat names it.
    pub piece: Piece,
    /// Whose it is.
    pub side: Side,
    /// Its sign.
    pub symbol: Symbol,
    /// Its size.
    pub size: Size,
    /// Whether it is a thing that somebody else carries; left out where it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub carried: bool,
    /// What it is in plain words, such as `regular squad`.
    pub kind: String,
    /// A short text on the counter.
    pub label: String,
    /// What it is called in a sentence: its own name, or what it is where it has none.
    pub name: String,
    /// A title that it bears, such as `Sewer Rat`.
    pub title: Option<String>,
    /// Where it is.
    pub location: LocationId,
    /// Its states, what matters most first.
    pub states: Vec<State>,
    /// Its values in plain words, such as `firepower 4`.
    pub values: Vec<String>,
    /// The numbers along the foot of the counter, as the game prints them: with a sign where it prints one.
    pub numbers: Vec<String>,
}

/// What has become of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct State {
    /// In plain words, such as `pinned`.
    pub words: String,
    /// Of what sort it is.
    pub sort: Sort,
}

impl State {
    /// A state.
    #[must_use]
    pub fn new(sort: Sort, words: impl Into<String>) -> State {
        State { words: words.into(), sort }
    }

    /// What holds of these, what matters most first; alike ones in the order in which they come.
    #[must_use]
    pub fn listed<W: Into<String>>(said: impl IntoIterator<Item = (bool, Sort, W)>) -> Vec<State> {
        let holds = said.into_iter().filter(|(holds, ..)| *holds);
        let mut states: Vec<State> = holds.map(|(_, sort, words)| State::new(sort, words)).collect();
        states.sort_by_key(|state| state.sort);
        states
    }
}

/// Of what sort a state is, what matters most first: a counter with no room for all of them shows the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// Its morale suffers: broken, pinned, stunned.
    Shaken,
    /// It is hurt, or will be: wounded, doomed.
    Hurt,
    /// It cannot go where it likes: in Melee, encircled, immobilised.
    Held,
    /// It may still act when it is not its turn.
    Ready,
    /// It has acted, and does no more of that for now.
    Spent,
    /// How it holds itself.
    Posture,
    /// What becomes of it below ground.
    Below,
    /// How well the enemy knows of it.
    Cover,
    /// Anything else.
    Note,
}

/// Something on a Location that is not a piece: a token, a marker, an anonymous "?".
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneMarker {
    /// Its sign.
    pub mark: Mark,
    /// What it is in plain words, such as `objective`.
    pub kind: String,
    /// A short text.
    pub label: String,
    /// What more there is to say of it, such as `blocked by rubble`; left out where there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// All of it in plain words, for a list.
    pub words: String,
    /// The numbers on its sign, such as what an objective is worth.
    pub numbers: Vec<u16>,
    /// What it is painted with, if it is known by its colour.
    pub paint: Option<Paint>,
    /// Whether there is no way through it, or none any more; left out where it is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// Where it is.
    pub location: LocationId,
    /// Whose it is, if anyone's.
    pub side: Option<Side>,
}

impl SceneMarker {
    /// A marker with a sign and words, and nothing else on it.
    #[must_use]
    pub fn new(mark: Mark, kind: impl Into<String>, label: impl Into<String>, location: LocationId) -> SceneMarker {
        let (kind, label) = (kind.into(), label.into());
        // A label that says what it is says all.
        let words = if label.starts_with(&kind) { label.clone() } else { format!("{kind}: {label}") };
        let (numbers, paint) = (Vec::new(), None);
        SceneMarker { mark, kind, label, note: None, words, numbers, paint, blocked: false, location, side: None }
    }

    /// This marker with more to say of it.
    #[must_use]
    pub fn noted(self, note: &str) -> SceneMarker {
        SceneMarker { note: Some(note.to_owned()), words: format!("{}, {note}", self.words), ..self }
    }

    /// This marker as one of `side`'s.
    #[must_use]
    pub fn of(self, side: Option<Side>) -> SceneMarker {
        SceneMarker { side, ..self }
    }
}

/// A sheet beside the board, such as a sewer card: a title and squares in a row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneSheet {
    /// The sheet's Location.
    pub location: LocationId,
    /// Its title.
    pub title: String,
    /// What it is painted with, if it is known by its colour.
    pub paint: Option<Paint>,
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
    pub token: Option<SquareToken>,
}

/// Something drawn over several Locations, such as a plotted path or a field of smoke.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneOverlay {
    /// How it is drawn.
    pub kind: Overlay,
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
    /// Of what it tells.
    pub about: LineAbout,
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl SceneLine {
    /// A line.
    #[must_use]
    pub fn new(about: LineAbout, name: impl Into<String>, value: impl Into<String>) -> SceneLine {
        SceneLine { about, name: name.into(), value: value.into() }
    }
}

/// Of what a line of the state of play tells, what a narrow screen shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineAbout {
    /// The round or the turn.
    Time,
    /// The phase.
    Phase,
    /// Whose turn it is, and what is being done in it.
    Turn,
    /// How the game ended.
    Outcome,
    /// Anything else: points, losses, what is hidden.
    Account,
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
    #[serde(rename = "together", skip_serializing_if = "std::ops::Not::not")]
    pub simultaneous: bool,
}

/// Who is out of the game by a report, and not only out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// This piece.
    Piece(Piece),
    /// Whoever goes out of sight at this place, above and below.
    At(LocationId),
}

/// What a person needs to know of an order.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OrderText {
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

impl OrderText {
    /// A sentence that is about nothing yet.
    #[must_use]
    pub fn new(verb: &str, sentence: String, clause: Clause) -> Self {
        OrderText { verb: verb.to_owned(), sentence, pieces: Vec::new(), places: Vec::new(), clauses: vec![clause] }
    }

    /// The same, about these pieces too.
    #[must_use]
    pub fn about(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// The same, about these Locations too.
    #[must_use]
    pub fn at(mut self, places: impl IntoIterator<Item = LocationId>) -> Self {
        self.places.extend(places);
        self
    }
}
