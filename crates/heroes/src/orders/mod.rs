//! Orders of a side, one file per order. Which orders a question offers is in `sequence::questions`.

pub(crate) mod done;
pub(crate) mod fire;
mod groups;
pub(crate) mod hide;
pub(crate) mod hold_fire;
pub(crate) mod lead;
pub(crate) mod melee;
pub(crate) mod moving;
pub(crate) mod pass;
pub(crate) mod rout;
pub(crate) mod spot;
pub(crate) mod stay;
pub(crate) mod step;
pub(crate) mod stop;
mod timing;
pub(crate) mod underground;
pub(crate) mod weapons;

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::counter::Weapon;
use crate::printed::words::{Pace, With};
use crate::state::Heroes;

rules::orders! {
    /// An order of a side.
    Order of Heroes {
        /// A leader opens an impulse that includes adjacent hexes.
        Lead {
            /// The leader who opens it.
            leader: Piece,
        },
        /// Units of one Location begin to move.
        Move {
            /// The units that move together.
            units: PieceSet,
            /// Pace of the movement, such as `normal`.
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
            /// The units that fire together.
            units: PieceSet,
            /// The Location fired at.
            target: LocationId,
            /// The part of the units that fires. Default: the men and their weapons.
            #[serde(default, skip_serializing_if = "With::is_all")]
            with: With,
        },
        /// A unit tries to spot enemies, before an impulse.
        Spot {
            /// The spotter.
            unit: Piece,
            /// The Location of the enemies.
            target: LocationId,
        },
        /// A leader or hero and his stack move through the sewers or tunnels.
        Underground {
            /// The leader or hero who goes first.
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
        /// A Shaken unit routs below ground, to the Location inside another entrance.
        Rout {
            /// The Shaken unit that routs.
            unit: Piece,
            /// The Location where the rout ends.
            to: LocationId,
        },
        /// A Shaken unit stays where it is instead of routing below ground.
        Stay {
            /// The Shaken unit that stays.
            unit: Piece,
        },
        /// A side chooses which enemy units it attacks in a melee.
        Melee {
            /// The enemy units that it attacks.
            targets: PieceSet,
        },
        /// A side places a hidden unit before the first turn.
        Hide {
            /// The hidden unit to place.
            unit: Piece,
            /// The Location to hide in.
            at: LocationId,
        },
        /// A unit drops its weapon, before an impulse or before it routs.
        Drop {
            /// The unit that carries the weapon.
            unit: Piece,
        },
        /// A unit hands its weapon to another unit in its Location, before an impulse.
        Hand {
            /// The unit that carries the weapon.
            unit: Piece,
            /// The unit that receives it.
            to: Piece,
        },
        /// A unit takes a weapon that lies in its Location, before an impulse.
        Take {
            /// The unit that takes it.
            unit: Piece,
            /// The kind of weapon.
            weapon: Weapon,
        },
    }
}

rules::drafts! {
    /// The first part of an order.
    Draft of Heroes {
        /// Units chosen to move; a pace or another unit comes next.
        Move as Movers {
            /// The units chosen so far.
            units: PieceSet,
        },
        /// Units chosen to fire; a target or another unit comes next.
        Fire as Firers {
            /// The units chosen so far.
            units: PieceSet,
            /// The part of the units that fires. Default: the men and their weapons.
            #[serde(default, skip_serializing_if = "With::is_all")]
            with: With,
        },
        /// A unit chosen to spot; the Location comes next.
        Spot as ChooseSight {
            /// The spotter.
            unit: Piece,
        },
        /// A leader or hero chosen to go below ground; the exit comes next.
        Underground as ChooseExit {
            /// The leader or hero who goes first.
            leader: Piece,
        },
        /// Enemy units chosen in a melee; another unit can come next.
        Melee as Targets {
            /// The enemy units chosen so far.
            targets: PieceSet,
        },
        /// A hidden unit chosen for placing; the Location comes next.
        Hide as ChooseHideout {
            /// The hidden unit to place.
            unit: Piece,
        },
        /// A weapon changes hands; the unit and the kind of transfer come next.
        Weapons as Weapons,
    }
}
