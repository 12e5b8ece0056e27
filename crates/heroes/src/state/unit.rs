//! State of a unit.

use board::LocationId;
use rules::{PieceSet, Side};

use crate::printed::clause::B20;
use crate::printed::counter::{Counter, Kind};
use crate::printed::words::{Activity, State};

/// Largest number of units in a game, including heroes that appear in it.
pub const UNITS: usize = PieceSet::LIMIT;

/// Largest number of heroes that can appear in a game.
pub const HEROES: usize = 8;

/// Value of [`Unit::name`] if the name is not known.
pub const NAMELESS: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    pub side: Side,
    pub counter: Counter,
    /// The Location where it is; `None` out of the game.
    pub at: Option<LocationId>,
    pub state: State,
    /// Whether it is wounded; leaders and heroes only.
    pub wounded: bool,
    /// Its last action in this turn.
    pub activity: Activity,
    /// Whether it has fought a melee this turn.
    pub fought: bool,
    /// Whether it has received a weapon this turn (HNL-B28).
    pub traded: bool,
    /// Whether a spotting attempt has found it this turn (HNL-B29).
    pub marked: bool,
    /// Whether it has moved this turn, at any pace (HNL-B33).
    pub moved: bool,
    /// Whether it is hidden: it was set up hidden and has not been shown.
    pub hidden: bool,
    /// Index of its name in [`Setting::names`](crate::setting::Setting::names).
    pub name: u8,
}

impl Unit {
    /// Returns a hero that may still appear. He is out of the game and has no side yet.
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
            marked: false,
            moved: false,
            hidden: false,
            name,
        }
    }

    /// Whether it is in Good Order. Units in melee count too.
    #[inline]
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.state == State::Good
    }

    /// Returns its movement points, less the excess of its load over its IPC (HNL-B20).
    #[inline]
    #[must_use]
    pub fn points(&self) -> u8 {
        let (_, _, portage) = self.counter.weapon.values();
        let over = portage.saturating_sub(self.counter.kind.ipc(self.wounded));
        if B20.is_in_force() { self.counter.mf.saturating_sub(over) } else { self.counter.mf }
    }

    #[inline]
    #[must_use]
    pub fn is_leader(&self) -> bool {
        self.counter.kind == Kind::Leader
    }
}
