//! Orders of a side, one file per order. Which orders a question offers is in [`crate::sequence::questions`].

pub mod activate;
pub mod assault;
pub mod below;
pub mod done;
pub mod fatigue;
pub mod fire;
pub mod lose;
pub mod moving;
pub mod prepare;
pub mod retreat;
pub mod spend;
pub mod stop;
pub mod support;
mod timing;
pub mod transfer;

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::figures::Figures;
use crate::printed::words::{Action, Card, Figure, Mode};
use crate::state::Tide;

rules::orders! {
    /// An order of a side.
    Order of Tide {
        /// Activate a squad for an Advance, Fire and Movement or an Assault.
        Activate {
            /// The squad to activate.
            unit: Piece,
            /// The action that it takes.
            action: Action,
        },
        /// Prepare Op Fire with a squad, or place it in Op Fire mode in the Status Phase.
        Prepare {
            /// The squad that prepares.
            unit: Piece,
        },
        /// Take Fatigue Unit with a squad.
        Fatigue {
            /// The squad that spends the action.
            unit: Piece,
        },
        /// Fire: Concentrated Fire, the attack of Fire and Movement, or Op Fire.
        Fire {
            /// The firing squad, or the one that leads the fire.
            unit: Piece,
            /// The squad fired at.
            target: Piece,
            /// Normal or suppressive fire.
            mode: Mode,
            /// The supporting squads, if there are any.
            #[serde(default)]
            with: PieceSet,
            /// Those of these squads that fire with their machine-gun crews only.
            #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
            crews: PieceSet,
        },
        /// Take no Op Fire at the moving squad.
        HoldFire,
        /// Move the activated squad.
        Move {
            /// The Location, one step away.
            to: LocationId,
        },
        /// Go below with the activated squad.
        Enter {
            /// The empty sewer card for the squad.
            card: Card,
        },
        /// End the movement; after emerging, take no action.
        Stop,
        /// Assault with the activated squad.
        Assault {
            /// The Location, one step away.
            target: LocationId,
            /// The supporting squads, at most two.
            #[serde(default)]
            with: PieceSet,
        },
        /// Advance in the sewer.
        AdvanceBelow {
            /// The squad that advances.
            unit: Piece,
        },
        /// Emerge from the sewer.
        Emerge {
            /// The squad that comes up.
            unit: Piece,
            /// The ground of a hex with a sewer token.
            at: LocationId,
        },
        /// Leave the sewer by an assault on the hex of an exit.
        AssaultFromSewer {
            /// The squad that assaults.
            unit: Piece,
            /// The ground of a hex with a sewer token.
            at: LocationId,
            /// The supporting squads, at most two.
            #[serde(default)]
            with: PieceSet,
        },
        /// Choose a figure to lose.
        Lose {
            /// The squad that loses it.
            unit: Piece,
            /// Kind of the figure, such as `regular`.
            figure: Figure,
        },
        /// Choose where a beaten squad retreats.
        Retreat {
            /// The squad that retreats.
            unit: Piece,
            /// The Location, one step away.
            to: LocationId,
        },
        /// Put command points on the initiative card.
        Spend {
            /// Number of command points, 0 to 40; the others are kept.
            points: u16,
        },
        /// Transfer figures between two squads in one Location.
        Transfer {
            /// One of the squads.
            unit: Piece,
            /// The other squad. It is taken off the board if no figure is left for it.
            other: Piece,
            /// Figures of `unit` after the transfer; `other` has the rest.
            figures: Figures,
        },
        /// End this side's part of a step of the Status Phase.
        Done,
    }
}

rules::drafts! {
    /// The first part of an order.
    Draft of Tide {
        /// A squad fires: choose target and mode.
        Fire as ChooseTarget {
            /// The squad that fires.
            unit: Piece,
        },
        /// A squad fires at a target: choose the supporting squads, one at a time.
        FireWith as FireWith {
            /// The squad that fires.
            unit: Piece,
            /// The squad fired at.
            target: Piece,
            /// Normal or suppressive fire.
            mode: Mode,
            /// The supporting squads chosen so far.
            with: PieceSet,
            /// Those of these squads that fire with their machine-gun crews only.
            #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
            crews: PieceSet,
        },
        /// The activated squad assaults: choose the supporting squads.
        AssaultWith as AssaultWith {
            /// The Location that is assaulted.
            target: LocationId,
            /// The supporting squads chosen so far.
            with: PieceSet,
        },
        /// Two squads transfer figures: choose the figures of the first.
        TransferBetween as TransferBetween {
            /// The squad whose figures are chosen.
            unit: Piece,
            /// The other squad, which gets the rest.
            other: Piece,
        },
        /// A squad in the sewer assaults: choose the supporting squads.
        SewerAssaultWith as SewerAssaultWith {
            /// The squad that assaults.
            unit: Piece,
            /// The Location that is assaulted.
            at: LocationId,
            /// The supporting squads chosen so far.
            with: PieceSet,
        },
    }
}
