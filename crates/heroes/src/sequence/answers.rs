//! Resolution of the order that answers a question (HNL-B3, HNL-B28).

use rules::{Resolver, Side};

use crate::orders::Order;
use crate::printed::clause::B3;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;

#[inline]
pub fn resolve(resolver: &mut impl Resolver<Heroes>, side: Side, order: &Order) {
    let Some(question) = resolver.position().agenda.top() else { return };
    resolver.pop();
    if matches!(order, Order::Drop { .. } | Order::Hand { .. } | Order::Take { .. } | Order::Spot { .. }) {
        // A transfer or a spotting attempt takes no impulse, so the question is asked again.
        resolver.push(question);
    } else if matches!(question, Step::Act) && !matches!(order, Order::Pass) {
        if resolver.position().passes > 0 {
            resolver.change(B3, Change::Passes { now: 0 });
        }
        resolver.push(Step::NextImpulse);
    }
    order.resolve(resolver, side, question);
}
