//! Everything a seat may order now: coarse candidates, filtered by the functions that `check` uses.

use board::LocationId;
use rules::{Choice, Group, OfferSink, Seat, Side};

use crate::eyes::AslEyes;
use crate::order::{Draft, Order, Pace};
use crate::turn::Step;
use crate::{Asl, advance, below, charge, check, fight, fire, movement, place, record, stack};

/// Whether a candidate is an offer: an order that may be given, or a draft that leads to one.
// A function of its own, as are the candidates: put into the loop that draws them, the rules of all questions spill over.
#[inline(never)]
pub fn is_offer(eyes: AslEyes<'_>, candidate: &Choice<Asl>) -> bool {
    let Seat::Side(side) = eyes.seat() else { return false };
    let Some(question) = eyes.asked(side) else { return false };
    match candidate {
        _ if is_exact(question) => true,
        Choice::Order(order) => check::answers(eyes, side, question, order).is_ok(),
        Choice::Draft(draft) => leads_on(eyes, side, question, draft),
    }
}

/// Whether all candidates for answers are offers: they were looked at when they were listed.
const fn is_exact(question: &Step) -> bool {
    match question {
        Step::Record | Step::Below(_) => true,
        Step::Fight(question) => !question.is_fire(),
        _ => false,
    }
}

/// Whether a draft leads to an order. Drafts that are not named here were looked at when they were listed.
#[inline]
fn leads_on(eyes: AslEyes<'_>, side: Side, question: &Step, draft: &Draft) -> bool {
    match (question, draft) {
        (Step::SetUp { .. }, &Draft::Place { unit }) => place::has_place(eyes, side, unit),
        (Step::Move, &Draft::Go { units }) => movement::may_go(eyes, side, units, Pace::Normal).is_ok(),
        (Step::Move, &Draft::Sewer { units }) => below::may_begin_with(eyes, side, units),
        (Step::Advance, &Draft::Advance { units }) => goals(eyes, side, units).next().is_some(),
        (&Step::Fight(when), &Draft::Fire { units, leader }) => fire::has_target(eyes, side, when, units, leader),
        (&Step::Fight(when), &Draft::Charge { unit }) => {
            charge::has_target(eyes, side, when, unit, fire::Targets::of(eyes, side, when))
        }
        _ => true,
    }
}

/// What this seat may order now, or from a draft choose next, looked at coarsely.
#[inline(never)]
pub fn candidates(eyes: AslEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let Seat::Side(side) = eyes.seat() else { return };
    let Some(question) = eyes.asked(side) else { return };
    match *question {
        Step::Record => record::offers(eyes, side, draft, sink),
        Step::SetUp { .. } => place::candidates(eyes, side, draft, sink),
        Step::Move => moves(eyes, side, draft, sink),
        Step::StepOn => steps(eyes, draft, sink),
        Step::Advance => advances(eyes, side, draft, sink),
        Step::Fight(question) => fight::candidates(eyes, side, question, draft, sink),
        Step::Below(question) => below::offers(eyes, side, question, draft, sink),
        _ => {}
    }
}

/// Who can move.
#[inline]
fn moves(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            for unit in movement::movable(eyes, side).above().group().iter() {
                sink.draft(Draft::Go { units: Group::EMPTY.with(unit) });
            }
            below::offer_begin(eyes, side, None, sink);
            sink.order(Order::Done);
        }
        Some(Draft::Go { units }) => {
            let Ok(from) = movement::may_go(eyes, side, *units, Pace::Normal) else { return };
            for pace in Pace::ALL {
                sink.order(Order::Go { units: *units, pace });
            }
            for more in stack::with_another(eyes, side, *units, from) {
                sink.draft(Draft::Go { units: more });
            }
        }
        _ => below::offer_begin(eyes, side, draft, sink),
    }
}

/// Where the units on the move can go.
#[inline]
fn steps(eyes: AslEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let (None, Some(from)) = (draft, eyes.moving_at()) else { return };
    let ways = eyes.setting().spot(from).map(|spot| &spot.ways);
    for way in ways.into_iter().flatten() {
        sink.order(Order::Step { to: way.to });
    }
    sink.order(Order::Stop);
}

/// Who can advance.
#[inline]
fn advances(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            for unit in advance::able(eyes, side).above().group().iter() {
                sink.draft(Draft::Advance { units: Group::EMPTY.with(unit) });
            }
            below::offer_advance(eyes, side, None, sink);
            sink.order(Order::Done);
        }
        Some(Draft::Advance { units }) => {
            let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
            let ways = eyes.setting().spot(from).map(|spot| &spot.ways);
            for way in ways.into_iter().flatten() {
                sink.order(Order::Advance { units: *units, to: way.to });
            }
            for more in stack::with_another(eyes, side, *units, from) {
                sink.draft(Draft::Advance { units: more });
            }
        }
        _ => below::offer_advance(eyes, side, draft, sink),
    }
}

/// Where units can advance to.
fn goals(eyes: AslEyes<'_>, side: Side, units: Group) -> impl Iterator<Item = LocationId> {
    let able = units.iter().all(|piece| advance::may_unit_advance(eyes, side, piece).is_ok());
    let from = units.iter().find_map(|piece| eyes.unit(piece)?.at).filter(|_| able);
    let ways = from.and_then(|from| eyes.setting().spot(from)).map(|spot| &spot.ways);
    let places = ways.into_iter().flatten().map(|way| way.to);
    places.filter(move |to| advance::may_advance(eyes, side, units, *to).is_ok())
}
