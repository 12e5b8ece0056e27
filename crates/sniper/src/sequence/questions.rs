//! Everything a seat may order now: a man is chosen first, then what he does, then where.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Choice, OfferSink, Piece};

use crate::mechanics::planned::{self, Planned};
use crate::orders::march::{self, Marching};
use crate::orders::place::{self, Placing};
use crate::orders::watch_side::WatchSide;
use crate::orders::{Draft, Order, check, clear, fire, posture, reload, step, throw, watch};
use crate::printed::words::{Grenade, Posture};
use crate::setting::marks::Marks;
use crate::state::Sniper;
use crate::state::step::Step;
use crate::view::SniperEyes;

/// More places than this are offered by sixths of the board.
const LISTED: usize = 400;

/// Whether a candidate is an offer: an order that may be given, or a draft that leads to one.
#[inline]
pub fn is_offer(eyes: SniperEyes<'_>, candidate: &Choice<Sniper>) -> bool {
    match *candidate {
        Choice::Order(order) => check::check(eyes, &order).is_ok(),
        Choice::Draft(draft) => leads_on(eyes, draft),
    }
}

/// Whether a draft leads to an order.
#[inline]
fn leads_on(eyes: SniperEyes<'_>, draft: Draft) -> bool {
    if let Draft::Place { man } = draft {
        return place::is_room(eyes, man);
    }
    let (setting, Ok(planned)) = (eyes.setting(), planned::planned(eyes, draft.man())) else { return false };
    let any = |marks: Option<&Marks>| marks.is_some_and(|marks| !marks.all().is_empty());
    // That he can watch or throw at all was looked at before it was listed.
    match draft {
        // His plot can be added to, or it can be cleared.
        Draft::Man { .. } => true,
        Draft::March { .. } => march::marching(eyes, &planned).is_ok_and(|marching| marching.free().next().is_some()),
        Draft::Fire { .. } => !fire::fires(eyes, &planned).is_empty(),
        Draft::Watch { .. } => any(setting.watches(planned.eye())),
        Draft::WatchSide { .. } => setting.watches(planned.eye()).is_some_and(|marks| !marks.sides().is_empty()),
        Draft::Throw { .. } => any(setting.throws(planned.end(setting))),
        // Only sixths in which there is something are listed.
        Draft::WatchTo { .. } | Draft::ThrowTo { .. } => true,
        Draft::Place { .. } => false,
    }
}

/// What this seat may order now, or from a draft choose next, looked at coarsely.
#[inline]
pub fn candidates(eyes: SniperEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Sniper>) {
    let Some(question) = eyes.question() else { return };
    match (draft, question) {
        (None, Step::SetUp) => {
            let placed = eyes.own_numbers().filter(|man| eyes.setting().area(*man).is_some());
            placed.for_each(|man| sink.draft(Draft::Place { man }));
            sink.order(Order::Ready);
        }
        (None, _) => {
            sink.drafts(eyes.heedful().iter(), |man| Draft::Man { man });
            sink.order(Order::Ready);
        }
        (Some(&Draft::Place { man }), Step::SetUp) => {
            Placing::new(eyes).open(man, |places| sink.each(places, |at| Order::Place { man, at }));
        }
        (Some(_), Step::SetUp) => {}
        (Some(draft), _) => plots(eyes, *draft, sink),
    }
}

fn plots(eyes: SniperEyes<'_>, draft: Draft, sink: &mut impl OfferSink<Sniper>) {
    let (setting, Ok(planned)) = (eyes.setting(), planned::planned(eyes, draft.man())) else { return };
    match draft {
        Draft::Man { man } => of_man(eyes, man, &planned, sink),
        Draft::March { man } => {
            if let Ok(marching) = march::marching(eyes, &planned) {
                marches(marching, man, sink);
            }
        }
        Draft::Fire { man } => {
            sink.each(&fire::fires(eyes, &planned), |at| Order::Fire { man, at });
        }
        Draft::Watch { man } => {
            let part = |way| Draft::WatchTo { man, way };
            all_or_sixths(watch::watches(setting, &planned), sink, |at| Order::Watch { man, at }, part);
        }
        Draft::WatchSide { man } => {
            let sides = watch::watches(setting, &planned).map_or(&[][..], Marks::sides);
            sink.each(sides, |(at, beyond)| WatchSide::new(man, at, beyond));
        }
        Draft::WatchTo { man, way } => {
            let places = watch::watches(setting, &planned).map_or(&[][..], |marks| marks.in_sixth(way));
            sink.each(places, |at| Order::Watch { man, at });
        }
        Draft::Throw { man, grenade } => {
            let part = |way| Draft::ThrowTo { man, grenade, way };
            let order = |at| Order::Throw { man, at, grenade };
            all_or_sixths(throw::throws(setting, &planned, grenade), sink, order, part);
        }
        Draft::ThrowTo { man, grenade, way } => {
            let places = throw::throws(setting, &planned, grenade).map_or(&[][..], |marks| marks.in_sixth(way));
            sink.each(places, |at| Order::Throw { man, at, grenade });
        }
        Draft::Place { .. } => {}
    }
}

fn marches(marching: Marching<'_>, man: Piece, sink: &mut impl OfferSink<Sniper>) {
    let order = |to| Order::March { man, to };
    match marching.all() {
        Some(places) => sink.each(places, order),
        None => marching.free().for_each(|to| sink.order(order(to))),
    }
}

/// All places, or the sixths of the board in which there are some.
fn all_or_sixths(
    marks: Option<&Marks>,
    sink: &mut impl OfferSink<Sniper>,
    order: impl Fn(LocationId) -> Order,
    part: impl Fn(u8) -> Draft,
) {
    let Some(marks) = marks else { return };
    if marks.all().len() <= LISTED {
        return sink.each(marks.all(), order);
    }
    (0..6).filter(|way| !marks.in_sixth(*way).is_empty()).for_each(|way| sink.draft(part(way)));
}

/// Orders are offered as they are; drafts are looked at coarsely, for it takes long to tell where they lead.
#[inline]
fn of_man(eyes: SniperEyes<'_>, man: Piece, planned: &Planned<'_>, sink: &mut impl OfferSink<Sniper>) {
    let setting = eyes.setting();
    let spent = planned.spent(setting);
    step::steps(eyes, planned, spent, |exits| sink.each(exits, |exit| Order::Step { man, to: exit.to }));
    let mut orders: ArrayVec<Order, 6> = ArrayVec::new();
    if posture::may_still_take(planned).is_ok() {
        let postures = Posture::ALL.into_iter().filter(|to| posture::may_take(setting, planned, *to).is_ok());
        orders.extend(postures.map(|to| Order::Posture { man, to }));
    }
    orders.extend(reload::may_reload(setting, planned).is_ok().then_some(Order::Reload { man }));
    orders.extend(clear::may_clear(planned).is_ok().then_some(Order::Clear { man }));
    sink.each(&orders, |order| order);
    if planned::may_still_move(planned).is_ok() {
        sink.draft(Draft::March { man });
    }
    if planned::can_watch(planned).is_ok() {
        if eyes.sees_enemies() {
            sink.draft(Draft::Fire { man });
        }
        sink.draft(Draft::Watch { man });
        sink.draft(Draft::WatchSide { man });
    }
    for grenade in Grenade::ALL {
        if throw::can_throw(setting, planned, spent, grenade).is_ok() {
            sink.draft(Draft::Throw { man, grenade });
        }
    }
}
