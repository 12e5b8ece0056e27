//! What follows an answer (HNL-B3, HNL-B28).

use rules::{Resolver, Side};

use crate::orders::Order;
use crate::printed::clause::B3;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;

/// Resolves a checked order.
#[inline]
pub fn resolve(resolver: &mut impl Resolver<Heroes>, side: Side, order: &Order) {
    let Some(question) = resolver.position().agenda.top() else { return };
    resolver.pop();
    if matches!(order, Order::Drop { .. } | Order::Hand { .. } | Order::Take { .. }) {
        // It takes no impulse: the same is asked again.
        resolver.push(question);
    } else if question == Step::Act && *order != Order::Pass {
        if resolver.position().passes > 0 {
            resolver.change(B3, Change::Passes { now: 0 });
        }
        resolver.push(Step::NextImpulse);
    }
    order.resolve(resolver, side, question);
}
