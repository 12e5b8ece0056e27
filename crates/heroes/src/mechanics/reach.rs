//! Where a rout on the ground can come to (HNL-B14).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::mechanics::entrances::is_open;
use crate::mechanics::stack;
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B20, B22};
use crate::printed::counter::Weapon;
use crate::printed::tables::{ROUT, STEP_INSIDE};
use crate::setting::flight::Leads;
use crate::setting::{HEXES, MoveEdge, Spot};
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// The most hexes a rout can come to.
pub const STOPS: usize = 128;

/// A hex a rout can come to.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Its ground.
    pub at: LocationId,
    cost: u8,
    /// Where it was reached from, in the list.
    before: u8,
    /// Whether a rout may end there.
    pub may_end: bool,
    /// Whether it gives cover.
    covered: bool,
}

/// All hexes a rout on the ground can come to, the first being the ground where it starts.
pub type Reach = ArrayVec<Stop, STOPS>;

/// Notes by hex where the steps out of it lead, with all enemies in mind that a side knows of. Routing units must not come
/// closer to any of them, nor end next to a threat.
fn mark_enemy_zones(eyes: HeroesEyes<'_>, side: Side, by_hex: &mut [Leads]) {
    for (_, enemy, at) in eyes.units_of(side.other()).filter(|(_, enemy, _)| !enemy.hidden) {
        let threat = enemy.is_good() && enemy.counter.is_armed();
        let minded = if threat { Leads::ALL } else { Leads::CLOSER };
        for (all, leads) in by_hex.iter_mut().zip(eyes.setting().leads(at)) {
            *all = *all | *leads & minded;
        }
    }
}

/// Where a unit can rout to on the ground, cheapest first; one that must stay has nowhere. It goes not into the enemy,
/// fire or what has barred it, and never closer to a Known enemy.
///
/// Whoever wants to know the way to one goal only need not look beyond it.
pub fn reach(
    eyes: HeroesEyes<'_>,
    side: Side,
    piece: Piece,
    unit: &Unit,
    from: LocationId,
    goal: Option<LocationId>,
) -> Reach {
    let mut found = Reach::new();
    let gun = unit.counter.weapon == Weapon::Gun && B20.is_in_force();
    if let Some(start) = eyes.setting().spot(from).filter(|start| !gun && can_leave(eyes, start)) {
        spread(eyes, side, (piece, unit), start, goal, &mut found);
    }
    found
}

/// Whether nothing covers the entrance, for who is inside of it.
fn can_leave(eyes: HeroesEyes<'_>, start: &Spot) -> bool {
    start.inside.is_none_or(|kind| is_open(eyes, Catalogue::of(kind), start).is_ok())
}

/// Finds the hexes a rout comes to, spending more and more.
fn spread(
    eyes: HeroesEyes<'_>,
    side: Side,
    (piece, unit): (Piece, &Unit),
    start: &Spot,
    goal: Option<LocationId>,
    found: &mut Reach,
) {
    let (setting, inside) = (eyes.setting(), start.inside.is_some());
    let mut leads = [Leads::default(); HEXES];
    mark_enemy_zones(eyes, side, &mut leads);
    let cost = if inside { STEP_INSIDE } else { 0 };
    let ground = setting.board.ground(start.hex);
    // From inside, the ground above is the first place to go.
    let near = || {
        let known = eyes.units_of(side.other()).filter(|(_, enemy, _)| !enemy.hidden);
        let mut threats = known.filter(|(_, enemy, _)| enemy.is_good() && enemy.counter.is_armed());
        threats.any(|(_, _, at)| setting.distance(ground, at) <= 1)
    };
    let room = || stack::has_room(eyes, side, ground, PieceSet::EMPTY.with(piece)).is_ok();
    let free = inside && !eyes.barred().contains(&ground) && !near() && room();
    let covered = setting.spot(ground).is_some_and(|spot| spot.modifier > 0);
    found.push(Stop { at: ground, cost, before: 0, may_end: free, covered });
    let full = stack::full(eyes, side, piece, unit.counter.kind);
    // By ground: the number of its stop, from 1; 0 where there is none yet.
    let mut number = [0u8; HEXES];
    if let Some(number) = number.get_mut(ground.index()) {
        *number = 1;
    }
    // By what has been spent on the way there: the stops still to go on from, as bits.
    let mut open = [0u128; ROUT as usize + 1];
    open[usize::from(cost)] = 1;
    // Who has spent all goes no farther.
    for spent in cost..ROUT {
        if found.iter().any(|stop| Some(stop.at) == goal && stop.cost <= spent) {
            break;
        }
        while open[usize::from(spent)] != 0 {
            let before = open[usize::from(spent)].trailing_zeros() as u8;
            open[usize::from(spent)] &= open[usize::from(spent)] - 1;
            let Some(here) = found.get(usize::from(before)).and_then(|stop| setting.spot(stop.at)) else { continue };
            // Nobody gets on from a hex with wire that he has entered, be it from inside of it.
            if (before > 0 || inside) && here.wire && B22.is_in_force() {
                continue;
            }
            let leads = leads.get(here.hex.index()).copied().unwrap_or_default();
            for (n, way) in ways_of(here, leads.closer()) {
                let total = spent + way.cost;
                if total > ROUT {
                    continue;
                }
                // Ways to what is no ground lead nowhere.
                let Some(number) = number.get_mut(way.to.index()) else { continue };
                if let Some(known) = usize::from(*number).checked_sub(1) {
                    if let Some(stop) = found.get_mut(known).filter(|stop| total < stop.cost) {
                        open[usize::from(stop.cost)] &= !(1 << known);
                        open[usize::from(total)] |= 1 << known;
                        (stop.cost, stop.before) = (total, before);
                    }
                    continue;
                }
                let Some(there) = setting.spot(way.to).filter(|there| there.inside.is_none()) else { continue };
                if eyes.burns(there) || eyes.barred().contains(&way.to) || found.is_full() {
                    continue;
                }
                let may_end = leads.beside() >> n & 1 == 0 && !full.contains(&way.to);
                open[usize::from(total)] |= 1 << found.len();
                *number = found.len() as u8 + 1;
                found.push(Stop { at: way.to, cost: total, before, may_end, covered: there.modifier > 0 });
            }
        }
    }
    // Towards cover: the open is for those who reach none.
    if found.iter().any(|stop| stop.may_end && stop.covered) {
        for stop in found {
            stop.may_end &= stop.covered;
        }
    }
}

/// The steps out of a place with their numbers, but for some given as bits.
fn ways_of(here: &Spot, but: u8) -> impl Iterator<Item = (usize, &MoveEdge)> {
    here.edges.iter().enumerate().filter(move |(n, _)| but >> n & 1 == 0)
}

/// The way of a rout on the ground, from the first Location entered to the last.
pub fn way(reach: &Reach, to: LocationId, from: LocationId) -> ArrayVec<LocationId, STOPS> {
    let mut way = ArrayVec::new();
    let mut at = reach.iter().position(|stop| stop.at == to).unwrap_or(0);
    while let Some(stop) = reach.get(at).filter(|_| at > 0) {
        let _ = way.try_push(stop.at);
        at = usize::from(stop.before);
    }
    let first = reach.first().map(|stop| stop.at).filter(|ground| *ground != from);
    way.extend(first.filter(|_| !way.is_full()));
    way.reverse();
    way
}
