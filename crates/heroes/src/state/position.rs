//! The whole truth.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{Group, Piece, Side};

use crate::orders::Pace;
use crate::printed::counter::{Counter, Weapon};
use crate::sequence::turns::Step;
use crate::state::muster::Muster;

/// The most units of a game, heroes that come up in it included.
pub const UNITS: usize = Group::LIMIT;
/// The most heroes that come up in a game.
pub const HEROES: usize = 8;
/// The most objectives of a scenario.
pub const OBJECTIVES: usize = 16;
/// The most weapons that lie about: every unit can have laid down one.
pub const LYING: usize = UNITS;
/// The most Locations that a rout is barred from.
pub const BARRED: usize = UNITS;
/// In [`Unit::name`]: not known.
pub const NAMELESS: u8 = u8::MAX;

rules::words! {
    /// A unit's morale (HNL-B16). Shaken is what the sewer and tunnel rules call broken.
    State {
        /// In Good Order.
        Good = "good order",
        /// Shaken.
        Shaken = "shaken",
    }
}

rules::words! {
    /// What a unit has done this turn (HNL-B4).
    Activity {
        /// Nothing yet.
        Fresh = "fresh",
        /// It is Ops Complete: it has led, or made an assault move.
        Complete = "ops complete",
        /// It has moved.
        Moved = "moved",
        /// It has fired.
        Fired = "fired",
    }
}

rules::words! {
    /// The phases of a turn (HNL-B1).
    Phase {
        /// Rally Phase.
        Rally = "Rally Phase",
        /// Operations Phase.
        Operations = "Operations Phase",
        /// Routs at the end of the Operations Phase.
        Rout = "routs",
        /// Administrative Phase.
        Administrative = "Administrative Phase",
        /// The game is over.
        Over = "game over",
    }
}

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
            counter: Counter::usual(crate::printed::counter::Kind::Hero),
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
        self.counter.kind == crate::printed::counter::Kind::Leader
    }
}

/// A weapon that lies in a Location, carried by nobody (HNL-B28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lying {
    /// Where.
    pub at: LocationId,
    /// Which.
    pub weapon: Weapon,
}

/// The impulse under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Impulse {
    /// The ground of its hex.
    pub at: LocationId,
    /// The leader who has opened it, if one has.
    pub leader: Option<Piece>,
    /// From which hexes units have moved: bit 0 its own, bit 1 to 6 the hexes around, clockwise from north.
    pub moved: u8,
    /// From which hexes units have fired, counted likewise.
    pub fired: u8,
}

/// Units on the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moving {
    /// Who moves together.
    pub units: Group,
    /// How.
    pub pace: Pace,
    /// Movement points left.
    pub mf_left: u8,
    /// Whether they have entered a hex.
    pub stepped: bool,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All units, those out of the game too.
    pub(crate) units: ArrayVec<Unit, UNITS>,
    /// Which of them are what.
    pub(crate) muster: Muster,
    /// Who holds each objective.
    pub(crate) held: ArrayVec<Option<Side>, OBJECTIVES>,
    /// The turn, from 1.
    pub(crate) turn: u8,
    /// The phase.
    pub(crate) phase: Phase,
    /// Who has the initiative.
    pub(crate) initiative: Side,
    /// Whose impulse it is, or who routs.
    pub(crate) to_act: Side,
    /// Passes in a row.
    pub(crate) passes: u8,
    /// The impulse under way.
    pub(crate) impulse: Option<Impulse>,
    /// The units on the move.
    pub(crate) moving: Option<Moving>,
    /// Which blazes of the scenario burn, as bits.
    pub(crate) burning: u8,
    /// The weapons that lie about, in the order of their Locations.
    pub(crate) lying: ArrayVec<Lying, LYING>,
    /// Where the routing side has been barred in this Rout.
    pub(crate) barred: ArrayVec<LocationId, BARRED>,
    /// Steps to do.
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn unit(&self, piece: Piece) -> Option<&Unit> {
        self.units.get(piece.index())
    }

    /// All units with their numbers, those out of the game too.
    #[inline]
    pub(crate) fn all(&self) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
        (0u16..).map(Piece).zip(&self.units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() < 4096, "{} bytes", size_of::<Position>());
    }
}
