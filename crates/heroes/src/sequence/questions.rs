//! Everything a seat may order now: coarse candidates, filtered by the functions that `check` uses.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Choice, Group, OfferSink, Seat, Side};

use crate::mechanics::standing::on_the_move;
use crate::mechanics::{impulse, rout};
use crate::orders::{Draft, Order, check, fire, hide, moving, underground, weapons};
use crate::printed::words::{Occasion, Pace};
use crate::setting::below;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// Whether a candidate is an offer: an order that may be given, or a draft that leads to one.
#[inline]
pub fn is_offer(eyes: HeroesEyes<'_>, candidate: &Choice<Heroes>) -> bool {
    let (Seat::Side(side), Some((_, question))) = (eyes.seat(), eyes.asked()) else { return false };
    match (candidate, question) {
        // These were looked at when they were listed.
        (_, Step::ChooseRout { .. }) | (Choice::Order(Order::Fire { .. }), _) => true,
        (Choice::Order(order), _) => check::check(eyes, order).is_ok(),
        (Choice::Draft(draft), _) => leads_on(eyes, side, question, *draft),
    }
}

/// Whether a draft leads to an order.
#[inline]
fn leads_on(eyes: HeroesEyes<'_>, side: Side, question: Step, draft: Draft) -> bool {
    match (draft, question) {
        (Draft::Move { units }, _) => moving::may_move(eyes, side, units, Pace::Normal).is_ok(),
        (Draft::Fire { units }, Step::OpFire) => has_target(eyes, side, Occasion::Opportunity, units),
        (Draft::Fire { units }, _) => has_target(eyes, side, Occasion::Direct, units),
        (Draft::Underground { leader }, _) => {
            eyes.own(side, leader).is_ok_and(|(_, at)| underground::goals(eyes, side, leader, at).next().is_some())
        }
        (Draft::Hide { unit }, Step::Hide { done, .. }) => hide::hideouts(eyes, side, unit, done).next().is_some(),
        (Draft::Weapons, Step::Act) => weapons::orders(eyes, side, |_| true),
        (Draft::Hide { .. } | Draft::Weapons, _) => false,
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
        (None, Step::Act) => begin(eyes, side, sink),
        (None, Step::Impulse) => go_on(eyes, side, sink),
        (None, Step::Move) => steps(eyes, sink),
        (None, Step::OpFire) => answers(eyes, side, sink),
        (None, Step::ChooseRout { done, .. }) => routs(eyes, side, done, sink),
        (None, Step::Hide { .. }) => {
            for (unit, _, _) in eyes.units_of(side) {
                sink.draft(Draft::Hide { unit });
            }
            sink.order(Order::Done);
        }
        _ => {}
    }
}

/// What opens an impulse, or passes.
#[inline]
fn begin(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    let ready = eyes.ready(side);
    let leaders = eyes.leaders(ready);
    let rats = eyes.rats(eyes.seen(side));
    for unit in (leaders | rats).iter() {
        if leaders.has(unit) {
            sink.order(Order::Lead { leader: unit });
        }
        if rats.has(unit) {
            sink.draft(Draft::Underground { leader: unit });
        }
    }
    actions(eyes, side, ready, sink);
    sink.draft(Draft::Weapons);
    sink.order(Order::Pass);
}

/// How an impulse goes on, or ends.
#[inline]
fn go_on(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    actions(eyes, side, eyes.ready(side), sink);
    sink.order(Order::Done);
}

/// Where the moving units go next, or stop.
#[inline]
fn steps(eyes: HeroesEyes<'_>, sink: &mut impl OfferSink<Heroes>) {
    let spot = on_the_move(eyes).and_then(|(_, at)| eyes.setting().spot(at));
    for way in spot.map(|spot| spot.ways.as_slice()).unwrap_or_default() {
        sink.order(Order::Step { to: way.to });
    }
    sink.order(Order::Stop);
}

/// Who answers the movers, or nobody.
#[inline]
fn answers(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    for unit in eyes.watching(side).iter() {
        sink.draft(Draft::Fire { units: Group::EMPTY.with(unit) });
    }
    sink.order(Order::HoldFire);
}

