//! The sequence of play (HNL-B1, HNL-B3).

use board::LocationId;
use rules::{Audience, Group, Piece, Side, Turn};

use crate::mechanics::{
    damage, fire, hidden, impulse, melee, movement, objectives as victory, rally, rout, underground,
};
use crate::orders::{Order, weapons};
use crate::printed::clause::{B1, B3, B6, B11, B21};
use crate::printed::words::{Activity, Occasion, Phase};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
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
                impulse::lead(turn, leader, at);
            }
        }
        Order::Move { units, pace } => {
            if let Some(at) = at(turn, units.iter().next()) {
                hidden::come_out(turn, units);
                impulse::act(turn, at, true);
                turn.push(Step::GoOn);
                movement::begin(turn, units, pace);
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
        Order::Step { to } => movement::step(turn, side, to),
        Order::Stop => turn.change(B6, Change::MovingOver),
        Order::Pass => pass(turn, side),
        Order::Done | Order::HoldFire => {}
        Order::Rout { unit, to } => rout::rout(turn, side, unit, to),
        Order::Stay { unit } => rout::done(turn, unit),
        Order::Hide { unit, at } => {
            if let Step::Hide { done, .. } = question {
                hidden::hide(turn, side, unit, done, at);
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

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Heroes>, step: Step) {
    match step {
        Step::Turn => begin_turn(turn),
        Step::Rally { from } => rally::rally(turn, from),
        Step::Operations => {
            turn.change(B1, Change::Phase { now: Phase::Operations });
            let side = turn.position().initiative;
            begin_impulse(turn, side);
        }
        Step::GoOn => impulse::go_on(turn),
        Step::NextImpulse => next_impulse(turn),
        Step::CarryOn => movement::carry_on(turn),
        Step::Watch => fire::watch(turn),
        Step::Check { units, margin } => damage::check_next(turn, units, margin),
        Step::Melee { at } => {
            if B11.is_in_force() {
                melee::fight(turn, B11, at);
            }
        }
        Step::Arrival { at, kind } => underground::arrive(turn, at, kind),
        Step::Melees => melee::fight_all(turn),
        Step::Rout => {
            turn.change(B1, Change::Phase { now: Phase::Rout });
            let side = turn.position().initiative;
            turn.push(Step::Routs { side, done: Group::EMPTY });
        }
        Step::Routs { side, done } => rout::ask(turn, side, done),
        Step::Administrative => administrative(turn),
        Step::Act | Step::Impulse | Step::Move | Step::OpFire | Step::ChooseRout { .. } | Step::Hide { .. } => {}
    }
}

fn begin_turn(turn: &mut impl Turn<Heroes>) {
    let now = turn.position().turn;
    turn.report(B1, Audience::All, Report::TurnBegins(now));
    turn.change(B1, Change::Phase { now: Phase::Rally });
    hidden::meet(turn);
    hidden::spot(turn);
    for n in 0..turn.setting().blazes.len() {
        let blaze = turn.setting().blazes[n];
        if blaze.from == now {
            turn.report(B21, Audience::All, Report::Blaze { at: blaze.at, burns: true });
            turn.change(B21, Change::Blaze { blaze: n as u8, burns: true });
            damage::burn(turn, blaze.at);
        }
    }
    turn.push(Step::Operations);
    // Who begins the game, the scenario says; and nobody has been Shaken in it.
    if now > 1 {
        rally::roll_initiative(turn);
        turn.push(Step::Rally { from: 0 });
    }
}

fn begin_impulse(turn: &mut impl Turn<Heroes>, side: Side) {
    if turn.position().to_act != side {
        turn.change(B3, Change::ToAct { side });
    }
    turn.push(Step::Act);
}

/// How many passes in a row end the phase.
const PASSES: u8 = 3;

fn pass(turn: &mut impl Turn<Heroes>, side: Side) {
    turn.report(B3, Audience::All, Report::Passed { side });
    let now = turn.position().passes + 1;
    if now < PASSES {
        turn.change(B3, Change::Passes { now });
        return begin_impulse(turn, side.other());
    }
    turn.change(B3, Change::Passes { now: 0 });
    turn.push(Step::Rout);
    turn.push(Step::Melees);
}

fn next_impulse(turn: &mut impl Turn<Heroes>) {
    impulse::end(turn);
    victory::settle(turn);
    if victory::is_decided(turn) {
        return;
    }
    let next = turn.position().to_act.other();
    begin_impulse(turn, next);
}

fn administrative(turn: &mut impl Turn<Heroes>) {
    turn.change(B1, Change::Phase { now: Phase::Administrative });
    let muster = turn.position().muster;
    for unit in (muster.sides.a | muster.sides.b).iter() {
        if !muster.fresh.has(unit) {
            turn.change(B1, Change::Activity { unit, now: Activity::Fresh });
        }
        if turn.position().unit(unit).is_some_and(|unit| unit.fought) {
            turn.change(B1, Change::Fought { unit, now: false });
        }
        if turn.position().unit(unit).is_some_and(|unit| unit.traded) {
            turn.change(B1, Change::Traded { unit, now: false });
        }
    }
    let now = turn.position().turn;
    for n in 0..turn.setting().blazes.len() {
        let blaze = turn.setting().blazes[n];
        if blaze.until == now {
            turn.report(B21, Audience::All, Report::Blaze { at: blaze.at, burns: false });
            turn.change(B21, Change::Blaze { blaze: n as u8, burns: false });
        }
    }
    victory::settle(turn);
    if victory::is_decided(turn) {
        return;
    }
    if now >= turn.setting().turns {
        turn.change(B1, Change::Phase { now: Phase::Over });
    } else {
        turn.change(B1, Change::Turn { now: now + 1 });
        turn.push(Step::Turn);
    }
}
