//! Plans of a side as computer players look at them: none at all, or one order alone.

use rules::Side;

use crate::orders::{Order, fire, throw};
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::plot::Plot;
use crate::state::position::Position;

/// Takes back what a side has plotted, and that it is ready. A route is no plot of the side's (SNP-B20); where men are
/// placed is a plan too (SNP-B19), so until then they are nowhere.
pub fn clear_plan(setting: &Setting, position: &mut Position, side: Side) {
    position.ready[side] = false;
    let placing = position.phase == Phase::SetUp;
    for piece in position.men.of(side).iter() {
        position.men.change(piece, |man| {
            if placing && setting.area(piece).is_some() {
                man.at = None;
            }
            if !man.on_route {
                man.plot = Plot::default();
            }
        });
    }
}

/// A position in which a shot or a throw is the only plan, ready to be carried out, for its odds.
#[must_use]
pub fn isolate_order(_: &Setting, position: &Position, side: Side, order: &Order) -> Option<(Position, Order)> {
    let (piece, plot) = match *order {
        Order::Fire { man, at } => (man, fire::plotted(position.man(man)?, at)),
        Order::Throw { man, at, grenade } => (man, throw::plotted(position.man(man)?, at, grenade)),
        _ => return None,
    };
    let mut alone = position.clone();
    for other in position.men.numbers() {
        let plot = if other == piece { plot } else { Plot::default() };
        alone.men.change(other, |man| man.plot = plot);
    }
    alone.ready[side.other()] = true;
    Some((alone, Order::Ready))
}
