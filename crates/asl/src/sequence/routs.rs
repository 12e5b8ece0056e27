//! The Rout Phase (ASL-A14): the offers, and what follows.

use rules::{OfferSink, Piece, Resolver, Side};

use crate::mechanics::blaze;
use crate::mechanics::reach::{factors, has_steps, under_way};
use crate::mechanics::routing::{eligible, finish, routing, setting_out};
use crate::orders::fights::flee;
use crate::orders::fights::rout::each_step;
use crate::orders::leave::may_leave;
use crate::orders::{Done, Leave, RoutWhere, Stay};
use crate::printed::clause::A14;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Lists all orders that the side may give in the Rout Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    if let Some((unit, _)) = under_way(eyes) {
        each_step(eyes, side, unit, &mut |rout| sink.order(rout));
        sink.order(Stay { unit });
        return;
    }
    flee::offers(eyes, side, sink);
    for (unit, _) in setting_out(eyes, side) {
        sink.draft(RoutWhere { unit });
        for (sw, _) in eyes.weapons(unit) {
            if may_leave(eyes, side, unit, sw, Flag::Routed).is_ok() && routing(eyes, side, unit).is_ok() {
                sink.order(Leave { unit, sw });
            }
        }
    }
    sink.order(Done {});
}

/// Asks a side for its routs while it has units that may rout.
pub fn go_on(resolver: &mut impl Resolver<Asl>, side: Side) {
    let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
    let flees = !blaze::fleeing(eyes, side).is_empty();
    // Whether one that must surrender has a tunnel is secret, so its side is asked wherever it may have dug one.
    let digs = eyes.setting().tunnels[side] > 0;
    let routs = || (digs && setting_out(eyes, side).next().is_some()) || eligible(eyes, side).next().is_some();
    if flees || (A14.is_in_force() && (under_way(eyes).is_some() || routs())) {
        return resolver.push(Fight::ChooseRout { side }.into());
    }
    end(resolver);
}

/// Ends the rout of a unit that has entered a Location, if it is pinned or can go no farther.
pub fn arrive(resolver: &mut impl Resolver<Asl>, side: Side, unit: Piece) {
    let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
    let left = eyes.moving().map_or(0, |moving| moving.mf_left);
    let routs = eyes.unit(unit).and_then(|broken| Some((broken, broken.at?)));
    let goes = |(broken, at): (&Unit, _)| {
        !broken.is(Flag::Pinned) && has_steps(eyes, side, unit, at, left.min(factors(broken)))
    };
    if !routs.is_some_and(goes) {
        finish(resolver, unit);
    }
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
