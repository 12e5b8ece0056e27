//! Routs at the end of the Operations Phase (HNL-B14, HNL-B15, HNL-B26).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Clause, Group, Piece, Refusal, Side, Turn, house};

use crate::mechanics::fire::line;
use crate::mechanics::{damage, stack, underground};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B14, B15, B16, B20, B22, B26};
use crate::printed::counter::Weapon;
use crate::printed::tables::{INTERDICTION, ROUT, STEP_INSIDE};
use crate::printed::words::Occasion;
use crate::setting::flight::Leads;
use crate::setting::{HEXES, Spot, Way, below};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Enemies that a side knows of, armed and in Good Order. Known is whoever is not hidden (HNL-B15).
fn threats(eyes: HeroesEyes<'_>, side: Side) -> impl Iterator<Item = (&Unit, LocationId)> + Clone {
    eyes.dangerous(side.other())
        .filter(|(_, enemy, _)| !enemy.hidden || !B15.is_in_force())
        .map(|(_, enemy, at)| (enemy, at))
}

/// Whether an enemy could fire at a place: it is in the open, in its sight and range.
fn is_exposed(eyes: HeroesEyes<'_>, side: Side, spot: &Spot) -> bool {
    let reaches = |(enemy, at): (&Unit, LocationId)| {
        let from = eyes.setting().spot(at);
        from.and_then(|from| line(eyes, from, spot)).is_some_and(|distance| distance <= enemy.counter.reach())
    };
    spot.modifier == 0 && threats(eyes, side).any(reaches)
}

/// Whether a unit has to rout (HNL-B14).
#[must_use]
pub fn must_rout(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let (Some(at), side) = (unit.at, unit.side) else { return false };
    let Some(spot) = eyes.setting().spot(at) else { return false };
    if unit.is_good() || eyes.in_melee(side, piece, at) {
        return false;
    }
    let burns = spot.inside.is_none() && eyes.burns(spot);
    let adjacent = || threats(eyes, side).any(|(_, enemy)| eyes.setting().distance(at, enemy) <= 1);
    burns || is_exposed(eyes, side, spot) || adjacent()
}

/// The most hexes a rout can come to.
const STOPS: usize = 128;

/// A hex a rout can come to.
#[derive(Clone, Copy, Debug)]
struct Stop {
    at: LocationId,
    cost: u8,
    /// Where it was reached from, in the list.
    before: u8,
    may_end: bool,
    /// Whether it gives cover.
    covered: bool,
}

/// All hexes a rout on the ground can come to, the first being the ground where it starts.
type Reach = ArrayVec<Stop, STOPS>;

/// Notes by hex where the steps out of it lead, with all enemies in mind that a side knows of. Routing units must not come
/// closer to any of them, nor end next to a threat.
fn mind(eyes: HeroesEyes<'_>, side: Side, by_hex: &mut [Leads]) {
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
fn reach(
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
    start.inside.is_none_or(|kind| underground::is_open(eyes, Catalogue::of(kind), start).is_ok())
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
    mind(eyes, side, &mut leads);
    let cost = if inside { STEP_INSIDE } else { 0 };
    let ground = setting.board.ground(start.hex);
    // From inside, the ground above is the first place to go.
    let near = || {
        let known = eyes.units_of(side.other()).filter(|(_, enemy, _)| !enemy.hidden);
        let mut threats = known.filter(|(_, enemy, _)| enemy.is_good() && enemy.counter.is_armed());
        threats.any(|(_, _, at)| setting.distance(ground, at) <= 1)
    };
    let room = || stack::has_room(eyes, side, ground, Group::EMPTY.with(piece)).is_ok();
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
fn ways_of(here: &Spot, but: u8) -> impl Iterator<Item = (usize, &Way)> {
    here.ways.iter().enumerate().filter(move |(n, _)| but >> n & 1 == 0)
}

/// Whether a unit that need not rout may do so below all the same (SEW-24, TUN-24).
#[must_use]
pub fn may_flee(eyes: HeroesEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|_| !unit.is_good() && !eyes.setting().options.forced_below) else { return false };
    !eyes.in_melee(unit.side, piece, at) && underground::could_rout(eyes, at)
}

/// A Shaken unit of this side that has to rout, or may, and has not done so.
///
/// # Errors
/// The refusal with its clause.
pub fn routing(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = eyes.own(side, unit)?;
    B16.forbids(counter.is_good(), "it is in Good Order")?;
    B14.forbids(done.has(unit), "this unit has routed already, or stays this turn")?;
    if !must_rout(eyes, unit, counter) && !may_flee(eyes, unit, counter) {
        return Err(Refusal::new(B14, "it does not have to rout"));
    }
    Ok((counter, at))
}

/// Whether a unit can rout to a Location, on the ground or below.
///
/// # Errors
/// The refusal with its clause.
pub fn may_rout(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group, to: LocationId) -> Result<(), Refusal> {
    let (counter, at) = routing(eyes, side, unit, done)?;
    if eyes.spot(to)?.inside.is_some() {
        return underground::may_rout(eyes, side, unit, to);
    }
    if !must_rout(eyes, unit, counter) {
        return Err(Refusal::new(B14, "it does not have to rout: only a way below is open to it"));
    }
    let reach = reach(eyes, side, unit, counter, at, None);
    if reach.iter().any(|stop| stop.at == to && stop.may_end) {
        return Ok(());
    }
    Err(Refusal::new(B14, "no rout leads there"))
}

/// Everywhere a unit can rout to.
pub fn routs(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group, mut sink: impl FnMut(LocationId)) {
    let Ok((counter, at)) = routing(eyes, side, unit, done) else { return };
    if must_rout(eyes, unit, counter) {
        for stop in &reach(eyes, side, unit, counter, at, None) {
            if stop.may_end {
                sink(stop.at);
            }
        }
    }
    for to in below::exits(eyes.setting(), at) {
        if underground::may_rout(eyes, side, unit, to).is_ok() {
            sink(to);
        }
    }
}

/// Whether a unit may stay where it is: it need not rout, or has nowhere to go.
///
/// # Errors
/// The refusal with its clause.
pub fn may_stay(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group) -> Result<(), Refusal> {
    let (counter, _) = routing(eyes, side, unit, done)?;
    if !must_rout(eyes, unit, counter) {
        return Ok(());
    }
    let mut any = false;
    routs(eyes, side, unit, done, |_| any = true);
    B14.forbids(any, "it has to rout, and can")
}

/// Asks a side for its routs, one after the other; then the other side, then the phase is over.
pub fn ask(turn: &mut impl Turn<Heroes>, side: Side, done: Group) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let routs = |piece, unit| must_rout(eyes, piece, unit) || may_flee(eyes, piece, unit);
    let asked = eyes.shaken(side).any(|(piece, unit, _)| !done.has(piece) && routs(piece, unit));
    if asked && B14.is_in_force() {
        if turn.position().to_act != side {
            turn.change(B14, Change::ToAct { side });
        }
        turn.push(Step::Routs { side, done });
        turn.push(Step::ChooseRout { side, done });
        return;
    }
    if !turn.position().barred.is_empty() {
        turn.change(B14, Change::Unbarred);
    }
    if side == turn.position().initiative {
        turn.push(Step::Routs { side: side.other(), done: Group::EMPTY });
    } else {
        turn.push(Step::Administrative);
    }
}

