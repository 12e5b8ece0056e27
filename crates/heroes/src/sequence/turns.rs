//! The sequence of play (HNL-B1, HNL-B3).

use rules::{Audience, Group, Turn};

use crate::mechanics::{damage, fire, hidden, impulse, melee, movement, objectives, rally, rout, underground};
use crate::printed::clause::{B1, B11, B21};
use crate::printed::words::{Activity, Phase};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Heroes>, step: Step) {
    match step {
        Step::Turn => begin_turn(turn),
        Step::Rally { from } => rally::rally(turn, from),
        Step::Operations => {
            turn.change(B1, Change::Phase { now: Phase::Operations });
            let side = turn.position().initiative;
            impulse::begin(turn, side);
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

fn next_impulse(turn: &mut impl Turn<Heroes>) {
    impulse::end(turn);
    objectives::settle(turn);
    if objectives::is_decided(turn) {
        return;
    }
    let next = turn.position().to_act.other();
    impulse::begin(turn, next);
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
    objectives::settle(turn);
    if objectives::is_decided(turn) {
        return;
    }
    if now >= turn.setting().turns {
        turn.change(B1, Change::Phase { now: Phase::Over });
    } else {
        turn.change(B1, Change::Turn { now: now + 1 });
        turn.push(Step::Turn);
    }
}
