//! Everything a seat may order now: coarse candidates, filtered by the functions that `check` uses.

use rules::{Choice, OfferSink, PieceSet, Prompt, Refusal, Seat, Side, referee_clauses};

use crate::mechanics::{advancing, movement};
use crate::orders;
use crate::orders::leave::may_leave;
use crate::orders::{AdvanceWith, Done, Draft, GoWith, Leave, Stop};
use crate::printed::flags::Flag;
use crate::sequence::{below, fights, recording, set_up};
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// The question that stands, if it is this seat's.
// It is asked before every list, and a call would copy the step twice.
#[inline(always)]
pub fn asked(eyes: AslEyes<'_>) -> Option<Prompt<'_, Asl>> {
    let Seat::Side(side) = eyes.seat() else { return None };
    let step = *eyes.asked(side)?;
    Some(Prompt { eyes, side, step })
}

/// The question that stands.
///
/// # Errors
/// When this seat is not asked.
pub fn prompt(eyes: AslEyes<'_>) -> Result<Prompt<'_, Asl>, Refusal> {
    let Seat::Side(side) = eyes.seat() else {
        return Err(Refusal::new(referee_clauses::AWAITED, "spectators can't give orders"));
    };
    let Some(step) = eyes.asked(side) else {
        return Err(Refusal::new(referee_clauses::AWAITED, "it is not your side's turn to give an order"));
    };
    Ok(Prompt { eyes, side, step: *step })
}

/// Whether a candidate is an offer: an order that may be given, or a draft that leads to one.
// A function of its own, as are the candidates: put into the loop that draws them, the rules of all questions spill over.
#[inline(never)]
pub fn is_offer(eyes: AslEyes<'_>, candidate: &Choice<Asl>) -> bool {
    // Who has candidates is asked: it is not looked up again for each of them.
    let prompt = || match (eyes.seat(), eyes.top()) {
        (Seat::Side(side), Some(step)) => Some(Prompt { eyes, side, step }),
        _ => None,
    };
    match candidate {
        Choice::Order(order) => order.is_offer(prompt),
        Choice::Draft(draft) => draft.is_offer(prompt),
    }
}

/// What this seat may order now, or from a draft choose next, looked at coarsely.
#[inline(never)]
pub fn candidates(eyes: AslEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let Some(prompt) = asked(eyes) else { return };
    if let Some(draft) = draft {
        return draft.next(prompt, sink);
    }
    let side = prompt.side;
    match prompt.step {
        Step::Record => recording::offers(prompt, sink),
        Step::SetUp { .. } => set_up::candidates(eyes, side, sink),
        Step::Move => moves(eyes, side, sink),
        Step::StepOn => steps(eyes, sink),
        Step::Advance => advances(eyes, side, sink),
        Step::Fight(question) => fights::candidates(eyes, side, question, sink),
        Step::Below(question) => below::offers(eyes, side, question, sink),
        _ => {}
    }
}

/// The weapons that units of a side can leave; `done` is the marker of those who have acted in this phase.
fn leaves(eyes: AslEyes<'_>, side: Side, done: Flag, sink: &mut impl OfferSink<Asl>) {
    for (sw, weapon, _) in eyes.of(side).weapons().iter() {
        if let Some(unit) = weapon.holder.filter(|unit| may_leave(eyes, side, *unit, sw, done).is_ok()) {
            sink.order(Leave { unit, sw });
        }
    }
}

/// Each of these who go above ground, by himself. Where nothing binds them, whoever is free to go needs no second look.
#[inline]
fn each_alone<D: Into<Draft>>(
    eyes: AslEyes<'_>,
    units: Seen<'_>,
    free: Seen<'_>,
    draft: impl Fn(PieceSet) -> D,
    sink: &mut impl OfferSink<Asl>,
) {
    let sure = if eyes.setting().unbound { free.group() } else { PieceSet::EMPTY };
    sink.drafts(sure.iter(), |unit| draft(PieceSet::EMPTY.with(unit)));
    units.but(sure).group().iter().for_each(|unit| sink.draft(draft(PieceSet::EMPTY.with(unit))));
}

/// Who can move.
#[inline]
fn moves(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let movable = movement::movable(eyes, side).above();
    each_alone(eyes, movable, movable, |units| GoWith { units }, sink);
    below::begin(eyes, side, sink);
    leaves(eyes, side, Flag::Moved, sink);
    sink.order(Done {});
}

/// Where the units on the move can go.
#[inline]
fn steps(eyes: AslEyes<'_>, sink: &mut impl OfferSink<Asl>) {
    let Some(from) = eyes.moving_at() else { return };
    for way in eyes.setting().edges(from) {
        sink.order(orders::Step { to: way.to });
    }
    sink.each(&[Stop {}], |stop| stop);
}

/// Who can advance.
#[inline]
fn advances(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let able = advancing::able(eyes, side).above();
    each_alone(eyes, able, advancing::unhindered(eyes, able), |units| AdvanceWith { units }, sink);
    below::advance(eyes, side, sink);
    leaves(eyes, side, Flag::Advanced, sink);
    sink.order(Done {});
}
