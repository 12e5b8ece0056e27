//! Plans of a side as odds and computer players need them: cleared, or reduced to one order.

use rules::Side;

use crate::orders::{Order, fire, throw};
use crate::printed::words::Phase;
use crate::setting::Setting;
use crate::state::plot::Plot;
use crate::state::position::Position;

/// Clears the plots of a side and its readiness. Routes stay, since they are not plots of the side (SNP-B20). Placement
/// is a plan too (SNP-B19): before the first turn, men who begin in an area are taken off the board.
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

/// Returns a position in which this shot or throw is the only plan and is ready to be carried out. Used for its odds.
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
