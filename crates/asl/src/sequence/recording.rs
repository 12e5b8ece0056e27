//! Recording in secret before any unit is placed: tunnels and Fortified Locations (B8.6a, B8.6b, ASL-A22).
//!
//! Both sides record at once, and neither learns what the other does. While both are asked nothing can be undone
//! (REF-2), so mistakes are removed by an order.

use rules::{OfferSink, OrderKind, Prompt, Resolver};

use crate::orders::before::tunnel::can_dig;
use crate::orders::{Dig, Erase, Forfeit, Fortify, FortifyWhere, Keep, Order, Recorded, Unfortify};
use crate::state::Asl;

/// Lists what a side may record.
pub fn offers(prompt: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
    let Prompt { eyes, side, .. } = prompt;
    if eyes.setting().fortifiable[side].iter().any(|at| Fortify { at: *at }.legal(prompt).is_ok()) {
        sink.draft(FortifyWhere {});
    }
    let forfeits = eyes.forts_of(side).map(|fort| Some(fort.at));
    for order in std::iter::once(None).chain(forfeits).map(|at| Forfeit { at }) {
        if order.legal(prompt).is_ok() {
            sink.order(order);
        }
    }
    if eyes.allotments(side).is_some_and(|(tunnels, _)| tunnels > 0) && can_dig(eyes, side) {
        sink.draft(Dig {});
    }
    let dug = eyes.tunnels(side).map(|(_, tunnel)| tunnel.ends);
    dug.for_each(|[from, to]| sink.order(Erase { from, to }));
    for order in eyes.forts_of(side).map(|fort| Unfortify { at: fort.at }) {
        if order.legal(prompt).is_ok() {
            sink.order(order);
        }
    }
    if (Keep {}).legal(prompt).is_ok() {
        sink.order(Keep {});
    }
    sink.order(Recorded {});
}

/// Removes the question when both sides are done.
pub fn go_on(resolver: &mut impl Resolver<Asl>, order: &Order) {
    let recorded = resolver.position().recorded;
    if matches!(order, Order::Recorded) && recorded.a && recorded.b {
        resolver.pop();
    }
}
