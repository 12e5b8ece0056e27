//! Hexes that a rout above ground can reach (HNL-B14).

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

/// Largest number of hexes that a rout can reach.
pub const STOPS: usize = 128;

/// A hex that a rout can reach.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The ground of the hex.
    pub at: LocationId,
    cost: u8,
    /// Index of the previous stop in the list.
    before: u8,
    pub may_end: bool,
    covered: bool,
}

/// All hexes that a rout above ground can reach. The first is the ground where it starts.
pub type Reach = ArrayVec<Stop, STOPS>;

/// Collects, by hex, the steps that routing units must not take, for all enemies that a side sees. These steps lead
/// closer to a Known enemy, or end next to a threat.
fn mark_enemy_zones(eyes: HeroesEyes<'_>, side: Side, by_hex: &mut [Leads]) {
    for (_, enemy, at) in eyes.units_of(side.other()).filter(|(_, enemy, _)| !enemy.hidden) {
        let threat = enemy.is_good() && enemy.counter.is_armed();
        let minded = if threat { Leads::ALL } else { Leads::CLOSER };
        for (all, leads) in by_hex.iter_mut().zip(eyes.setting().leads(at)) {
            *all = *all | *leads & minded;
        }
    }
}

/// Returns the hexes that a unit can rout to above ground, in the order of their cost. The rout avoids enemies, fire
/// and hexes from which it was barred, and never comes closer to a Known enemy. The list is empty if the unit must
/// stay.
///
/// With a `goal`, the search stops as soon as the best way there is known.
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

/// Whether a unit that starts inside an entrance can come out.
fn can_leave(eyes: HeroesEyes<'_>, start: &Spot) -> bool {
    start.inside.is_none_or(|kind| is_open(eyes, Catalogue::of(kind), start).is_ok())
}

/// Finds the hexes that a rout can reach, in the order of their cost.
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
    // From inside, the first step leads to the ground above.
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
    // By ground: the number of its stop, from 1; 0 if it is not reached yet.
    let mut number = [0u8; HEXES];
    if let Some(number) = number.get_mut(ground.index()) {
        *number = 1;
    }
    // By movement points spent: the stops still to expand, as bits.
    let mut open = [0u128; ROUT as usize + 1];
    open[usize::from(cost)] = 1;
    // A rout ends when all movement points are spent.
    for spent in cost..ROUT {
        if found.iter().any(|stop| Some(stop.at) == goal && stop.cost <= spent) {
            break;
        }
        while open[usize::from(spent)] != 0 {
            let before = open[usize::from(spent)].trailing_zeros() as u8;
            open[usize::from(spent)] &= open[usize::from(spent)] - 1;
            let Some(here) = found.get(usize::from(before)).and_then(|stop| setting.spot(stop.at)) else { continue };
            // Wire stops units that enter its hex, also from inside.
            if (before > 0 || inside) && here.wire && B22.is_in_force() {
                continue;
            }
            let leads = leads.get(here.hex.index()).copied().unwrap_or_default();
            for (n, way) in ways_of(here, leads.closer()) {
                let total = spent + way.cost;
                if total > ROUT {
                    continue;
                }
                // Steps into an entrance are skipped: a rout above ground stays there.
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
    // The rout must end in cover if it can reach cover.
    if found.iter().any(|stop| stop.may_end && stop.covered) {
        for stop in found {
            stop.may_end &= stop.covered;
        }
    }
}

/// Returns the steps out of a place with their indices, without those in the bit mask `but`.
fn ways_of(here: &Spot, but: u8) -> impl Iterator<Item = (usize, &MoveEdge)> {
    here.edges.iter().enumerate().filter(move |(n, _)| but >> n & 1 == 0)
}

/// Returns the way of a rout above ground, from the first Location entered to the last.
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
