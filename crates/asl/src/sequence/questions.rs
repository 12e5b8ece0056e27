//! All orders that a seat may give now: coarse candidates, filtered by the functions that `check` uses.

use rules::{Choice, OfPiece, OfferSink, Piece, PieceSet, Prompt, Refusal, Seat, Side, referee_clauses};

use crate::mechanics::{advancing, berserk, movement};
use crate::orders;
use crate::orders::fights::recover::may_recover_moving;
use crate::orders::fights::{clear_rubble, place_charge, set_charge};
use crate::orders::leave::may_leave;
use crate::orders::moves::{search_around, step};
use crate::orders::{AdvanceWith, Done, Draft, Go, GoWith, Leave, Recover, Stop};
use crate::printed::clause::A5;
use crate::printed::flags::Flag;
use crate::printed::terrain::Terrain;
use crate::printed::words::Pace;
use crate::sequence::{below, fights, rallying, recording, set_up};
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns the present question, if this seat is asked.
// It is called before every list; inlined, it doesn't copy the step twice.
#[inline(always)]
pub fn asked(eyes: AslEyes<'_>) -> Option<Prompt<'_, Asl>> {
    let Seat::Side(side) = eyes.seat() else { return None };
    let step = *eyes.asked(side)?;
    Some(Prompt { eyes, side, step })
}

/// Returns the present question.
///
/// # Errors
///
/// - This seat is not asked.
pub fn prompt(eyes: AslEyes<'_>) -> Result<Prompt<'_, Asl>, Refusal> {
    let Seat::Side(side) = eyes.seat() else {
        return Err(Refusal::new(referee_clauses::AWAITED, "spectators can't give orders"));
    };
    let Some(step) = eyes.asked(side) else {
        return Err(Refusal::new(referee_clauses::AWAITED, "it is not your side's turn to give an order"));
    };
    Ok(Prompt { eyes, side, step: *step })
}

/// Returns whether a candidate is an offer: an order that may be given, or a draft that leads to one.
// A function of its own, like the candidates: inlined into the loop that draws them, the code of all questions would
// spill registers.
#[inline(never)]
pub fn is_offer(eyes: AslEyes<'_>, candidate: &Choice<Asl>) -> bool {
    // A side with candidates is asked. This is not looked up again for each of them.
    let prompt = || match (eyes.seat(), eyes.top()) {
        (Seat::Side(side), Some(step)) => Some(Prompt { eyes, side, step }),
        _ => None,
    };
    match candidate {
        Choice::Order(order) => order.is_offer(prompt),
        Choice::Draft(draft) => draft.is_offer(prompt),
    }
}

/// Lists coarse candidates for this seat: orders it may give now, or choices that complete a draft.
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
        Step::StepOn => steps(eyes, side, sink),
        Step::Advance => advances(eyes, side, sink),
        Step::Fight(question) => fights::candidates(eyes, side, question, sink),
        Step::Below(question) => below::offers(eyes, side, question, sink),
        _ => {}
    }
}

/// Lists the weapons that units of a side can drop. Those with the marker `done` have acted in this phase and drop
/// nothing; `dropped` makes the order of a weapon.
fn leaves(eyes: AslEyes<'_>, side: Side, done: Flag, dropped: OfPiece<Asl>, sink: &mut impl OfferSink<Asl>) {
    let all = eyes.of(side);
    let able = if A5.is_in_force() { all.without(done) } else { all };
    sink.of_pieces(eyes, eyes.weapons_of(side, able), dropped);
}

/// Returns the order to drop a weapon; `done` is the marker of units that have acted in this phase.
fn dropped(eyes: AslEyes<'_>, sw: Piece, done: Flag) -> Option<Choice<Asl>> {
    let (side, unit) = (eyes.seat().side()?, eyes.unit(sw)?.holder?);
    may_leave(eyes, side, unit, sw, done).is_ok().then(|| Choice::Order(Leave { unit, sw }.into()))
}

/// Lists each of these units that go above ground, alone. Where nothing restricts movement, units that are free to go
/// need no second check.
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

#[inline]
fn moves(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    // While berserk units have to charge, nothing else can be done (ASL-A46).
    if !berserk::waiting(eyes, side).is_empty() {
        return berserk::charges(eyes, side).for_each(|units| sink.order(Go { units, pace: Pace::Berserk }));
    }
    let movable = movement::movable(eyes, side).above();
    each_alone(eyes, movable, movable, |units| GoWith { units }, sink);
    below::begin(eyes, side, sink);
    set_charge::offers(eyes, side, sink);
    clear_rubble::offers(eyes, side, sink);
    leaves(eyes, side, Flag::Moved, |eyes, sw| dropped(eyes, sw, Flag::Moved), sink);
    sink.order(Done {});
}

/// Lists the steps of the moving units.
#[inline]
fn steps(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let (Some(from), Some(moving)) = (eyes.moving_at(), eyes.moving()) else { return };
    let charge = if moving.pace == Pace::Berserk { step::charge(eyes, side) } else { None };
    let leads = |to| charge.as_ref().is_none_or(|ways| ways.contains(&to));
    for way in eyes.setting().edges(from).iter().filter(|way| leads(way.to)) {
        sink.order(orders::Step { to: way.to, careful: false });
        let craters = || eyes.spot(way.to).is_ok_and(|spot| eyes.terrain(spot) == Terrain::Shellholes);
        if eyes.setting().cratered && craters() {
            sink.order(orders::Step { to: way.to, careful: true });
        }
    }
    for (sw, _, _) in eyes.of(side).weapons().at(from).iter().filter(|(_, weapon, _)| weapon.holder.is_none()) {
        for unit in moving.units.iter() {
            if may_recover_moving(eyes, side, unit, sw).is_ok() {
                sink.order(Recover { unit, sw });
            }
        }
    }
    search_around::offers(eyes, &moving, from, sink);
    place_charge::offers(eyes, side, &moving, from, sink);
    sink.order(Stop {});
}

#[inline]
fn advances(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let able = advancing::able(eyes, side).above();
    each_alone(eyes, able, advancing::unhindered(eyes, able), |units| AdvanceWith { units }, sink);
    below::advance(eyes, side, sink);
    rallying::transfers(eyes, side, sink);
    leaves(eyes, side, Flag::Advanced, |eyes, sw| dropped(eyes, sw, Flag::Advanced), sink);
    sink.order(Done {});
}
