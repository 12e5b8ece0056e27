//! What a side can order: a file for each order. The list of what may be ordered stands with the questions
//! (`sequence::questions`), what may be chosen from a draft with the order it leads to.

pub mod clear;
pub mod fire;
pub mod man;
pub mod march;
pub mod place;
mod plots;
pub mod posture;
pub mod ready;
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
    /// What a side can order. Every order but the last writes the plot or place of one man, and nothing else.
    Order of Sniper {
        /// A man will go one step further than plotted so far.
        Step {
            /// Who.
            man: Piece,
            /// A Location one step from the end of his path.
            to: LocationId,
        },
        /// A man will go somewhere by the cheapest way.
        March {
            /// Who.
            man: Piece,
            /// Where to.
            to: LocationId,
        },
        /// A man will fire into a Location.
        Fire {
            /// Who.
            man: Piece,
            /// Where an enemy is seen.
            at: LocationId,
        },
        /// A man will fire at whatever first shows itself.
        Watch {
            /// Who.
            man: Piece,
            /// In which Location or, in a sewer, in which stretch.
            at: LocationId,
        },
        /// A man will fire at whatever first shows itself at a door or window.
        #[serde(deserialize_with = "watch_side::as_given")]
        #[schemars(with = "watch_side::SidesAsGiven")]
        WatchSide {
            /// Who.
            man: Piece,
            /// The place on one side of it, the one that comes first on the board.
            at: LocationId,
            /// The place on the other.
            beyond: LocationId,
        },
        /// A man will throw a grenade.
        Throw {
            /// Who.
            man: Piece,
            /// Where to.
            at: LocationId,
            /// Which.
            grenade: Grenade,
        },
        /// A man will first take a posture.
        Posture {
            /// Who.
            man: Piece,
            /// Which.
            to: words::Posture,
        },
        /// A man will reload.
        Reload {
            /// Who.
            man: Piece,
        },
        /// A man will stay and do nothing.
        Clear {
            /// Who.
            man: Piece,
        },
        /// A man or dummy begins here.
        Place {
            /// Who.
            man: Piece,
            /// Where.
            at: LocationId,
        },
        /// The side has plotted, or set up, all it wants.
        Ready,
    }
    /// A first part of an order.
    Draft {
        /// A man's plot: choose what he does.
        Man as PlotFor {
            /// Who.
            man: Piece,
        },
        /// He goes somewhere: choose where.
        March as ChooseGoal {
            /// Who.
            man: Piece,
        },
        /// He fires: choose where.
        Fire as ChooseTarget {
            /// Who.
            man: Piece,
        },
        /// He waits for something to show itself: choose where.
        Watch as ChooseView {
            /// Who.
            man: Piece,
        },
        /// The same, in one sixth of the board.
        WatchTo as WatchTo {
            /// Who.
            man: Piece,
            /// Which sixth: 0 north, then clockwise.
            way: u8,
        },
        /// He waits for something to show itself at a door or window: choose which.
        WatchSide as ChooseAperture {
            /// Who.
            man: Piece,
        },
        /// He throws: choose where.
        Throw as ChooseThrow {
            /// Who.
            man: Piece,
            /// Which grenade.
            grenade: Grenade,
        },
        /// The same, in one sixth of the board.
        ThrowTo as ThrowTo {
            /// Who.
            man: Piece,
            /// Which grenade.
            grenade: Grenade,
            /// Which sixth: 0 north, then clockwise.
            way: u8,
        },
        /// He is placed before the first turn: choose where.
        Place as ChoosePlace {
            /// Who.
            man: Piece,
        },
    }
}
