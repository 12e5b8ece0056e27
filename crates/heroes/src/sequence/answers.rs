//! What follows an answer (HNL-B3, HNL-B28).

use board::LocationId;
use rules::{Piece, Side, Turn};

use crate::mechanics::rout::done;
use crate::mechanics::{hidden, impulse};
use crate::orders::{Order, fire, hide, lead, moving, pass, rout, step, underground, weapons};
use crate::printed::clause::{B3, B6};
use crate::printed::words::Occasion;
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
        return trade(turn, *order);
    }
    if question == Step::Act && *order != Order::Pass {
        if turn.position().passes > 0 {
            turn.change(B3, Change::Passes { now: 0 });
        }
        turn.push(Step::NextImpulse);
    }
    let at = |turn: &_, piece| location(turn, piece);
    match *order {
        Order::Lead { leader } => {
            if let Some(at) = at(turn, Some(leader)) {
                lead::lead(turn, leader, at);
            }
        }
        Order::Move { units, pace } => {
            if let Some(at) = at(turn, units.iter().next()) {
                hidden::come_out(turn, units);
                impulse::act(turn, at, true);
                turn.push(Step::GoOn);
                moving::begin(turn, units, pace);
            }
        }
        Order::Fire { units, target } if question == Step::OpFire => {
            turn.push(Step::Watch);
            hidden::come_out(turn, units);
            fire::fire(turn, Occasion::Opportunity, units, target);
        }
        Order::Fire { units, target } => {
            if let Some(at) = at(turn, units.iter().next()) {
                hidden::come_out(turn, units);
                impulse::act(turn, at, false);
                turn.push(Step::GoOn);
                fire::fire(turn, Occasion::Direct, units, target);
            }
        }
        Order::Underground { leader, to } => underground::go(turn, side, leader, to),
        Order::Step { to } => step::step(turn, side, to),
        Order::Stop => turn.change(B6, Change::MovingOver),
        Order::Pass => pass::pass(turn, side),
        Order::Done | Order::HoldFire => {}
        Order::Rout { unit, to } => rout::rout(turn, side, unit, to),
        Order::Stay { unit } => done(turn, unit),
        Order::Hide { unit, at } => {
            if let Step::Hide { done, .. } = question {
                hide::hide(turn, side, unit, done, at);
            }
        }
        Order::Drop { .. } | Order::Hand { .. } | Order::Take { .. } => {}
    }
}

/// A weapon changes hands.
fn trade(turn: &mut impl Turn<Heroes>, order: Order) {
    match order {
        Order::Drop { unit } => weapons::drop(turn, unit),
        Order::Hand { unit, to } => weapons::hand(turn, unit, to),
        Order::Take { unit, weapon } => weapons::take(turn, unit, weapon),
        _ => {}
    }
}

fn location(turn: &impl Turn<Heroes>, piece: Option<Piece>) -> Option<LocationId> {
    turn.position().unit(piece?)?.at
}
