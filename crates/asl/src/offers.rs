//! Everything a seat may order now: coarse candidates, filtered by the functions that `check` uses.

use rules::{Group, OfferSink, Seat, Side};

use crate::eyes::AslEyes;
use crate::order::{Draft, Order, Pace};
use crate::turn::Step;
use crate::{Asl, advance, below, fight, movement, place, record, stack};

/// Everything this seat may order now, or from a draft everything it may choose next.
#[inline]
pub fn offers(eyes: AslEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let Seat::Side(side) = eyes.seat() else { return };
    let Some(question) = eyes.asked(side) else { return };
    match question {
        Step::Record => record::offers(eyes, side, draft, sink),
        Step::SetUp { .. } => place::offers(eyes, side, draft, sink),
        Step::Move => moves(eyes, side, draft, sink),
        Step::StepOn => steps(eyes, side, draft, sink),
        Step::Advance => advances(eyes, side, draft, sink),
        Step::Fight(question) => fight::offers(eyes, side, question, draft, sink),
        Step::Below(question) => below::offers(eyes, side, question, draft, sink),
        _ => {}
    }
}

/// Who can move.
#[inline]
fn moves(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            for (unit, _, _) in eyes.units_of(side) {
                let units = Group::EMPTY.with(unit);
                if movement::may_go(eyes, side, units, Pace::Normal).is_ok() {
                    sink.draft(Draft::Go { units });
                }
            }
            below::offer_begin(eyes, side, None, sink);
            if below::may_end_movement(eyes, side).is_ok() {
                sink.order(Order::Done);
            }
        }
        Some(Draft::Go { units }) => {
            let Ok(from) = movement::may_go(eyes, side, *units, Pace::Normal) else { return };
            for pace in Pace::ALL {
                if movement::may_go(eyes, side, *units, pace).is_ok() {
                    sink.order(Order::Go { units: *units, pace });
                }
            }
            for more in stack::with_another(eyes, side, *units, from) {
                if movement::may_go(eyes, side, more, Pace::Normal).is_ok() {
                    sink.draft(Draft::Go { units: more });
                }
            }
        }
        _ => below::offer_begin(eyes, side, draft, sink),
    }
}

/// Where the units on the move can go.
#[inline]
fn steps(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let (None, Some(from)) = (draft, eyes.moving_at()) else { return };
    let ways = eyes.setting().spot(from).map(|spot| &spot.ways);
    for way in ways.into_iter().flatten() {
        if movement::may_step(eyes, side, way.to).is_ok() {
            sink.order(Order::Step { to: way.to });
        }
    }
    sink.order(Order::Stop);
}

/// Who can advance.
#[inline]
fn advances(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            for (unit, _, from) in eyes.units_of(side) {
                let units = Group::EMPTY.with(unit);
                if goals(eyes, side, units, from).next().is_some() {
                    sink.draft(Draft::Advance { units });
                }
            }
            below::offer_advance(eyes, side, None, sink);
            if below::may_end_advance(eyes, side).is_ok() {
                sink.order(Order::Done);
            }
        }
        Some(Draft::Advance { units }) => {
            let Some(from) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return };
            for to in goals(eyes, side, *units, from) {
                sink.order(Order::Advance { units: *units, to });
            }
            for more in stack::with_another(eyes, side, *units, from) {
                if goals(eyes, side, more, from).next().is_some() {
                    sink.draft(Draft::Advance { units: more });
                }
            }
        }
        _ => below::offer_advance(eyes, side, draft, sink),
    }
}

/// Where units can advance to.
fn goals(
    eyes: AslEyes<'_>,
    side: Side,
    units: Group,
    from: board::LocationId,
) -> impl Iterator<Item = board::LocationId> {
    let able = units.iter().all(|piece| advance::may_unit_advance(eyes, side, piece).is_ok());
    let ways = eyes.setting().spot(from).filter(|_| able).map(|spot| &spot.ways);
    let places = ways.into_iter().flatten().map(|way| way.to);
    places.filter(move |to| advance::may_advance(eyes, side, units, *to).is_ok())
}
