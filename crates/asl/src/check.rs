//! Whether a seat may give an order now. The rooms hold the rules; here each question meets its orders.

use rules::{Refusal, Seat, house};

use crate::clause::{A4, A16, B8_6B};
use crate::eyes::AslEyes;
use crate::order::Order;
use crate::turn::Step;
use crate::{advance, below, fight, movement, place, record};

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
    match (question, *order) {
        (asked, Order::Tunnel { .. } | Order::Forfeit { .. } | Order::Recorded) if asked != Step::Record => {
            Err(Refusal::new(B8_6B, "tunnels are recorded before anybody is placed, and not in play"))
        }
        (Step::Record, _) => record::check(eyes, side, order),
        (Step::SetUp { .. }, _) => place::check(eyes, side, order),
        (Step::Move, Order::Go { units, pace }) => movement::may_go(eyes, side, units, pace).map(drop),
        (Step::Move, Order::Sewer { .. } | Order::TunnelMove { .. }) => below::may_begin(eyes, side, order),
        (Step::Move, Order::Done) => below::may_end_movement(eyes, side),
        (Step::Move, _) => Err(Refusal::new(A4, "choose who moves, or end the Movement Phase")),
        (Step::StepOn, Order::Step { to }) => movement::may_step(eyes, side, to).map(drop),
        (Step::StepOn, Order::Stop) => Ok(()),
        (Step::StepOn, _) => Err(Refusal::new(A4, "the moving units go on, or stop")),
        (Step::Advance, Order::Advance { units, to }) => advance::may_advance(eyes, side, units, to),
        (Step::Advance, Order::Emerge { .. } | Order::Close { .. }) => below::may_advance(eyes, side, order),
        (Step::Advance, Order::Done) => below::may_end_advance(eyes, side),
        (Step::Advance, _) => Err(Refusal::new(A16, "choose who advances, or end the Advance Phase")),
        (Step::Fight(question), _) => fight::check(eyes, side, question, order),
        (Step::Below(question), _) => below::check(eyes, side, question, order),
        _ => Err(Refusal::new(house::AWAITED, "nobody is asked")),
    }
}
