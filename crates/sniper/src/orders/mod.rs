//! What a side can order, and the first parts of orders.

pub mod check;
pub mod clear;
pub mod every;
pub mod fire;
pub mod march;
pub mod place;
pub mod plotted;
pub mod posture;
pub mod ready;
pub mod reload;
pub mod step;
pub mod throw;
pub mod watch;
pub mod watch_side;
pub mod words;

use board::LocationId;
use rules::Piece;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::orders::watch_side::WatchSide;
use crate::printed::words::{Grenade, Posture};

impl From<WatchSide> for Order {
    #[inline]
    fn from(side: WatchSide) -> Order {
        Order::WatchSide(side)
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
