//! Whether a seat may give an order now: here each question meets its orders, whose files hold the rules.

use rules::{Refusal, Seat, house};

use crate::orders::{Order, fire, hide, lead, moving, rout, stay, step, underground, weapons};
use crate::printed::clause::{B3, B4, B6, B7, B14, B19, B28};
use crate::printed::words::Occasion;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// Whether this seat may give the order now.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn check(eyes: HeroesEyes<'_>, order: &Order) -> Result<(), Refusal> {
    let (Seat::Side(side), Some((asked, question))) = (eyes.seat(), eyes.asked()) else {
        return Err(Refusal::new(house::AWAITED, "you are not asked for an order"));
    };
    if side != asked {
        return Err(Refusal::new(house::AWAITED, "the other side is asked"));
    }
    match (question, *order) {
        (Step::Act, Order::Lead { leader }) => lead::may_lead(eyes, side, leader).map(drop),
        (Step::Act | Step::Impulse, Order::Move { units, pace }) => moving::may_move(eyes, side, units, pace).map(drop),
        (Step::Act | Step::Impulse, Order::Fire { units, target }) => {
            fire::may_fire(eyes, side, Occasion::Direct, units, target)
        }
        (Step::Act | Step::Impulse, Order::Underground { leader, to }) => {
            underground::may_go(eyes, side, leader, to).map(drop)
        }
        (Step::Act, Order::Drop { unit }) => weapons::may_drop(eyes, side, unit),
        (Step::Act, Order::Hand { unit, to }) => weapons::may_hand(eyes, side, unit, to),
        (Step::Act, Order::Take { unit, weapon }) => weapons::may_take(eyes, side, unit, weapon),
        (Step::ChooseRout { done, .. }, Order::Drop { unit }) => weapons::may_drop_routing(eyes, side, unit, done),
        (Step::Act, Order::Pass) | (Step::Impulse, Order::Done) | (Step::OpFire, Order::HoldFire) => Ok(()),
        (Step::Move, Order::Step { to }) => step::may_step(eyes, side, to).map(drop),
        (Step::Move, Order::Stop) => Ok(()),
        (Step::OpFire, Order::Fire { units, target }) => {
            fire::may_fire(eyes, side, Occasion::Opportunity, units, target)
        }
        (Step::ChooseRout { done, .. }, Order::Rout { unit, to }) => rout::may_rout(eyes, side, unit, done, to),
        (Step::ChooseRout { done, .. }, Order::Stay { unit }) => stay::may_stay(eyes, side, unit, done),
        (Step::Hide { done, .. }, Order::Hide { unit, at }) => hide::may_hide(eyes, side, unit, done, at),
        (Step::Hide { .. }, Order::Done) => Ok(()),
        _ => Err(out_of_place(question, order)),
    }
}

/// An order that answers another question than the one that stands.
#[cold]
fn out_of_place(question: Step, order: &Order) -> Refusal {
    match (question, order) {
        (_, Order::Drop { .. } | Order::Hand { .. } | Order::Take { .. }) => {
            Refusal::new(B28, "weapons change hands before an impulse begins")
        }
        (Step::Act, Order::Step { .. }) => Refusal::new(B6, "choose first who moves"),
        (Step::Act, Order::Rout { .. } | Order::Stay { .. }) => {
            Refusal::new(B14, "units rout at the end of the Operations Phase")
        }
        (Step::Act, Order::Hide { .. }) => Refusal::new(B19, "hidden units are placed before the first turn"),
        (Step::Act, _) => Refusal::new(B3, "begin an impulse, or pass"),
        (Step::Impulse, Order::Pass) => Refusal::new(B3, "the impulse has begun: end it"),
        (Step::Impulse, _) => Refusal::new(B4, "go on with the impulse, or end it"),
        (Step::Move, _) => Refusal::new(B6, "the moving units go on, or stop"),
        (Step::OpFire, _) => Refusal::new(B7, "answer with Opportunity Fire, or hold fire"),
        (Step::ChooseRout { .. }, _) => Refusal::new(B14, "choose a unit that routs, and where to"),
        (Step::Hide { .. }, _) => Refusal::new(B19, "place your hidden units, or end it"),
        _ => Refusal::new(house::AWAITED, "nobody is asked"),
    }
}
