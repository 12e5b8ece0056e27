//! What a side can order: a file for each order. The lists of what may be ordered stand with the questions
//! (`sequence::questions`).

pub(crate) mod done;
pub(crate) mod fire;
mod groups;
pub(crate) mod hide;
pub(crate) mod hold_fire;
pub(crate) mod lead;
pub(crate) mod moving;
pub(crate) mod pass;
pub(crate) mod rout;
pub(crate) mod stay;
pub(crate) mod step;
pub(crate) mod stop;
mod timing;
pub(crate) mod underground;
pub(crate) mod weapons;

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::counter::Weapon;
use crate::printed::words::Pace;
use crate::state::Heroes;

rules::orders! {
    /// What a side can order.
    Order of Heroes {
        /// A leader opens an impulse that includes adjacent hexes.
        Lead {
            /// The leader.
            leader: Piece,
        },
        /// Units of one Location begin to move.
        Move {
            /// The units.
            units: PieceSet,
            /// Their pace.
            pace: Pace,
        },
        /// The moving units go one step farther.
        Step {
            /// A Location one step away.
            to: LocationId,
        },
        /// The moving units stop.
        Stop,
        /// Units of one hex fire, in their impulse or as Opportunity Fire.
        Fire {
            /// The units.
            units: PieceSet,
            /// The Location fired at.
            target: LocationId,
        },
        /// A leader or hero and his stack move through the sewers or tunnels.
        Underground {
            /// The leader or hero.
            leader: Piece,
            /// The Location inside another entrance.
            to: LocationId,
        },
        /// Ends the impulse or the set-up of hidden units.
        Done,
        /// The side begins no impulse.
        Pass,
        /// The side doesn't fire at the moving units.
        HoldFire,
        /// A Shaken unit routs on the surface or below ground.
        Rout {
            /// The unit.
            unit: Piece,
            /// Where the rout ends.
            to: LocationId,
        },
        /// A Shaken unit stays: it can't rout, or doesn't have to.
        Stay {
            /// The unit.
            unit: Piece,
        },
        /// A side places a hidden unit before the first turn.
        Hide {
            /// The unit.
            unit: Piece,
            /// The Location to hide in.
            at: LocationId,
        },
        /// A unit drops its weapon, before an impulse or before it routs.
        Drop {
            /// The unit.
            unit: Piece,
        },
        /// A unit hands its weapon to another unit in its Location, before an impulse.
        Hand {
            /// The unit.
            unit: Piece,
            /// The receiving unit.
            to: Piece,
        },
        /// A unit takes a weapon that lies in its Location, before an impulse.
        Take {
            /// The unit.
            unit: Piece,
            /// The weapon.
            weapon: Weapon,
        },
    }
    /// A first part of an order.
    Draft {
        /// Units chosen to move; a pace or another unit comes next.
        Move as Movers {
            /// Who so far.
            units: PieceSet,
        },
        /// Units chosen to fire; a target or another unit comes next.
        Fire as Firers {
            /// Who so far.
            units: PieceSet,
        },
        /// A leader or hero chosen to go below ground; the exit comes next.
        Underground as ChooseExit {
            /// The leader or hero.
            leader: Piece,
        },
        /// A hidden unit chosen for placing; the Location comes next.
        Hide as ChooseHideout {
            /// The unit.
            unit: Piece,
        },
        /// Transferring a weapon; the unit and the way come next.
        Weapons as Weapons,
    }
}