/// The hex on the way that a hidden enemy holds, if one does: nobody gets through there.
fn barrier(eyes: HeroesEyes<'_>, side: Side, places: impl IntoIterator<Item = LocationId>) -> Option<LocationId> {
    places.into_iter().find(|at| eyes.holds(side.other(), *at))
}

/// The way of a rout on the ground, from the first Location entered to the last.
fn way(reach: &Reach, to: LocationId, from: LocationId) -> ArrayVec<LocationId, STOPS> {
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

/// A unit routs, or is barred by whoever is hidden there: if it must rout it looks for another way, else it stays (SEW-24,
/// TUN-24).
pub fn rout(turn: &mut impl Turn<Heroes>, side: Side, unit: Piece, to: LocationId) {
    // By the side's own eyes, so that a hidden enemy does not bend the way.
    let own = HeroesEyes::new(turn.setting(), turn.position(), side.seat());
    let Ok((counter, from)) = own.own(side, unit) else { return };
    let forced = must_rout(own, unit, counter);
    let below = turn.setting().spot(to).is_some_and(|spot| spot.inside.is_some());
    let (way, clause) = if below {
        let clause = below::catalogue(turn.setting(), from, to).rout();
        (ArrayVec::from_iter([to]), clause)
    } else {
        (way(&reach(own, side, unit, counter, from, Some(to)), to, from), B14)
    };
    let open = HeroesEyes::open(turn.setting(), turn.position());
    if let Some(at) = barrier(open, side, way.iter().copied()) {
        be_barred(turn, side, unit, at, clause);
        // He does not try one exit after the other to learn who is hidden where.
        if !forced {
            done(turn, unit);
        }
        return;
    }
    done(turn, unit);
    if below {
        return underground::rout(turn, unit, to);
    }
    turn.report(B14, Audience::All, Report::Routs { unit, to });
    for at in way {
        turn.change(B14, Change::Placed { unit, at });
        interdict(turn, unit, at);
        // What the mines do is settled when the way is at its end.
        if turn.setting().spot(at).is_some_and(|spot| spot.mines) && B22.is_in_force() {
            damage::mines(turn, Group::EMPTY.with(unit), at, Occasion::Mines);
        }
        if turn.position().unit(unit).is_none_or(|unit| unit.at.is_none()) {
            return;
        }
    }
}

/// It is told that it is barred, and no more.
fn be_barred(turn: &mut impl Turn<Heroes>, side: Side, unit: Piece, at: LocationId, clause: Clause) {
    let ground = turn.setting().hex(at).map_or(at, |hex| turn.setting().board.ground(hex));
    turn.report(house::BARRED, Audience::Only(side), Report::Barred { unit, at });
    turn.change(clause, Change::Barred { at: ground });
}

/// A unit is done with its rout.
pub fn done(turn: &mut impl Turn<Heroes>, unit: Piece) {
    // What is next on the agenda is the question to the others, with those in mind who are done.
    if let Some(Step::Routs { side, done }) = turn.position().agenda.top() {
        turn.pop();
        turn.push(Step::Routs { side, done: done.with(unit) });
    }
}

/// A routing unit in the open is fired on: a morale check (HNL-B26).
pub fn interdict(turn: &mut impl Turn<Heroes>, unit: Piece, at: LocationId) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let (Some(counter), Some(spot)) = (eyes.unit(unit), eyes.setting().spot(at)) else { return };
    let known = HeroesEyes::new(turn.setting(), turn.position(), counter.side.seat());
    if B26.is_in_force() && is_exposed(known, counter.side, spot) {
        turn.report(B26, Audience::All, Report::Interdicted { unit, at });
        damage::check(turn, B26, "interdiction", unit, INTERDICTION);
    }
}
