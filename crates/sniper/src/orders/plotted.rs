//! What an order makes of a man's plot.

use rules::{Piece, Turn};

use crate::orders::{Order, clear, fire, march, posture, reload, step, throw, watch, watch_side};
use crate::printed::clause::B2;
use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::plot::Plot;

/// What a checked order makes of a man's plot; `None` for one that writes no plot.
#[inline]
#[must_use]
pub fn plotted(setting: &Setting, piece: Piece, man: &Man, order: &Order) -> Option<Plot> {
    Some(match *order {
        Order::Step { to, .. } => step::plotted(man, to),
        Order::March { to, .. } => march::plotted(setting, piece, man, to)?,
        Order::Fire { at, .. } => fire::plotted(man, at),
        Order::Watch { at, .. } => watch::plotted(man, at),
        Order::WatchSide(side) => watch_side::plotted(man, side),
        Order::Throw { at, grenade, .. } => throw::plotted(man, at, grenade),
        Order::Posture { to, .. } => posture::plotted(man, to),
        Order::Reload { .. } => reload::plotted(man),
        Order::Clear { .. } => clear::plotted(),
        Order::Place { .. } | Order::Ready => return None,
    })
}

/// Writes a man's plot by a checked order.
#[inline]
pub fn plot(turn: &mut impl Turn<Sniper>, order: &Order) {
    let Some(piece) = order.man() else { return };
    let man = turn.position().man(piece);
    if let Some(plot) = man.and_then(|man| plotted(turn.setting(), piece, man, order)) {
        turn.change(B2, Change::Plot { man: piece, plot });
    }
}
