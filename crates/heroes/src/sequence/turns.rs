//! The sequence of play (HNL-B1, HNL-B3).

use rules::{Audience, BySide, PieceSet, Resolver};

use crate::mechanics::melee::Round;
use crate::mechanics::{damage, fire, hidden, impulse, melee, movement, objectives, rally, rout, underground};
use crate::printed::clause::{B1, B11, B21, B29, B33};
use crate::printed::words::{Activity, Phase};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;

/// Resolves one step that is not a question.
// Rare steps are functions of their own and are not inlined: frequent ones would have to load what those need.
#[inline]
pub fn step(resolver: &mut impl Resolver<Heroes>, step: Step) {
    match step {
        Step::Turn => begin_turn(resolver),
        Step::Rally { from } => rally::rally(resolver, from),
        Step::Operations => {
            resolver.change(B1, Change::Phase { now: Phase::Operations });
            let side = resolver.position().initiative;
            impulse::begin(resolver, side);
        }
        Step::GoOn => impulse::go_on(resolver),
        Step::NextImpulse => next_impulse(resolver),
        Step::CarryOn => movement::carry_on(resolver),
        Step::Watch => fire::watch(resolver),
        Step::Check { units, margin } => damage::check_next(resolver, units, margin),
        Step::Melee { at } => {
            if B11.is_in_force() {
                let first = resolver.position().to_act;
                melee::fight(resolver, None, at, first);
            }
        }
        Step::Round { at, below, first, soviet_targets, german_targets } => {
            let targets = BySide { a: soviet_targets, b: german_targets };
            melee::round(resolver, Round { at, below, first, targets });
        }
        Step::Arrival { at, kind } => underground::arrive(resolver, at, kind),
        Step::Melees => melee::fight_all(resolver),
        Step::Rout => {
            resolver.change(B1, Change::Phase { now: Phase::Rout });
            let side = resolver.position().initiative;
            resolver.push(Step::Routs { side, done: PieceSet::EMPTY });
        }
        Step::Routs { side, done } => rout::ask(resolver, side, done),
        Step::Administrative => administrative(resolver),
        Step::Act
        | Step::Impulse
        | Step::Move
        | Step::OpFire
        | Step::ChooseRout { .. }
        | Step::ChooseTargets { .. }
        | Step::Hide { .. } => {}
    }
}

#[inline(never)]
fn begin_turn(resolver: &mut impl Resolver<Heroes>) {
    let now = resolver.position().turn;
    resolver.report(B1, Audience::All, Report::TurnBegins(now));
    resolver.change(B1, Change::Phase { now: Phase::Rally });
    hidden::meet(resolver);
    hidden::spot(resolver);
    for n in 0..resolver.setting().blazes.len() {
        let blaze = resolver.setting().blazes[n];
        if blaze.from == now {
            resolver.report(B21, Audience::All, Report::Blaze { at: blaze.at, burns: true });
            resolver.change(B21, Change::Blaze { blaze: n as u8, burns: true });
            damage::burn(resolver, blaze.at);
        }
    }
    resolver.push(Step::Operations);
    // In turn 1 the scenario sets the initiative, and there is no Rally Phase.
    if now > 1 {
        rally::roll_initiative(resolver);
        resolver.push(Step::Rally { from: 0 });
    }
}

fn next_impulse(resolver: &mut impl Resolver<Heroes>) {
    impulse::end(resolver);
    objectives::settle(resolver);
    if objectives::is_decided(resolver) {
        return;
    }
    let next = resolver.position().to_act.other();
    impulse::begin(resolver, next);
}

#[inline(never)]
fn administrative(resolver: &mut impl Resolver<Heroes>) {
    resolver.change(B1, Change::Phase { now: Phase::Administrative });
    melee::unlock(resolver);
    let unit_index = resolver.position().unit_index;
    for unit in (unit_index.sides.a | unit_index.sides.b).iter() {
        let Some(&Unit { fought, marked, moved, traded, .. }) = resolver.position().unit(unit) else { continue };
        if !unit_index.fresh.has(unit) {
            resolver.change(B1, Change::Activity { unit, now: Activity::Fresh });
        }
        if fought {
            resolver.change(B1, Change::Fought { unit, now: false });
        }
        if marked {
            resolver.change(B29, Change::Spotted { unit, now: false });
        }
        if moved {
            resolver.change(B33, Change::Moved { unit, now: false });
        }
        if traded {
            resolver.change(B1, Change::Traded { unit, now: false });
        }
    }
    let now = resolver.position().turn;
    for n in 0..resolver.setting().blazes.len() {
        let blaze = resolver.setting().blazes[n];
        if blaze.until == now {
            resolver.report(B21, Audience::All, Report::Blaze { at: blaze.at, burns: false });
            resolver.change(B21, Change::Blaze { blaze: n as u8, burns: false });
        }
    }
    objectives::settle(resolver);
    if objectives::is_decided(resolver) {
        return;
    }
    if now >= resolver.setting().turns {
        resolver.change(B1, Change::Phase { now: Phase::Over });
    } else {
        resolver.change(B1, Change::Turn { now: now + 1 });
        resolver.push(Step::Turn);
    }
}
