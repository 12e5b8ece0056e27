//! What the sides record in secret before anybody is placed: tunnels and Fortified Locations (B8.6a, B8.6b, ASL-A22).
//!
//! Both do so at once, each for itself, and neither hears of the other. While both are asked nothing can be taken back
//! (REF-2), so what was recorded by mistake is struck out by an order.

use rules::{OfferSink, Side, Turn};

use crate::orders::before::{erase, recorded, tunnel};
use crate::orders::check::recording;
use crate::orders::{Draft, Order};
use crate::printed::clause::{A22, B8_6A, B8_6B};
use crate::setting::tunnel_ways;
use crate::state::Asl;
use crate::state::change::Change;
use crate::view::AslEyes;

/// What a side may record.
pub fn offers(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let places = &eyes.setting().fortifiable[side];
    let may = |order: &Order| recording(eyes, side, order).is_ok();
    match draft {
        None => {
            if places.iter().any(|at| may(&Order::Fortify { at: *at })) {
                sink.draft(Draft::Fortify);
            }
            let forfeits = eyes.forts_of(side).map(|fort| Some(fort.at));
            for order in std::iter::once(None).chain(forfeits).map(|at| Order::Forfeit { at }).filter(may) {
                sink.order(order);
            }
            if eyes.allotments(side).is_some_and(|(tunnels, _)| tunnels > 0) {
                tunnel::offer_record(eyes, side, None, sink);
            }
            let dug = eyes.tunnels(side).map(|(_, tunnel)| tunnel.ends);
            dug.map(|[from, to]| Order::Erase { from, to }).for_each(|order| sink.order(order));
            let forts = eyes.forts_of(side).map(|fort| Order::Unfortify { at: fort.at });
            forts.chain([Order::Keep]).filter(may).for_each(|order| sink.order(order));
            sink.order(Order::Recorded);
        }
        Some(Draft::Fortify) => {
            for order in places.iter().map(|at| Order::Fortify { at: *at }).filter(may) {
                sink.order(order);
            }
        }
        Some(draft) => tunnel::offer_record(eyes, side, Some(draft), sink),
    }
}

/// Records. The question stays until both sides are done.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    match *order {
        Order::Tunnel { from, to, entrenchment, from_entrenchment } => {
            let [from, to] = tunnel_ways::ends([from, to], [from_entrenchment, entrenchment]);
            turn.change(B8_6B, Change::Tunnel { side, from, to });
        }
        Order::Forfeit { at } => turn.change(B8_6A, Change::Forfeited { side, at }),
        Order::Fortify { at } => turn.change(A22, Change::Fortified { side, at }),
        Order::Erase { from, to } => erase::erase(turn, side, from, to),
        Order::Unfortify { at } => turn.change(A22, Change::Unfortified { side, at }),
        Order::Keep => turn.change(B8_6A, Change::Kept { side }),
        Order::Recorded => recorded::end(turn, side),
        _ => {}
    }
}
