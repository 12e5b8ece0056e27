//! Whether a seat may give an order now.

use rules::{Piece, Refusal, house};

use crate::mechanics::planned;
use crate::orders::place::Placing;
use crate::orders::{Order, clear, fire, march, posture, reload, step, throw, watch, watch_side};
use crate::printed::clause::{B2, B19};
use crate::state::step::Step;
use crate::view::SniperEyes;

/// Whether this seat may give the order now.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn check(eyes: SniperEyes<'_>, order: &Order) -> Result<(), Refusal> {
    let Some(question) = eyes.question() else {
        let why = if eyes.ready().is_some() { "you are ready, and wait" } else { "you are not asked for an order" };
        return Err(Refusal::new(house::AWAITED, why));
    };
    match (question, *order) {
        (Step::SetUp, Order::Place { man, at }) => Placing::new(eyes).may_place(man, at),
        (Step::SetUp, Order::Ready) => Ok(()),
        (Step::SetUp, _) => Err(Refusal::new(B19, "place your men, or be ready")),
        (_, Order::Place { .. }) => Err(Refusal::new(B19, "men are placed before the first turn")),
        (_, order) => order.man().map_or(Ok(()), |man| may_plot(eyes, man, order)),
    }
}

/// Whether an order can be added to a man's plot.
fn may_plot(eyes: SniperEyes<'_>, man: Piece, order: Order) -> Result<(), Refusal> {
    let planned = planned::planned(eyes, man)?;
    match order {
        Order::Step { to, .. } => step::may_step(eyes, &planned, to),
        Order::March { to, .. } => march::may_march(eyes, &planned, to),
        Order::Fire { at, .. } => fire::may_fire(eyes, &planned, at),
        Order::Watch { at, .. } => watch::may_watch(eyes, &planned, at),
        Order::WatchSide(side) => watch_side::may_watch_side(eyes, &planned, side),
        Order::Throw { at, grenade, .. } => throw::may_throw(eyes, &planned, at, grenade),
        Order::Posture { to, .. } => posture::may_take(eyes.setting(), &planned, to),
        Order::Reload { .. } => reload::may_reload(eyes.setting(), &planned),
        Order::Clear { .. } => clear::may_clear(&planned),
        Order::Place { .. } | Order::Ready => Err(Refusal::new(B2, "that is no plot")),
    }
}
