//! What follows an answer (HNL-B3, HNL-B28).

use rules::{Side, Turn};

use crate::orders::Order;
use crate::printed::clause::B3;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;

/// Resolves a checked order.
#[inline]
pub fn resolve(turn: &mut impl Turn<Heroes>, side: Side, order: &Order) {
    let Some(question) = turn.position().agenda.top() else { return };
    turn.pop();
    if matches!(order, Order::Drop { .. } | Order::Hand { .. } | Order::Take { .. }) {
        // It takes no impulse: the same is asked again.
        turn.push(question);
    } else if question == Step::Act && *order != Order::Pass {
        if turn.position().passes > 0 {
            turn.change(B3, Change::Passes { now: 0 });
        }
        turn.push(Step::NextImpulse);
    }
    order.resolve(turn, side, question);
}
