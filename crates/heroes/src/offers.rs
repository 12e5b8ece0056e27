//! Everything a seat may order now: coarse candidates, filtered by the functions that `check` uses.

use board::LocationId;
use rules::{Group, OfferSink, Piece, Seat, Side};

use crate::Heroes;
use crate::change::Occasion;
use crate::eyes::HeroesEyes;
use crate::order::{Draft, Order, Pace};
use crate::position::Unit;
use crate::turn::Step;
use crate::{fire, hidden, impulse, movement, rout, underground};

/// Everything this seat may order now, or from a draft everything it may choose next.
#[inline]
pub fn offers(eyes: HeroesEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Heroes>) {
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
                if movement::may_step(eyes, side, way.to).is_ok() {
                    sink.order(Order::Step { to: way.to });
                }
            }
            sink.order(Order::Stop);
        }
        (None, Step::OpFire) => {
            fires(eyes, side, Occasion::Opportunity, sink);
            sink.order(Order::HoldFire);
        }
        (None, Step::ChooseRout { done, .. }) => {
            for (unit, _, _) in eyes.units_of(side).filter(|(_, unit, _)| !unit.is_good()) {
                let mut any = false;
                rout::routs(eyes, side, unit, done, |to| {
                    any = true;
                    sink.order(Order::Rout { unit, to });
                });
                if !any && rout::may_stay(eyes, side, unit, done).is_ok() {
                    sink.order(Order::Stay { unit });
                }
            }
        }
        (None, Step::Hide { done, .. }) => {
            for (unit, _, _) in eyes.units_of(side) {
                if hidden::hideouts(eyes, side, unit, done).next().is_some() {
                    sink.draft(Draft::Hide { unit });
                }
            }
            sink.order(Order::Done);
        }
        _ => {}
    }
}

/// What opens an impulse.
#[inline]
fn begin(eyes: HeroesEyes<'_>, side: Side, sink: &mut impl OfferSink<Heroes>) {
    for (unit, counter, at) in eyes.units_of(side) {
        if counter.is_leader() && impulse::may_lead(eyes, side, unit).is_ok() {
            sink.order(Order::Lead { leader: unit });
        }
        if counter.counter.sewer_rat && goals(eyes, side, unit, at).next().is_some() {
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
    for (unit, _, _) in eyes.units_of(side) {
        if movement::may_unit_move(eyes, side, unit).is_ok() {
            sink.draft(Draft::Move { units: Group::EMPTY.with(unit) });
        }
    }
    fires(eyes, side, Occasion::Direct, sink);
}

/// Who can fire at anybody.
#[inline]
fn fires(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, sink: &mut impl OfferSink<Heroes>) {
    for (unit, counter, at) in eyes.units_of(side) {
        if counter.counter.is_armed()
            && fire::may_take_part(eyes, side, occasion, unit).is_ok()
            && has_target(eyes, side, occasion, counter, at)
        {
            sink.draft(Draft::Fire { units: Group::EMPTY.with(unit) });
        }
    }
}

#[inline]
fn has_target(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, unit: &Unit, at: LocationId) -> bool {
    let aims =
        |target| fire::may_aim(eyes, unit, at, target).is_ok() && fire::is_target(eyes, side, occasion, target).is_ok();
    match occasion {
        Occasion::Opportunity => movement::on_the_move(eyes).is_some_and(|(_, target)| aims(target)),
        Occasion::Direct | Occasion::Mines => eyes.units_of(side.other()).any(|(_, _, target)| aims(target)),
    }
}

/// What can be chosen after a first part.
fn continued(eyes: HeroesEyes<'_>, side: Side, question: Step, draft: Draft, sink: &mut impl OfferSink<Heroes>) {
    match (draft, question) {
        (Draft::Move { units }, Step::Act | Step::Impulse) => movers(eyes, side, units, sink),
        (Draft::Fire { units }, Step::Act | Step::Impulse) => firers(eyes, side, Occasion::Direct, units, sink),
        (Draft::Fire { units }, Step::OpFire) => firers(eyes, side, Occasion::Opportunity, units, sink),
        (Draft::Underground { leader }, Step::Act) => {
            let at = eyes.own(side, leader).map(|(_, at)| at);
            for to in at.into_iter().flat_map(|at| goals(eyes, side, leader, at)) {
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
    for pace in Pace::ALL {
        if movement::may_move(eyes, side, units, pace).is_ok() {
            sink.order(Order::Move { units, pace });
        }
    }
    let last = units.last();
    for (unit, _) in eyes.at(side, from) {
        if last.is_some_and(|last| unit > last) && movement::may_unit_move(eyes, side, unit).is_ok() {
            sink.draft(Draft::Move { units: units.with(unit) });
        }
    }
}

/// Targets for a group, each once.
fn targets(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, units: Group, mut sink: impl FnMut(LocationId)) {
    if let (Occasion::Opportunity, Some((_, at))) = (occasion, movement::on_the_move(eyes)) {
        if fire::may_fire(eyes, side, occasion, units, at).is_ok() {
            sink(at);
        }
        return;
    }
    let mut seen: arrayvec::ArrayVec<LocationId, { Group::LIMIT }> = arrayvec::ArrayVec::new();
    for (_, _, target) in eyes.units_of(side.other()) {
        if !seen.contains(&target) {
            let _ = seen.try_push(target);
            if fire::may_fire(eyes, side, occasion, units, target).is_ok() {
                sink(target);
            }
        }
    }
}

fn firers(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, units: Group, sink: &mut impl OfferSink<Heroes>) {
    let armed = |piece: &Piece| eyes.unit(*piece).is_some_and(|unit| unit.counter.is_armed());
    let Some(last) = units.iter().filter(armed).last() else { return };
    let Some(from) = eyes.unit(last).and_then(|unit| unit.at) else { return };
    let mut any = false;
    targets(eyes, side, occasion, units, |target| {
        any = true;
        sink.order(Order::Fire { units, target });
    });
    if !any {
        return;
    }
    for (unit, counter) in eyes.in_hex(side, from) {
        // Firers one after the other; leaders at any time.
        let next = if counter.counter.is_armed() { unit > last } else { !units.has(unit) };
        if next && fire::may_take_part(eyes, side, occasion, unit).is_ok() {
            let more = units.with(unit);
            let mut any = false;
            targets(eyes, side, occasion, more, |_| any = true);
            if any {
                sink.draft(Draft::Fire { units: more });
            }
        }
    }
}
