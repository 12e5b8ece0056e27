//! Random plots that a man could have.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use rules::prelude::*;
use rules::resolution::resolve_order;
use rules::{Piece, QuickDice};

use crate::mechanics::planned::Planned;
use crate::mechanics::routes;
use crate::orders::{Order, WatchSide};
use crate::printed::words::{Grenade, Posture};
use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::plot::Plot;
use crate::state::position::Position;

/// The most orders tried for a plot.
const ORDERS: u8 = 6;
/// Number of tries for a place to fire or throw at.
const PLACES: usize = 16;

/// Returns a random plot that begins with what is known of it and that his side could have plotted. In `position` both
/// sides are still plotting.
pub fn any_plot(setting: &Setting, position: &mut Position, piece: Piece, known: Plot, rng: &mut StdRng) -> Plot {
    position.men.change(piece, |man| man.plot = known);
    if position.men[piece.index()].on_route {
        return on_a_route(setting, position, piece, known, rng);
    }
    for _ in 0..rng.random_range(0..=ORDERS) {
        let Some(order) = any_order(setting, position, piece, rng) else { break };
        let side = position.men[piece.index()].side;
        resolve_order::<Sniper>(setting, position, side, &order, &mut QuickDice::new(0), &mut ());
        if position.men[piece.index()].plot.act.is_some() {
            break;
        }
    }
    position.men[piece.index()].plot
}

/// Returns a random order that adds to his plot, if one is found.
fn any_order(setting: &Setting, position: &Position, man: Piece, rng: &mut StdRng) -> Option<Order> {
    let eyes = Sniper::eyes(setting, position, position.men[man.index()].side.seat());
    let may = |order: &Order| Sniper::check(eyes, order).is_ok();
    let here = position.men[man.index()];
    let end = here.plot.path.end().or(here.at)?;
    if rng.random_bool(0.7) {
        let posture = Order::Posture { man, to: Posture::ALL[rng.random_range(0..Posture::ALL.len())] };
        if rng.random_bool(0.1) && may(&posture) {
            return Some(posture);
        }
        let exits = &setting.spot(end)?.exits;
        let steps: Vec<Order> = exits.iter().map(|exit| Order::Step { man, to: exit.to }).filter(may).collect();
        if !steps.is_empty() {
            return Some(steps[rng.random_range(0..steps.len())]);
        }
    }
    let grenade = Grenade::ALL[rng.random_range(0..Grenade::ALL.len())];
    for order in [Order::Rearm { man }, Order::Prepare { man, grenade }, Order::Reload { man }] {
        if rng.random_bool(0.2) && may(&order) {
            return Some(order);
        }
    }
    let place = |rng: &mut StdRng| LocationId(rng.random_range(0..setting.spots.len()) as u16);
    let orders = (0..PLACES).map(|_| {
        let (at, beyond) = (place(rng), place(rng));
        match rng.random_range(0..5) {
            0 => Order::Fire { man, at },
            1 => Order::Watch { man, at },
            2 => WatchSide::new(man, at, beyond).into(),
            _ => Order::Throw { man, at, grenade: Grenade::ALL[rng.random_range(0..Grenade::ALL.len())] },
        }
    });
    let orders: Vec<Order> = orders.collect();
    orders.into_iter().find(may)
}

/// Returns the next stretch of his route or of another, since routes are secret.
fn on_a_route(setting: &Setting, position: &Position, piece: Piece, known: Plot, rng: &mut StdRng) -> Plot {
    let mut man = position.men[piece.index()];
    let Some(at) = man.at.filter(|_| man.stunned == 0 || man.posture != Posture::Prone) else { return Plot::default() };
    if known.is_empty() && rng.random_bool(0.3) {
        return routes::next_stretch(setting, piece, &man).unwrap_or_default();
    }
    // If prone, he stands up first (SNP-B20).
    man.plot.posture = known.posture.or((man.posture == Posture::Prone).then_some(Posture::Standing));
    for _ in 0..rng.random_range(0..=ORDERS) {
        let before = man.plot;
        let Some(spot) = setting.spot(before.path.end().unwrap_or(at)).filter(|spot| !spot.exits.is_empty()) else {
            break;
        };
        let exit = spot.exits[rng.random_range(0..spot.exits.len())];
        let done = man.plot.path.push(exit.to);
        let planned = Planned::of(setting, piece, &man, at);
        if done.is_none() || planned.spent(setting) > planned.points {
            man.plot = before;
            break;
        }
    }
    man.plot
}
