//! Locations: the places where a piece can be.

use thiserror::Error;

use crate::grid::HexId;

/// The kind of place that a Location is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LocationKind {
    /// Ground level of a hex without a building, whatever its terrain.
    Street,
    /// A floor of a building; the ground floor is level 0.
    Floor,
    /// A sewer below ground.
    Sewer,
    /// The ladder below a manhole.
    Ladder,
    /// A tunnel below ground.
    Tunnel,
    /// The inside of a bunker, pillbox or cave.
    Inside,
    /// A foxhole, trench or other entrenchment.
    Entrenchment,
    /// A card or sheet beside the board.
    Card,
    /// Off the board for any other reason: not yet entered, left, lost.
    Beside,
}

impl LocationKind {
    /// The word that follows the hex in a label (`C4/sewer`); empty for ground level and floors.
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

    /// Whether it is below the ground of its hex: a sewer, ladder or tunnel.
    pub const fn is_underground(self) -> bool {
        matches!(self, LocationKind::Sewer | LocationKind::Ladder | LocationKind::Tunnel)
    }
}

/// A place where a piece can be, with its hex and level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The hex that contains it, at any level; `None` beside the board.
    pub hex: Option<HexId>,
    /// Level relative to the ground of the hex (not to the board): 0 ground, 1 first floor, -1 or lower below ground.
    pub level: i8,
    /// The kind of place, which determines its label.
    pub kind: LocationKind,
    /// Maximum number of pieces, if the place itself limits it; `None` if only the stacking rule applies.
    pub capacity: Option<u8>,
    /// Unique label: `C4`, `C4/1`, `C4/sewer`, `card/red`.
    pub label: String,
}

impl Location {
    /// Creates a Location beside the board, with a label like `card/red`.
    pub fn beside(kind: LocationKind, label: impl Into<String>) -> Location {
        Location { hex: None, level: 0, kind, capacity: None, label: label.into() }
    }

    /// Sets the maximum number of pieces.
    #[must_use]
    pub fn holding(self, capacity: u8) -> Location {
        Location { capacity: Some(capacity), ..self }
    }
}

/// Maximum number of Locations of a board, and of its hexes. The largest printed boards have a few hundred. Sight is
/// computed for all pairs: without a limit, one file could take all memory of a server.
pub const MOST_LOCATIONS: usize = 4096;

/// The reason why a Location cannot be added to a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocationError {
    /// Another Location has this label.
    #[error("there is already a Location called `{0}`")]
    Taken(String),
    /// The board has [`MOST_LOCATIONS`].
    #[error("a board holds at most {MOST_LOCATIONS} Locations")]
    Full,
    /// The hex is not on this board. Contains the label, or its suffix.
    #[error("`{0}` is not in a hex of this board")]
    Hex(String),
}
