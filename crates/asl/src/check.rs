//! Whether a seat may give an order now. The rooms hold the rules; here each question meets its orders.

use rules::{Refusal, Seat, Side, house};

use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::order::Order;
use crate::turn::Step;
use crate::when::out_of_time;
use crate::{advance, below, carry, fight, movement, place, record};

/// Whether this seat may give the order now.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn check(eyes: AslEyes<'_>, order: &Order) -> Result<(), Refusal> {
    let Seat::Side(side) = eyes.seat() else {
        return Err(Refusal::new(house::AWAITED, "you are not asked for an order"));
    };
    let Some(question) = eyes.asked(side) else {
        return Err(Refusal::new(house::AWAITED, "you are not asked now"));
    };
    answers(eyes, side, question, order)
}

/// Whether a side may give the order in answer to the question that it is asked.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn answers(eyes: AslEyes<'_>, side: Side, question: &Step, order: &Order) -> Result<(), Refusal> {
    match (question, order) {
        (Step::Record, _) => record::check(eyes, side, order),
        (Step::SetUp { .. }, _) => place::check(eyes, side, order),
        (Step::Move, &Order::Go { units, pace }) => movement::may_go(eyes, side, units, pace).map(drop),
        (Step::Move, Order::Sewer { .. } | Order::TunnelMove { .. }) => below::may_begin(eyes, side, order),
        (Step::Move, Order::Done) => below::may_end_movement(eyes, side),
        (Step::Move, &Order::Leave { unit, sw }) => carry::may_leave(eyes, side, unit, sw, Flag::Moved),
        (Step::Advance, &Order::Leave { unit, sw }) => carry::may_leave(eyes, side, unit, sw, Flag::Advanced),
        (Step::StepOn, &Order::Step { to }) => movement::may_step(eyes, side, to).map(drop),
        (Step::StepOn, Order::Stop) => Ok(()),
        (Step::Advance, &Order::Advance { units, to }) => advance::may_advance(eyes, side, units, to),
        (Step::Advance, Order::Emerge { .. } | Order::Close { .. }) => below::may_advance(eyes, side, order),
        (Step::Advance, Order::Done) => below::may_end_advance(eyes, side),
        (&Step::Fight(question), _) => fight::check(eyes, side, question, order),
        (&Step::Below(question), _) => below::check(eyes, side, question, order),
        _ => Err(out_of_time(*question, order)),
    }
}
