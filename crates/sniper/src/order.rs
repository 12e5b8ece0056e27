//! What a side can order, and the first parts of orders.

use board::LocationId;
use rules::Piece;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rules::words! {
    /// How a man holds himself (SNP-B4, 39.11).
    Posture {
        /// Upright.
        Standing = "standing",
        /// Lying.
        Prone = "prone",
        /// At middle level, below the cover.
        Ducked = "ducked",
        /// At middle level, gun and head above the street.
        Leaning = "leaning out",
    }
}

impl Posture {
    /// All postures.
    pub const ALL: [Posture; 4] = [Posture::Standing, Posture::Prone, Posture::Ducked, Posture::Leaning];
    /// Those of the middle level (39.11).
    pub const ON_LADDER: [Posture; 2] = [Posture::Ducked, Posture::Leaning];
    /// Those of every other place.
    pub const ELSEWHERE: [Posture; 2] = [Posture::Standing, Posture::Prone];

    /// Whether it is the lower of the two that a place allows.
    #[inline]
    #[must_use]
    pub const fn is_low(self) -> bool {
        matches!(self, Posture::Prone | Posture::Ducked)
    }

    /// Whether it is one of the middle level (39.11).
    #[inline]
    #[must_use]
    pub const fn is_on_ladder(self) -> bool {
        matches!(self, Posture::Ducked | Posture::Leaning)
    }
}

rules::words! {
    /// What is thrown.
    Grenade {
        /// It bursts (SNP-B11).
        Frag = "grenade",
        /// It smokes (SNP-B12).
        Smoke = "smoke grenade",
    }
}

impl Grenade {
    /// Both.
    pub const ALL: [Grenade; 2] = [Grenade::Frag, Grenade::Smoke];
}

/// A man who will watch a door or window. In whichever order its two sides are given, it is the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "SidesAsGiven")]
pub struct WatchSide {
    /// Who.
    pub(crate) man: Piece,
    /// The place on one side of it, the one that comes first on the board.
    pub(crate) at: LocationId,
    /// The place on the other.
    pub(crate) beyond: LocationId,
}

impl WatchSide {
    /// A man, and the places on the two sides of the door or window.
    #[inline]
    #[must_use]
    pub fn new(man: Piece, one: LocationId, other: LocationId) -> WatchSide {
        WatchSide { man, at: one.min(other), beyond: one.max(other) }
    }
}

impl From<WatchSide> for Order {
    #[inline]
    fn from(side: WatchSide) -> Order {
        Order::WatchSide(side)
    }
}

/// A door or window as somebody writes it: either side of it first.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SidesAsGiven {
    /// Who.
    man: Piece,
    /// The place on one side of it.
    at: LocationId,
    /// The place on the other.
    beyond: LocationId,
}

impl From<SidesAsGiven> for WatchSide {
    fn from(SidesAsGiven { man, at, beyond }: SidesAsGiven) -> WatchSide {
        WatchSide::new(man, at, beyond)
    }
}

/// What a side can order. Every order but the last writes the plot or place of one man, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// A man will go one step further than plotted so far.
    Step {
        /// Who.
        man: Piece,
        /// A Location one step from the end of his path.
        to: LocationId,
    },
    /// A man will go somewhere by the cheapest way.
    March {
        /// Who.
        man: Piece,
        /// Where to.
        to: LocationId,
    },
    /// A man will fire into a Location.
    Fire {
        /// Who.
        man: Piece,
        /// Where an enemy is seen.
        at: LocationId,
    },
    /// A man will fire at whatever first shows itself.
    Watch {
        /// Who.
        man: Piece,
        /// In which Location or, in a sewer, in which stretch.
        at: LocationId,
    },
    /// A man will fire at whatever first shows itself at a door or window.
    WatchSide(WatchSide),
    /// A man will throw a grenade.
    Throw {
        /// Who.
        man: Piece,
        /// Where to.
        at: LocationId,
        /// Which.
        grenade: Grenade,
    },
    /// A man will first take a posture.
    Posture {
        /// Who.
        man: Piece,
        /// Which.
        to: Posture,
    },
    /// A man will reload.
    Reload {
        /// Who.
        man: Piece,
    },
    /// A man will stay and do nothing.
    Clear {
        /// Who.
        man: Piece,
    },
    /// A man or dummy begins here.
    Place {
        /// Who.
        man: Piece,
        /// Where.
        at: LocationId,
    },
    /// The side has plotted, or set up, all it wants.
    Ready,
}

impl Order {
    /// Whose plot or place it writes; nobody's when a side is ready.
    #[inline]
    #[must_use]
    pub const fn man(&self) -> Option<Piece> {
        match *self {
            Order::Step { man, .. }
            | Order::March { man, .. }
            | Order::Fire { man, .. }
            | Order::Watch { man, .. }
            | Order::WatchSide(WatchSide { man, .. })
            | Order::Throw { man, .. }
            | Order::Posture { man, .. }
            | Order::Reload { man }
            | Order::Clear { man }
            | Order::Place { man, .. } => Some(man),
            Order::Ready => None,
        }
    }
}

/// A first part of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Draft {
    /// A man's plot: choose what he does.
    Man {
        /// Who.
        man: Piece,
    },
    /// He goes somewhere: choose where.
    March {
        /// Who.
        man: Piece,
    },
    /// He fires: choose where.
    Fire {
        /// Who.
        man: Piece,
    },
    /// He waits for something to show itself: choose where.
    Watch {
        /// Who.
        man: Piece,
    },
    /// The same, in one sixth of the board.
    WatchTo {
        /// Who.
        man: Piece,
        /// Which sixth: 0 north, then clockwise.
        way: u8,
    },
    /// He waits for something to show itself at a door or window: choose which.
    WatchSide {
        /// Who.
        man: Piece,
    },
    /// He throws: choose where.
    Throw {
        /// Who.
        man: Piece,
        /// Which grenade.
        grenade: Grenade,
    },
    /// The same, in one sixth of the board.
    ThrowTo {
        /// Who.
        man: Piece,
        /// Which grenade.
        grenade: Grenade,
        /// Which sixth: 0 north, then clockwise.
        way: u8,
    },
    /// He is placed before the first turn: choose where.
    Place {
        /// Who.
        man: Piece,
    },
}

impl Draft {
    /// Whose plot or place it is about.
    #[inline]
    #[must_use]
    pub const fn man(&self) -> Piece {
        match *self {
            Draft::Man { man }
            | Draft::March { man }
            | Draft::Fire { man }
            | Draft::Watch { man }
            | Draft::WatchTo { man, .. }
            | Draft::WatchSide { man }
            | Draft::Throw { man, .. }
            | Draft::ThrowTo { man, .. }
            | Draft::Place { man } => man,
        }
    }
}
