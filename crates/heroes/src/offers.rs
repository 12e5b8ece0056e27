//! Everything a seat may order now: coarse candidates, filtered by the functions that `check` uses.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Choice, Group, OfferSink, Piece, Seat, Side};

use crate::Heroes;
use crate::change::Occasion;
use crate::eyes::HeroesEyes;
use crate::order::{Draft, Order, Pace};
use crate::turn::Step;
use crate::{check, fire, hidden, impulse, movement, rout, underground};

/// Whether a candidate is an offer: an order that may be given, or a draft that leads to one.
#[inline]
pub fn is_offer(eyes: HeroesEyes<'_>, candidate: &Choice<Heroes>) -> bool {
    let (Seat::Side(side), Some((_, question))) = (eyes.seat(), eyes.asked()) else { return false };
    match (candidate, question) {
        // These were looked at when they were listed.
        (_, Step::ChooseRout { .. }) => true,
        (Choice::Order(order), _) => check::check(eyes, order).is_ok(),
        (Choice::Draft(draft), _) => leads_on(eyes, side, question, *draft),
    }
}

/// Whether a draft leads to an order.
#[inline]
fn leads_on(eyes: HeroesEyes<'_>, side: Side, question: Step, draft: Draft) -> bool {
    match (draft, question) {
        (Draft::Move { units }, _) => movement::may_move(eyes, side, units, Pace::Normal).is_ok(),
        (Draft::Fire { units }, Step::OpFire) => has_target(eyes, side, Occasion::Opportunity, units),
        (Draft::Fire { units }, _) => has_target(eyes, side, Occasion::Direct, units),
        (Draft::Underground { leader }, _) => {
            eyes.own(side, leader).is_ok_and(|(_, at)| goals(eyes, side, leader, at).next().is_some())
        }
        (Draft::Hide { unit }, Step::Hide { done, .. }) => hidden::hideouts(eyes, side, unit, done).next().is_some(),
        (Draft::Hide { .. }, _) => false,
    }
}

/// What this seat may order now, or from a draft choose next, looked at coarsely.
#[inline]
pub fn candidates(eyes: HeroesEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Heroes>) {
    let (Seat::Side(side), Some((asked, question))) = (eyes.seat(), eyes.asked()) else { return };
    if side != asked {
        return;
    }
    match (draft, question) {
        (Some(draft), _) => continued(eyes, side, question, *draft, sink),
        (None, Step::Act) => {
            begin(eyes, side, sink);
            sink.order(Order::Pass);
        }
        (None, Step::Impulse) => {
            actions(eyes, side, sink);
            sink.order(Order::Done);
        }
        (None, Step::Move) => {
            let ways = movement::on_the_move(eyes).and_then(|(_, at)| eyes.setting().spot(at)).map(|spot| &spot.ways);
            for way in ways.into_iter().flatten() {
                sink.order(Order::Step { to: way.to });
            }
            sink.order(Order::Stop);
        }
        (None, Step::OpFire) => {
            for unit in eyes.watching(side).iter() {
                sink.draft(Draft::Fire { units: Group::EMPTY.with(unit) });
            }
            sink.order(Order::HoldFire);
        }
        (None, Step::ChooseRout { done, .. }) => {
            for (unit, _, _) in eyes.shaken(side) {
                let mut any = false;
                rout::routs(eyes, side, unit, done, |to| {
                    any = true;
                    sink.order(Order::Rout { unit, to });
                });
                if !any && rout::routing(eyes, side, unit, done).is_ok() {
                    sink.order(Order::Stay { unit });
                }
            }
        }
        (None, Step::Hide { .. }) => {
            for (unit, _, _) in eyes.units_of(side) {
                sink.draft(Draft::Hide { unit });
            }
            sink.order(Order::Done);
        }
        _ => {}
    }
}

/// What opens an impulse.
#[inline]
fn begin(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    let leaders = eyes.leaders(eyes.ready(side));
    let rats = eyes.rats(eyes.seen(side));
    for unit in (leaders | rats).iter() {
        if leaders.has(unit) {
            sink.order(Order::Lead { leader: unit });
        }
        if rats.has(unit) {
            sink.draft(Draft::Underground { leader: unit });
        }
    }
    actions(eyes, side, sink);
}

/// Where a leader or hero can go below to.
fn goals(eyes: HeroesEyes<'_>, side: Side, leader: Piece, at: LocationId) -> impl Iterator<Item = LocationId> {
    underground::exits(eyes.setting(), at).filter(move |to| underground::may_go(eyes, side, leader, *to).is_ok())
}

