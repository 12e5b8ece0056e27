//! What a side can order: a file for each order. The lists of what may be ordered stand with the questions
//! ([`crate::sequence::questions`]).

pub mod activate;
pub mod assault;
pub mod below;
pub mod fatigue;
pub mod fire;
pub mod lose;
pub mod moving;
pub mod prepare;
pub mod retreat;
pub mod stop;
pub mod support;
mod timing;

use board::LocationId;
use rules::{Group, Piece};

use crate::printed::words::{Action, Card, Figure, Mode};
use crate::state::Tide;

rules::orders! {
    /// What a side can order.
    Order of Tide {
        /// Activate a squad for an action that moves.
        Activate {
            /// The squad.
            unit: Piece,
            /// The action.
            action: Action,
        },
        /// Prepare Op Fire with a squad.
        Prepare {
            /// The squad.
            unit: Piece,
        },
        /// Fatigue a squad.
        Fatigue {
            /// The squad.
            unit: Piece,
        },
        /// Fire: Concentrated Fire, the shot of Fire and Movement, or Op Fire.
        Fire {
            /// The firing squad, or the one that leads.
            unit: Piece,
            /// The squad fired at.
            target: Piece,
            /// How.
            mode: Mode,
            /// Squads that support.
            #[serde(default)]
            with: Group,
        },
        /// Let the mover pass.
        HoldFire,
        /// Move the activated squad.
        Move {
            /// A Location one step away.
            to: LocationId,
        },
        /// Go below with the activated squad.
        Enter {
            /// The empty card it goes to.
            card: Card,
        },
        /// End the movement; after emerging, take no action.
        Stop,
        /// Assault with the activated squad.
        Assault {
            /// A Location one step away.
            target: LocationId,
            /// Squads that support.
            #[serde(default)]
            with: Group,
        },
        /// Advance below.
        AdvanceBelow {
            /// The squad.
            unit: Piece,
        },
        /// Come up.
        Emerge {
            /// The squad.
            unit: Piece,
            /// The ground of a hex with a sewer token.
            at: LocationId,
        },
        /// Assault from the sewer.
        AssaultFromSewer {
            /// The squad.
            unit: Piece,
            /// The ground of a hex with a sewer token.
            at: LocationId,
            /// Squads that support.
            #[serde(default)]
            with: Group,
        },
        /// Choose a figure to lose.
        Lose {
            /// The squad.
            unit: Piece,
            /// The figure.
            figure: Figure,
        },
        /// Choose where a beaten squad goes.
        Retreat {
            /// The squad.
            unit: Piece,
            /// A Location one step away.
            to: LocationId,
        },
    }
    /// A first part of an order.
    Draft {
        /// A squad fires: choose target and mode.
        Fire as ChooseTarget {
            /// The squad.
            unit: Piece,
        },
        /// A squad fires so: choose who supports, one after the other.
        FireWith as FireWith {
            /// The squad.
            unit: Piece,
            /// The squad fired at.
            target: Piece,
            /// How.
            mode: Mode,
            /// Who supports so far.
            with: Group,
        },
        /// The activated squad assaults: choose who supports.
        AssaultWith as AssaultWith {
            /// The Location assaulted.
            target: LocationId,
            /// Who supports so far.
            with: Group,
        },
        /// A squad below assaults: choose who supports.
        SewerAssaultWith as SewerAssaultWith {
            /// The squad.
            unit: Piece,
            /// The Location assaulted.
            at: LocationId,
            /// Who supports so far.
            with: Group,
        },
    }
}
