//! The Rout Phase (ASL-A14): what can be chosen, and what follows.

use rules::{OfferSink, Side, Turn};

use crate::mechanics::reach::Flight;
use crate::mechanics::routing::{FACTORS, eligible, must_rout, routing, under_way};
use crate::orders::below::rout_tunnel;
use crate::orders::fights::rout::{may_step, rout};
use crate::orders::fights::stay::{may_stay, stay};
use crate::orders::{Draft, Order, leave};
use crate::printed::clause::A14;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// Everything the side may order in the Rout Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => begin(eyes, side, sink),
        Some(&Draft::Rout { unit }) if under_way(eyes).is_none() => {
            for to in may_step(eyes, side, unit).into_iter().flatten() {
                sink.order(Order::Rout { unit, to });
            }
            if routing(eyes, side, unit).is_ok() {
                rout_tunnel::offer_routs(eyes, side, unit, &mut |to| sink.order(Order::RoutTunnel { unit, to }));
            }
        }
        Some(_) => {}
    }
}

fn begin(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    if let Some((unit, _)) = under_way(eyes) {
        for to in may_step(eyes, side, unit).into_iter().flatten() {
            sink.order(Order::Rout { unit, to });
        }
        if may_stay(eyes, side, unit).is_ok() {
            sink.order(Order::Stay { unit });
        }
        return;
    }
    let (mut must, flight) = (false, Flight::of(eyes, side));
    for (unit, broken) in eligible(eyes, side) {
        let mut any = broken.at.is_some_and(|at| flight.can_step(at, FACTORS));
        if must_rout(eyes, unit, broken) {
            must = true;
            if !any {
                sink.order(Order::Stay { unit });
            }
        }
        rout_tunnel::offer_routs(eyes, side, unit, &mut |_| any = true);
        if any {
            sink.draft(Draft::Rout { unit });
        }
        for (sw, _) in
            eyes.weapons(unit).filter(|(sw, _)| leave::may_leave(eyes, side, unit, *sw, Flag::Routed).is_ok())
        {
            sink.order(Order::Leave { unit, sw });
        }
    }
    if !must {
        sink.order(Order::Done);
    }
}

/// Asks a side for its routs while there are units that may.
pub fn go_on(turn: &mut impl Turn<Asl>, side: Side) {
    let eyes = AslEyes::new(turn.setting(), turn.position(), side.seat());
    if A14.is_in_force() && (under_way(eyes).is_some() || eligible(eyes, side).next().is_some()) {
        return turn.push(Fight::ChooseRout { side }.into());
    }
    end(turn);
}

/// The routs of a side are over.
fn end(turn: &mut impl Turn<Asl>) {
    if turn.position().moving.is_some() {
        turn.change(A14, Change::MovingOver);
    }
    if !turn.position().barred.is_empty() {
        turn.change(A14, Change::Unbarred);
    }
}

/// Resolves an order of the Rout Phase. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    if *order == Order::Done {
        return end(turn);
    }
    turn.push(Fight::Routs { side }.into());
    match *order {
        Order::Rout { unit, to } => rout(turn, side, unit, to),
        Order::RoutTunnel { unit, to } => rout_tunnel::rout(turn, side, unit, to),
        Order::Stay { unit } => stay(turn, side, unit),
        Order::Leave { unit, sw } => leave::leave(turn, side, unit, sw),
        _ => {}
    }
}