/// Who can move, and who can fire.
#[inline]
fn actions(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    let ready = eyes.ready(side);
    for unit in impulse::able(eyes, ready, true).iter() {
        sink.draft(Draft::Move { units: Group::EMPTY.with(unit) });
    }
    for unit in impulse::able(eyes, eyes.armed(ready), false).iter() {
        sink.draft(Draft::Fire { units: Group::EMPTY.with(unit) });
    }
}

/// Whether there is anything that these units can fire at together.
#[inline]
fn has_target(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, units: Group) -> bool {
    let able = |unit: Piece| fire::may_take_part(eyes, side, occasion, unit).is_ok();
    if !units.iter().all(able) {
        return false;
    }
    // Most targets are out of sight: that first, then all that the rules ask.
    let aims = |unit: Piece, target: LocationId| {
        let firer = eyes.unit(unit).and_then(|unit| Some((unit, unit.at?)));
        firer.is_some_and(|(unit, at)| fire::may_aim(eyes, unit, at, target).is_ok())
    };
    let fires = |target: LocationId| {
        units.iter().all(|unit| aims(unit, target)) && fire::may_fire(eyes, side, occasion, units, target).is_ok()
    };
    if occasion == Occasion::Opportunity {
        return movement::on_the_move(eyes).is_some_and(|(_, at)| fires(at));
    }
    eyes.units_of(side.other()).any(|(_, _, at)| fires(at))
}

/// What can be chosen after a first part.
fn continued(eyes: HeroesEyes<'_>, side: Side, question: Step, draft: Draft, sink: &mut impl OfferSink<Heroes>) {
    match (draft, question) {
        (Draft::Move { units }, Step::Act | Step::Impulse) => movers(eyes, side, units, sink),
        (Draft::Fire { units }, Step::Act | Step::Impulse) => firers(eyes, side, Occasion::Direct, units, sink),
        (Draft::Fire { units }, Step::OpFire) => firers(eyes, side, Occasion::Opportunity, units, sink),
        (Draft::Underground { leader }, Step::Act) => {
            let at = eyes.own(side, leader).map(|(_, at)| at);
            for to in at.into_iter().flat_map(|at| underground::exits(eyes.setting(), at)) {
                sink.order(Order::Underground { leader, to });
            }
        }
        (Draft::Hide { unit }, Step::Hide { done, .. }) => {
            for at in hidden::hideouts(eyes, side, unit, done) {
                sink.order(Order::Hide { unit, at });
            }
        }
        _ => {}
    }
}

fn movers(eyes: HeroesEyes<'_>, side: Side, units: Group, sink: &mut impl OfferSink<Heroes>) {
    let Ok(from) = movement::may_move(eyes, side, units, Pace::Normal) else { return };
    let led = movement::may_hurry(eyes, units).is_ok();
    let paces = if led { &Pace::ALL[..] } else { &[Pace::Normal, Pace::Assault] };
    sink.each(paces, |pace| Order::Move { units, pace });
    let last = units.last();
    for (unit, _) in eyes.at(side, from).filter(|(unit, _)| last.is_some_and(|last| *unit > last)) {
        sink.draft(Draft::Move { units: units.with(unit) });
    }
}

/// What could be a target, each Location once.
#[inline]
fn targets(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion) -> ArrayVec<LocationId, { Group::LIMIT }> {
    if occasion == Occasion::Opportunity {
        return movement::on_the_move(eyes).map(|(_, at)| at).into_iter().collect();
    }
    let mut places = ArrayVec::new();
    for (_, _, at) in eyes.units_of(side.other()) {
        if !places.contains(&at) {
            let _ = places.try_push(at);
        }
    }
    places
}

fn firers(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, units: Group, sink: &mut impl OfferSink<Heroes>) {
    let Some(last) = eyes.armed(units & eyes.seen(side)).last() else { return };
    let Some(from) = eyes.unit(last).and_then(|unit| unit.at) else { return };
    for target in targets(eyes, side, occasion) {
        sink.order(Order::Fire { units, target });
    }
    for (unit, counter) in eyes.in_hex(side, from) {
        // Firers one after the other; leaders at any time.
        let next = if counter.counter.is_armed() { unit > last } else { !units.has(unit) };
        if next {
            sink.draft(Draft::Fire { units: units.with(unit) });
        }
    }
}
