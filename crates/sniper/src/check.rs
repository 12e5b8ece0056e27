//! Whether a seat may give an order now, and what it makes of a man's plot.

use rules::{Refusal, house};

use crate::clause::{B2, B19};
use crate::eyes::SniperEyes;
use crate::order::Order;
use crate::placing::Placing;
use crate::plot::Plot;
use crate::turn::Step;
use crate::{acts, plan};

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
        (_, Order::Ready) => Ok(()),
        (Step::SetUp, Order::Place { man, at }) => Placing::new(eyes).may_place(man, at),
        (Step::SetUp, _) => Err(Refusal::new(B19, "place your men, or be ready")),
        (_, Order::Place { .. }) => Err(Refusal::new(B19, "men are placed before the first turn")),
        _ => plotted(eyes, order).map(drop),
    }
}

/// A man's plot with an order added to it.
///
/// # Errors
/// The refusal.
#[inline]
pub fn plotted(eyes: SniperEyes<'_>, order: &Order) -> Result<Plot, Refusal> {
    match *order {
        Order::Step { man, to } => plan::step(eyes, man, to),
        Order::March { man, to } => plan::march(eyes, man, to),
        Order::Fire { man, at } => acts::fire(eyes, man, at),
        Order::Watch { man, at } => acts::watch(eyes, man, at),
        Order::WatchSide { man, at, beyond } => acts::watch_side(eyes, man, at, beyond),
        Order::Throw { man, at, grenade } => acts::throw(eyes, man, at, grenade),
        Order::Posture { man, to } => plan::posture(eyes, man, to),
        Order::Reload { man } => acts::reload(eyes, man),
        Order::Clear { man } => plan::clear(eyes, man),
        Order::Place { .. } | Order::Ready => Err(Refusal::new(B2, "that is no plot")),
    }
}
