//! Drafts: the first parts of orders.

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::words::Arms;
use crate::state::Asl;

rules::drafts! {
    /// A first part of an order.
    Draft of Asl {
        /// A tunnel: choose an entrance.
        Dig as Dig,
        /// A tunnel: choose the other end.
        Tunnel as DigFrom {
            /// The entrance chosen first.
            from: LocationId,
        },
        /// A Location is fortified: choose which.
        Fortify as FortifyWhere,
        /// A unit is placed: choose where.
        Place as PlaceWhere {
            /// The unit to place.
            unit: Piece,
        },
        /// A unit rallies: choose how.
        Rally as RallyHow {
            /// The broken unit that tries to rally.
            unit: Piece,
        },
        /// A weapon is handed over: choose to whom.
        Transfer as TransferTo {
            /// Unit that holds the weapon.
            from: Piece,
            /// The support weapon to transfer.
            sw: Piece,
        },
        /// Units fire: choose the target, or more firers.
        Fire as FireWith {
            /// Units chosen so far.
            units: PieceSet,
            /// The leader, if one directs the fire.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
            /// The leaders, if one in each Location directs the fire.
            #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
            leaders: PieceSet,
            /// What the units fire with.
            #[serde(default, skip_serializing_if = "Arms::is_all")]
            arms: Arms,
        },
        /// Units clear rubble: choose the way of the trail-break, or more units.
        ClearRubble as ClearWith {
            /// Units chosen so far.
            units: PieceSet,
            /// The leader, if one helps.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
        },
        /// A unit throws a demolition charge: choose where.
        Charge as ChargeWhere {
            /// Unit that holds the charge.
            unit: Piece,
        },
        /// Units move: choose the kind of move, or more units.
        Go as GoWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// Units use Sewer Movement: choose the leader, or more units.
        Sewer as SewerWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// Units go through a tunnel: choose the tunnel, or more units.
        TunnelMove as TunnelWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// A unit routs: choose the next Location.
        Rout as RoutWhere {
            /// The broken unit that routs.
            unit: Piece,
        },
        /// Units advance: choose the Location, or more units.
        Advance as AdvanceWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// Units come up: choose more units.
        Emerge as EmergeWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// Units in a sewer advance into Close Combat: choose the Location, or more units.
        Close as CloseWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// Units attack in Close Combat: choose the target, or more attackers.
        Attack as AttackWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// Units leave Close Combat: choose the Location, or more units.
        Withdraw as WithdrawWith {
            /// Units chosen so far.
            units: PieceSet,
        },
        /// Units attack in Close Combat: choose more targets.
        Against as Against {
            /// Units that strike together.
            units: PieceSet,
            /// Targets chosen so far.
            against: PieceSet,
        },
    }
}
