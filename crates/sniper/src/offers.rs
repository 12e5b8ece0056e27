//! Everything a seat may order now: a man is chosen first, then what he does, then where.

use board::LocationId;
use rules::{OfferSink, Piece};

use crate::Sniper;
use crate::eyes::SniperEyes;
use crate::marks::Marks;
use crate::order::{Draft, Grenade, Order, Posture};
use crate::placing::Placing;
use crate::turn::Step;
use crate::{acts, check, plan};

/// More places than this are offered by sixths of the board.
const LISTED: usize = 400;

/// Everything this seat may order now, or from a draft everything it may choose next.
#[inline]
pub fn offers(eyes: SniperEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Sniper>) {
    let Some(question) = eyes.question() else { return };
    match (draft, question) {
        (None, Step::SetUp) => {
            let placing = Placing::new(eyes);
            for (man, _, _) in eyes.own().filter(|(man, _, _)| placing.places(*man).next().is_some()) {
                sink.draft(Draft::Place { man });
            }
            sink.order(Order::Ready);
        }
        (None, _) => {
            for (man, _, _) in eyes.own().filter(|(man, _, _)| plan::planned(eyes, *man).is_ok()) {
                sink.draft(Draft::Man { man });
            }
            sink.order(Order::Ready);
        }
        (Some(&Draft::Place { man }), Step::SetUp) => {
            Placing::new(eyes).places(man).for_each(|at| sink.order(Order::Place { man, at }));
        }
        (Some(_), Step::SetUp) => {}
        (Some(draft), _) => plots(eyes, *draft, sink),
    }
}

fn plots(eyes: SniperEyes<'_>, draft: Draft, sink: &mut impl OfferSink<Sniper>) {
    match draft {
        Draft::Man { man } => of_man(eyes, man, sink),
        Draft::March { man } => marches(eyes, man, sink),
        Draft::Fire { man } => acts::fires(eyes, man).into_iter().for_each(|at| sink.order(Order::Fire { man, at })),
        Draft::Watch { man } => {
            let part = |way| Draft::WatchTo { man, way };
            all_or_sixths(acts::watches(eyes, man), sink, |at| Order::Watch { man, at }, part);
        }
        Draft::WatchTo { man, way } => {
            let places = acts::watches(eyes, man).map_or(&[][..], |marks| marks.in_sixth(way));
            sink.each(places, |at| Order::Watch { man, at });
        }
        Draft::Throw { man, grenade } => {
            let part = |way| Draft::ThrowTo { man, grenade, way };
            all_or_sixths(acts::throws(eyes, man, grenade), sink, |at| Order::Throw { man, at, grenade }, part);
        }
        Draft::ThrowTo { man, grenade, way } => {
            let places = acts::throws(eyes, man, grenade).map_or(&[][..], |marks| marks.in_sixth(way));
            sink.each(places, |at| Order::Throw { man, at, grenade });
        }
        Draft::Place { .. } => {}
    }
}

fn marches(eyes: SniperEyes<'_>, man: Piece, sink: &mut impl OfferSink<Sniper>) {
    let Ok(marching) = plan::marching(eyes, man) else { return };
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

#[inline]
fn of_man(eyes: SniperEyes<'_>, man: Piece, sink: &mut impl OfferSink<Sniper>) {
    if let Ok(walking) = plan::walking(eyes, man) {
        for exit in walking.from.exits.iter().filter(|exit| plan::may_step(eyes, &walking, exit).is_ok()) {
            sink.order(Order::Step { man, to: exit.to });
        }
    }
    let alone = Posture::ALL.into_iter().map(|to| Order::Posture { man, to });
    for order in alone.chain([Order::Reload { man }, Order::Clear { man }]) {
        if check::plotted(eyes, &order).is_ok() {
            sink.order(order);
        }
    }
    if plan::marching(eyes, man).is_ok_and(|marching| marching.free().next().is_some()) {
        sink.draft(Draft::March { man });
    }
    if !acts::fires(eyes, man).is_empty() {
        sink.draft(Draft::Fire { man });
    }
    if acts::watches(eyes, man).is_some_and(|marks| !marks.all().is_empty()) {
        sink.draft(Draft::Watch { man });
    }
    for grenade in Grenade::ALL {
        if acts::throws(eyes, man, grenade).is_some_and(|marks| !marks.all().is_empty()) {
            sink.draft(Draft::Throw { man, grenade });
        }
    }
}
