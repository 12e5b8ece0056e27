//! What follows an answer.

use rules::{Side, Turn};

use crate::orders::{Order, place, plotted, ready};
use crate::state::Sniper;
use crate::state::step::Step;

/// Resolves a checked order: it writes its own side's slot only. The last side to be ready sets the turn going, which
/// follows from the position alone.
#[inline]
pub fn resolve(turn: &mut impl Turn<Sniper>, side: Side, order: &Order) {
    match *order {
        Order::Ready => {
            ready::ready(turn, side);
            if turn.position().ready[side.other()] {
                let question = turn.position().agenda.top();
                turn.pop();
                turn.push(if question == Some(Step::SetUp) { Step::Begin } else { Step::Panic });
            }
        }
        Order::Place { man, at } => place::place(turn, man, at),
        _ => plotted::plot(turn, order),
    }
}
