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
use rules::{Group, Piece};

use crate::printed::counter::Weapon;
use crate::printed::words::Pace;
use crate::state::Heroes;

rules::orders! {
    /// What a side can order.
    Order of Heroes {
        /// A leader opens an impulse: his hex and those around it.
        Lead {
            /// The leader.
            leader: Piece,
        },
        /// Units of one Location begin to move.
        Move {
            /// The units.
            units: Group,
            /// How.
            pace: Pace,
        },
        /// The moving units go on.
        Step {
            /// A Location one step away.
            to: LocationId,
        },
        /// The moving units stop.
        Stop,
        /// Units of one hex fire, in their impulse or as Opportunity Fire.
        Fire {
            /// The units.
            units: Group,
            /// The Location fired at.
            target: LocationId,
        },
        /// A leader or hero, and all who are stacked with him, go through the sewers or tunnels.
        Underground {
            /// The leader or hero.
            leader: Piece,
            /// The Location inside another entrance.
            to: LocationId,
        },
        /// The impulse ends, or the placing of hidden units.
        Done,
        /// No impulse.
        Pass,
        /// The movers are let by.
        HoldFire,
        /// A Shaken unit routs, on the ground or below.
        Rout {
            /// The unit.
            unit: Piece,
            /// Where to.
            to: LocationId,
        },
        /// A Shaken unit has nowhere to rout to.
        Stay {
            /// The unit.
            unit: Piece,
        },
        /// A hidden unit is placed before the first turn.
        Hide {
            /// The unit.
            unit: Piece,
            /// Where.
            at: LocationId,
        },
        /// A unit lays down its weapon, before an impulse or before it routs.
        Drop {
            /// The unit.
            unit: Piece,
        },
        /// A unit hands its weapon to another one in its Location, before an impulse.
        Hand {
            /// The unit.
            unit: Piece,
            /// The other one.
            to: Piece,
        },
        /// A unit takes up a weapon that lies in its Location, before an impulse.
        Take {
            /// The unit.
            unit: Piece,
            /// The weapon.
            weapon: Weapon,
        },
    }
    /// A first part of an order.
    Draft {
        /// Units move: choose how, or who else.
        Move as Movers {
            /// Who so far.
            units: Group,
        },
        /// Units fire: choose the target, or who else.
        Fire as Firers {
            /// Who so far.
            units: Group,
        },
        /// A leader or hero goes below: choose where he comes up.
        Underground as ChooseExit {
            /// The leader or hero.
            leader: Piece,
        },
        /// A hidden unit is placed: choose where.
        Hide as ChooseHideout {
            /// The unit.
            unit: Piece,
        },
        /// Weapons change hands: choose whose, and how.
        Weapons as Weapons,
    }
}
