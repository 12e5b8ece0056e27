//! Orders of a side, a file each.

mod plot;
mod ready;

use rules::Piece;

use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::Duel;

rules::orders! {
    /// An order of a side.
    Order of Duel {
        /// Sets the plan of a man, until the side is ready.
        Plot {
            /// The man who gets the plan.
            man: Piece,
            /// His plan for this turn.
            plan: Plan,
        },
        /// Ends the side's plot for this turn.
        Ready,
    }
}

rules::drafts! {
    /// The first part of an order. There is none, since every order is chosen at once.
    Draft of Duel {}
}
