//! Locations: where a piece can be.

use thiserror::Error;

use crate::grid::HexId;

/// What kind of place a Location is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LocationKind {
    /// The ground of a hex without a building, whatever its terrain.
    Street,
    /// A floor of a building; the ground floor is level 0.
    Floor,
    /// Below ground, in a sewer.
    Sewer,
    /// On the ladder below a manhole.
    Ladder,
    /// Below ground, in a tunnel.
    Tunnel,
    /// Inside a bunker, pillbox or cave.
    Inside,
    /// In a foxhole, trench or other entrenchment.
    Entrenchment,
    /// On a card or sheet beside the board.
    Card,
    /// Off the board for any other reason: not yet entered, left, lost.
    Beside,
}

impl LocationKind {
    /// The word that follows the hex in a label (`C4/sewer`); none for the ground.
    pub const fn suffix(self) -> &'static str {
        match self {
            LocationKind::Street | LocationKind::Floor => "",
            LocationKind::Sewer => "sewer",
            LocationKind::Ladder => "ladder",
            LocationKind::Tunnel => "tunnel",
            LocationKind::Inside => "inside",
            LocationKind::Entrenchment => "entrenchment",
            LocationKind::Card => "card",
            LocationKind::Beside => "beside",
        }
    }

    /// Whether it lies under the ground of its hex.
    pub const fn is_underground(self) -> bool {
        matches!(self, LocationKind::Sewer | LocationKind::Ladder | LocationKind::Tunnel)
    }
}

/// A place where a piece can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The hex it is in, above or below; none beside the board.
    pub hex: Option<HexId>,
    /// Levels above the ground of the hex (not above the sea): 0 ground, 1 first floor, -1 or lower a sewer.
    pub level: i8,
    /// What kind of place it is.
    pub kind: LocationKind,
    /// How many pieces it holds at most, where the place itself says so and not the stacking rule.
    pub capacity: Option<u8>,
    /// What it is called: `C4`, `C4/1`, `C4/sewer`, `card/red`.
    pub label: String,
}

impl Location {
    /// A Location beside the board, with a label like `card/red`.
    pub fn beside(kind: LocationKind, label: impl Into<String>) -> Location {
        Location { hex: None, level: 0, kind, capacity: None, label: label.into() }
    }

    /// The same Location with room for so many pieces.
    #[must_use]
    pub fn holding(self, capacity: u8) -> Location {
        Location { capacity: Some(capacity), ..self }
    }
}

/// Why a Location cannot be added to a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocationError {
    /// Another Location has the same label.
    #[error("there is already a Location called `{0}`")]
    Taken(String),
    /// Ids have 16 bits.
    #[error("a board holds at most 65535 Locations")]
    Full,
    /// The hex is of another board.
    #[error("`{0}` is not in a hex of this board")]
    Hex(String),
}