/// Who routs, and where to, or lays down a weapon first; who need not or has nowhere to go, can stay.
#[inline]
fn routs(eyes: HeroesEyes<'_>, side: Side, done: Group, sink: &mut impl OfferSink<Heroes>) {
    for (unit, _, _) in eyes.shaken(side) {
        let mut any = false;
        rout::routs(eyes, side, unit, done, |to| {
            any = true;
            sink.order(Order::Rout { unit, to });
        });
        let Ok((counter, _)) = rout::routing(eyes, side, unit, done) else { continue };
        if !any || !rout::must_rout(eyes, unit, counter) {
            sink.order(Order::Stay { unit });
        }
        if weapons::may_drop_routing(eyes, side, unit, done).is_ok() {
            sink.order(Order::Drop { unit });
        }
    }
}

/// Who can move, and who can fire, of those who can do something.
#[inline]
fn actions(eyes: HeroesEyes<'_>, side: Side, ready: Group, sink: &mut impl OfferSink<Heroes>) {
    for unit in impulse::able(eyes, side, ready, true).iter() {
        sink.draft(Draft::Move { units: Group::EMPTY.with(unit) });
    }
    for unit in impulse::able(eyes, side, eyes.armed(ready), false).iter() {
        sink.draft(Draft::Fire { units: Group::EMPTY.with(unit) });
    }
}

/// Whether there is anything that these units can fire at together.
#[inline]
fn has_target(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, units: Group) -> bool {
    let party = fire::party(eyes, side, occasion, units, |_, _| Ok(()));
    party.is_ok_and(|party| fire::targets(eyes, side, occasion, party, |_| true))
}

/// What can be chosen after a first part.
#[inline]
fn continued(eyes: HeroesEyes<'_>, side: Side, question: Step, draft: Draft, sink: &mut impl OfferSink<Heroes>) {
    match (draft, question) {
        (Draft::Move { units }, Step::Act | Step::Impulse) => movers(eyes, side, units, sink),
        (Draft::Fire { units }, Step::Act | Step::Impulse) => firers(eyes, side, Occasion::Direct, units, sink),
        (Draft::Fire { units }, Step::OpFire) => firers(eyes, side, Occasion::Opportunity, units, sink),
        (Draft::Underground { leader }, Step::Act) => {
            let at = eyes.own(side, leader).map(|(_, at)| at);
            for to in at.into_iter().flat_map(|at| below::exits(eyes.setting(), at)) {
                sink.order(Order::Underground { leader, to });
            }
        }
        (Draft::Weapons, Step::Act) => {
            weapons::orders(eyes, side, |order| {
                sink.order(order);
                false
            });
        }
        (Draft::Hide { unit }, Step::Hide { done, .. }) => {
            for at in hide::hideouts(eyes, side, unit, done) {
                sink.order(Order::Hide { unit, at });
            }
        }
        _ => {}
    }
}

#[inline]
fn movers(eyes: HeroesEyes<'_>, side: Side, units: Group, sink: &mut impl OfferSink<Heroes>) {
    let Ok(from) = moving::may_move(eyes, side, units, Pace::Normal) else { return };
    let led = moving::may_hurry(eyes, units).is_ok();
    let paces = if led { &Pace::ALL[..] } else { &[Pace::Normal, Pace::Assault] };
    sink.each(paces, |pace| Order::Move { units, pace });
    let last = units.last();
    for (unit, _) in eyes.at(side, from).filter(|(unit, _)| last.is_some_and(|last| *unit > last)) {
        sink.draft(Draft::Move { units: units.with(unit) });
    }
}

#[inline]
fn firers(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, units: Group, sink: &mut impl OfferSink<Heroes>) {
    let Ok(party) = fire::party(eyes, side, occasion, units, |_, _| Ok(())) else { return };
    let Some(from) = units.iter().next().and_then(|unit| eyes.own(side, unit).ok()).map(|(_, at)| at) else { return };
    let mut told: ArrayVec<LocationId, { Group::LIMIT }> = ArrayVec::new();
    fire::targets(eyes, side, occasion, party, |target| {
        if !told.contains(&target) {
            told.push(target);
            sink.order(Order::Fire { units, target });
        }
        false
    });
    let last = eyes.armed(units).last();
    for (unit, counter) in eyes.at(side, from) {
        // Firers one after the other; leaders at any time.
        let next = if counter.counter.is_armed() { Some(unit) > last } else { !units.has(unit) };
        if next {
            sink.draft(Draft::Fire { units: units.with(unit) });
        }
    }
}
