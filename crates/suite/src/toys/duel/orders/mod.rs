//! What a side can order: a file for each order.

mod plot;
mod ready;

use rules::Piece;

use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::Duel;

rules::orders! {
    /// What a side can order.
    Order of Duel {
        /// Plan for a man.
        Plot {
            /// The man.
            man: Piece,
            /// What he is to do.
            plan: Plan,
        },
        /// End the plot.
        Ready,
    }
    /// A first part of an order: there is none, for every order is chosen at once.
    Draft {}
}
