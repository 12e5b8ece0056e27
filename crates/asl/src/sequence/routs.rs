//! The Rout Phase (ASL-A14): the offers, and what follows.

use rules::{OfferSink, Resolver, Side};

use crate::mechanics::reach::Flight;
use crate::mechanics::routing::{FACTORS, eligible, must_rout, under_way};
use crate::orders::below::rout_tunnel;
use crate::orders::fights::rout::may_step;
use crate::orders::fights::stay::may_stay;
use crate::orders::leave::may_leave;
use crate::orders::{Done, Leave, Rout, RoutWhere, Stay};
use crate::printed::clause::A14;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// Lists all orders that the side may give in the Rout Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    if let Some((unit, _)) = under_way(eyes) {
        for to in may_step(eyes, side, unit).into_iter().flatten() {
            sink.order(Rout { unit, to });
        }
        if may_stay(eyes, side, unit).is_ok() {
            sink.order(Stay { unit });
        }
        return;
    }
    let (mut must, flight) = (false, Flight::of(eyes, side));
    for (unit, broken) in eligible(eyes, side) {
        let mut any = broken.at.is_some_and(|at| flight.can_step(at, FACTORS));
        if must_rout(eyes, unit, broken) {
            must = true;
            if !any {
                sink.order(Stay { unit });
            }
        }
        rout_tunnel::ends(eyes, side, unit, &mut |_| any = true);
        if any {
            sink.draft(RoutWhere { unit });
        }
        for (sw, _) in eyes.weapons(unit).filter(|(sw, _)| may_leave(eyes, side, unit, *sw, Flag::Routed).is_ok()) {
            sink.order(Leave { unit, sw });
        }
    }
    if !must {
        sink.order(Done {});
    }
}

/// Asks a side for its routs while it has units that may rout.
pub fn go_on(resolver: &mut impl Resolver<Asl>, side: Side) {
    let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
    if A14.is_in_force() && (under_way(eyes).is_some() || eligible(eyes, side).next().is_some()) {
        return resolver.push(Fight::ChooseRout { side }.into());
    }
    end(resolver);
}

/// Ends the routs of a side.
pub fn end(resolver: &mut impl Resolver<Asl>) {
    if resolver.position().moving.is_some() {
        resolver.change(A14, Change::MovingOver);
    }
    if !resolver.position().barred.is_empty() {
        resolver.change(A14, Change::Unbarred);
    }
}
