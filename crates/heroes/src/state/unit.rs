//! A unit.

use board::LocationId;
use rules::{PieceSet, Side};

use crate::printed::counter::{Counter, Kind};
use crate::printed::words::{Activity, State};

/// The most units of a game, heroes that come up in it included.
pub const UNITS: usize = PieceSet::LIMIT;

/// The most heroes that come up in a game.
pub const HEROES: usize = 8;

/// In [`Unit::name`]: not known.
pub const NAMELESS: u8 = u8::MAX;

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Its counter.
    pub counter: Counter,
    /// Where it is; `None` is out of the game.
    pub at: Option<LocationId>,
    /// Its morale.
    pub state: State,
    /// Whether it is wounded (single men).
    pub wounded: bool,
    /// What it has done this turn.
    pub activity: Activity,
    /// Whether it has fought a melee this turn.
    pub fought: bool,
    /// Whether it has been handed or has taken up a weapon this turn (HNL-B28).
    pub traded: bool,
    /// Whether it is set up hidden and has not been shown.
    pub hidden: bool,
    /// Its name, as a place in the list of names.
    pub name: u8,
}

impl Unit {
    /// A hero who may come up one day, and waits beside the board: whose he will be is not known.
    #[must_use]
    pub const fn to_come(name: u8) -> Unit {
        Unit {
            side: Side::A,
            counter: Counter::usual(Kind::Hero),
            at: None,
            state: State::Good,
            wounded: false,
            activity: Activity::Fresh,
            fought: false,
            traded: false,
            hidden: false,
            name,
        }
    }

    /// Whether it is in Good Order, a melee aside.
    #[inline]
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.state == State::Good
    }

    /// Whether it leads others.
    #[inline]
    #[must_use]
    pub fn is_leader(&self) -> bool {
        self.counter.kind == Kind::Leader
    }
}
