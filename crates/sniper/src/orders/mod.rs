//! Orders of a side, a file each. Which orders can be given is listed with the questions (`sequence::questions`); what
//! can be chosen from a draft is listed with the order it leads to.

pub mod clear;
pub mod fire;
pub mod man;
pub mod march;
pub mod place;
mod plots;
pub mod posture;
pub mod prepare;
pub mod ready;
pub mod rearm;
pub mod reload;
mod sixths;
pub mod step;
pub mod throw;
pub mod watch;
pub mod watch_side;

use board::LocationId;
use rules::Piece;

use crate::printed::words::{self, Grenade};
use crate::state::Sniper;

rules::orders! {
    /// An order of a side. Every order except the last writes the plot or starting place of one man, and nothing else.
    Order of Sniper {
        /// Adds one step to the end of a man's path.
        Step {
            /// The man whose path grows.
            man: Piece,
            /// A Location one step from the end of his path.
            to: LocationId,
        },
        /// Plots a man's path to a Location, by the cheapest way. Replaces the path plotted so far.
        March {
            /// The man who is to move.
            man: Piece,
            /// Destination, within reach of his movement points.
            to: LocationId,
        },
        /// Plots fire into a Location.
        Fire {
            /// The man who is to fire.
            man: Piece,
            /// Target Location: an enemy must be in sight there.
            at: LocationId,
        },
        /// Plots opportunity fire at the first enemy to appear in a Location or sewer stretch.
        Watch {
            /// The man who is to watch.
            man: Piece,
            /// The Location watched; in a sewer, a Location of the stretch watched.
            at: LocationId,
        },
        /// Plots opportunity fire at the first enemy to appear at a door or window.
        #[serde(deserialize_with = "watch_side::as_given")]
        #[schemars(with = "watch_side::SidesAsGiven")]
        WatchSide {
            /// The man who is to watch.
            man: Piece,
            /// The Location on one side of it, the one that comes first on the board.
            at: LocationId,
            /// The Location on the other side.
            beyond: LocationId,
        },
        /// Plots a grenade throw from the end of a man's path.
        Throw {
            /// The man who is to throw.
            man: Piece,
            /// Target Location of the throw.
            at: LocationId,
            /// Kind of grenade to throw.
            grenade: Grenade,
        },
        /// Plots to prepare a grenade, before movement.
        Prepare {
            /// The man who is to prepare it.
            man: Piece,
            /// Kind of grenade to prepare.
            grenade: Grenade,
        },
        /// Plots to take the weapon in hand again, which takes the whole turn.
        Rearm {
            /// The man who is to rearm.
            man: Piece,
        },
        /// Plots a posture, taken before movement.
        Posture {
            /// The man who changes posture.
            man: Piece,
            /// The posture he is to take.
            to: words::Posture,
        },
        /// Plots reloading, which takes the whole turn.
        Reload {
            /// The man who is to reload.
            man: Piece,
        },
        /// Clears a man's plot: he stays and does nothing.
        Clear {
            /// The man whose plot is cleared.
            man: Piece,
        },
        /// Places a man or dummy before the first turn.
        Place {
            /// The man or dummy to place.
            man: Piece,
            /// Starting place, inside his area.
            at: LocationId,
        },
        /// Ends the side's plotting or set-up.
        Ready,
    }
}

rules::drafts! {
    /// The first part of an order.
    Draft of Sniper {
        /// A man's plot: choose his order.
        Man as PlotFor {
            /// The man to plot for.
            man: Piece,
        },
        /// Movement: choose the destination.
        March as ChooseGoal {
            /// The man who is to move.
            man: Piece,
        },
        /// Fire: choose the target's Location.
        Fire as ChooseTarget {
            /// The man who is to fire.
            man: Piece,
        },
        /// Opportunity fire: choose the Location.
        Watch as ChooseView {
            /// The man who is to watch.
            man: Piece,
        },
        /// Opportunity fire in one sixth of the board: choose the Location.
        WatchTo as WatchTo {
            /// The man who is to watch.
            man: Piece,
            /// Sixth of the board, 0 to 5: 0 is north, then clockwise.
            way: u8,
        },
        /// Opportunity fire at a door or window: choose which.
        WatchSide as ChooseAperture {
            /// The man who is to watch.
            man: Piece,
        },
        /// A throw: choose the Location.
        Throw as ChooseThrow {
            /// The man who is to throw.
            man: Piece,
            /// Kind of grenade to throw.
            grenade: Grenade,
        },
        /// A throw into one sixth of the board: choose the Location.
        ThrowTo as ThrowTo {
            /// The man who is to throw.
            man: Piece,
            /// Kind of grenade to throw.
            grenade: Grenade,
            /// Sixth of the board, 0 to 5: 0 is north, then clockwise.
            way: u8,
        },
        /// Placement before the first turn: choose the Location.
        Place as ChoosePlace {
            /// The man or dummy to place.
            man: Piece,
        },
    }
}
