//! The Rout Phase (ASL-A14): who must rout, where to, Interdiction, and who surrenders.
//!
//! Known enemies are those in sight; a "?" and who is hidden is not Known. What a hidden enemy forbids is met on the way:
//! the side hears "barred" and chooses again.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Group, OfferSink, Piece, Refusal, Side, Turn, house};

use crate::Asl;
use crate::change::Change;
use crate::clause::{A14, A23, A31};
use crate::eyes::AslEyes;
use crate::fight::{Check, Fight, FightReport};
use crate::flags::Flag;
use crate::morale;
use crate::order::{Draft, Order, Pace};
use crate::position::{Fate, Moving, Unit};
use crate::setting::{LOCATIONS, Place, STEPS, Spot, Way};
use crate::stack;
use crate::tables::ROUT;
use crate::terrain::{MF, Terrain};
use crate::tunnel;

/// Half movement factors of a rout.
const FACTORS: u8 = ROUT * MF;
/// The most Locations a rout can come to.
const REACH: usize = 160;

/// Enemies a side knows of that could hurt it: unbroken men in sight above ground.
fn threats(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = (&Unit, LocationId)> + Clone {
    let enemies = eyes.public().units_of(side.other());
    enemies.filter(|(_, unit, _)| unit.is_men() && !unit.is(Flag::Broken)).map(|(_, unit, at)| (unit, at))
}

/// Where they are, each Location once.
type Threats = ArrayVec<LocationId, { Group::LIMIT }>;

fn places(eyes: AslEyes<'_>, side: Side) -> Threats {
    let mut places: Threats = threats(eyes, side).map(|(_, at)| at).collect();
    places.sort_unstable();
    let mut last = None;
    places.retain(|at| last.replace(*at) != Some(*at));
    places
}

/// Whether an enemy who is Known could fire at somebody on the move here: in Open Ground, unhindered, in his Normal Range.
fn is_exposed(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    let open = eyes.setting().spot(at).is_some_and(|spot| spot.place == Place::Ground && eyes.terrain(spot).is_open());
    open && threats(eyes, side).any(|(enemy, from)| {
        let armed = enemy.kind.values().fp > 0 && !enemy.is(Flag::Melee) && !enemy.is(Flag::Pinned);
        let clear = eyes.line(from, at).is_some_and(|line| line.hindrance == 0 && line.hexside == 0);
        armed && clear && eyes.setting().distance(from, at) <= u16::from(enemy.kind.values().range)
    })
}

/// Whether an enemy who is Known is next to a Location, and sees it.
fn is_near(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    threats(eyes, side).any(|(_, from)| eyes.setting().distance(from, at) <= 1 && eyes.line(from, at).is_some())
}

/// Whether a broken unit has to rout from where it is.
#[must_use]
pub fn must_rout(eyes: AslEyes<'_>, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|_| unit.is(Flag::Broken) && !unit.is(Flag::Melee)) else { return false };
    let burns = eyes.setting().hex(at).is_some_and(|hex| eyes.burns(hex));
    burns || is_near(eyes, unit.side, at) || is_exposed(eyes, unit.side, at)
}

/// A broken unit that may rout in this phase: it has to, or is under Desperation Morale.
///
/// # Errors
/// The refusal with its clause.
fn routing(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if !unit.is(Flag::Broken) {
        return Err(Refusal::new(A14, "only broken units rout"));
    }
    A31.forbids(unit.is(Flag::Melee), "it is held in Melee")?;
    A14.forbids(unit.is(Flag::Routed), "it has routed")?;
    A14.forbids(!unit.is(Flag::Dm) && !must_rout(eyes, unit), "it has no need to rout")?;
    Ok((unit, at))
}

/// What a step costs a routing unit, if it may take it: not into the enemy, fire or what has barred it, never closer to
/// a Known enemy it sees, and not up to another one.
fn stride(eyes: AslEyes<'_>, side: Side, threats: &Threats, from: LocationId, way: &Way) -> Option<u8> {
    let setting = eyes.setting();
    let there = setting.spot(way.to)?;
    let closer = threats.iter().any(|&enemy| {
        let (before, after) = (setting.distance(from, enemy), setting.distance(way.to, enemy));
        let approaches = after < before && eyes.line(from, enemy).is_some();
        approaches || (after <= 1 && before > 1 && eyes.line(way.to, enemy).is_some())
    });
    if closer || eyes.burns(there.hex) || eyes.barred().contains(&way.to) || eyes.holds(side.other(), way.to) {
        return None;
    }
    let rubble = eyes.terrain(there) != there.terrain && way.across.is_some() && A23.is_in_force();
    Some(if rubble { eyes.terrain(there).cost().unwrap_or(way.cost) } else { way.cost })
}

/// Whether a rout may come to its end here: in a building or woods, with room, and no Known enemy next to it.
fn is_shelter(eyes: AslEyes<'_>, side: Side, threats: &Threats, unit: Piece, spot: &Spot, at: LocationId) -> bool {
    let terrain = eyes.terrain(spot);
    let cover = terrain.is_building() || terrain == Terrain::Woods;
    let near = |from: &LocationId| eyes.setting().distance(*from, at) <= 1 && eyes.line(*from, at).is_some();
    let room = || stack::load_with(eyes, side, at, Group::EMPTY.with(unit)).excess() == 0;
    cover && !threats.iter().any(near) && room()
}

/// A Location on the way.
#[derive(Clone, Copy, Debug)]
struct Stop {
    at: LocationId,
    cost: u8,
    /// The first steps of the cheapest ways here, as bits of the ways out of the start.
    first: u16,
    shelter: bool,
}

/// The steps a unit can take from a Location.
type Steps = ArrayVec<LocationId, STEPS>;

/// Whether there is any step at all that a routing unit may take.
fn can_step(eyes: AslEyes<'_>, side: Side, from: LocationId, left: u8) -> bool {
    let threats = places(eyes, side);
    let ways = eyes.setting().spot(from).map(|spot| spot.ways.iter());
    ways.into_iter().flatten().any(|way| stride(eyes, side, &threats, from, way).is_some_and(|cost| cost <= left))
}

/// Locations a rout can come to, the start first.
struct Reach {
    found: ArrayVec<Stop, REACH>,
    /// By Location: its place in the list, counted from 1.
    places: [u8; LOCATIONS + 1],
}

impl Reach {
    fn add(&mut self, stop: Stop) {
        if self.found.try_push(stop).is_ok()
            && let Some(slot) = self.places.get_mut(stop.at.index())
        {
            *slot = self.found.len() as u8;
        }
    }

    fn stop(&mut self, at: LocationId) -> Option<&mut Stop> {
        let place = self.places.get(at.index()).copied()?;
        self.found.get_mut(usize::from(place).checked_sub(1)?)
    }
}

/// The steps a routing unit may take next: those on the cheapest ways to the nearest building or woods, or any if it
/// reaches none.
fn steps(eyes: AslEyes<'_>, side: Side, unit: Piece, from: LocationId, left: u8) -> Steps {
    let setting = eyes.setting();
    let Some(start) = setting.spot(from) else { return Steps::new() };
    let threats = places(eyes, side);
    let mut reach = Reach { found: ArrayVec::new(), places: [0; LOCATIONS + 1] };
    reach.add(Stop { at: from, cost: 0, first: 0, shelter: false });
    for spent in 0..=left {
        // The nearest shelter is found: nothing dearer matters.
        if reach.found.iter().any(|stop| stop.shelter && stop.cost < spent) {
            break;
        }
        let mut next = 0;
        while let Some(&Stop { at, cost, first, .. }) = reach.found.get(next) {
            next += 1;
            let Some(here) = setting.spot(at).filter(|_| cost == spent) else { continue };
            for (n, way) in here.ways.iter().enumerate() {
                // Rubble makes a step dearer, nothing makes it cheaper.
                let least = cost.saturating_add(way.cost);
                let worse = |stop: &mut Stop| stop.cost < least;
                if way.to == from || least > left || reach.stop(way.to).is_some_and(worse) {
                    continue;
                }
                let Some(step) = stride(eyes, side, &threats, at, way) else { continue };
                let cost = cost.saturating_add(step);
                let first = if at == from { 1u16 << n } else { first };
                match reach.stop(way.to) {
                    _ if cost > left => {}
                    Some(stop) if cost < stop.cost => (stop.cost, stop.first) = (cost, first),
                    Some(stop) if cost == stop.cost => stop.first |= first,
                    Some(_) => {}
                    None => {
                        let spot = setting.spot(way.to);
                        let shelter = spot.is_some_and(|spot| is_shelter(eyes, side, &threats, unit, spot, way.to));
                        reach.add(Stop { at: way.to, cost, first, shelter });
                    }
                }
            }
        }
    }
    let nearest = reach.found.iter().filter(|stop| stop.shelter).map(|stop| stop.cost).min();
    let leads = |stop: &&Stop| nearest.is_none_or(|nearest| stop.shelter && stop.cost == nearest);
    let first = reach.found.iter().filter(leads).fold(0u16, |bits, stop| bits | stop.first);
    let ways = start.ways.iter().enumerate().filter(|(n, _)| first >> n & 1 == 1);
    ways.map(|(_, way)| way.to).collect()
}

/// The unit whose rout is under way.
fn under_way(eyes: AslEyes<'_>) -> Option<(Piece, Moving)> {
    let moving = eyes.moving()?;
    Some((moving.units.iter().next()?, moving))
}

/// The steps a unit may take now, if it is the one to go.
///
/// # Errors
/// The refusal with its clause.
fn may_step(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<Steps, Refusal> {
    if let Some((piece, moving)) = under_way(eyes) {
        A14.forbids(piece != unit, "another unit is on its rout")?;
        let (_, at) = eyes.own(side, unit)?;
        return Ok(steps(eyes, side, unit, at, moving.mf_left));
    }
    let (_, at) = routing(eyes, side, unit)?;
    Ok(steps(eyes, side, unit, at, FACTORS))
}

/// Whether a unit may stay where it is: at the end of a rout wherever nothing drives it on; before one only where there
/// is no way out on the ground, and then it surrenders or is lost.
///
/// # Errors
/// The refusal with its clause.
fn may_stay(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<(), Refusal> {
    let (broken, at) = match under_way(eyes) {
        Some((piece, _)) => {
            A14.forbids(piece != unit, "another unit is on its rout")?;
            eyes.own(side, unit)?
        }
        None => routing(eyes, side, unit)?,
    };
    let stuck = !can_step(eyes, side, at, under_way(eyes).map_or(FACTORS, |(_, moving)| moving.mf_left));
    if under_way(eyes).is_some() {
        return A14.forbids(!stuck && must_rout(eyes, broken), "it has to go on, and can");
    }
    A14.forbids(!must_rout(eyes, broken), "it has no need to rout")?;
    A14.forbids(!stuck, "it has to rout, and can")
}

/// Broken units of a side that may rout.
fn eligible(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
    let all = eyes.units_of(side).filter(|(_, unit, _)| unit.is(Flag::Broken));
    all.filter(move |(piece, _, _)| routing(eyes, side, *piece).is_ok()).map(|(piece, unit, _)| (piece, unit))
}

/// Whether the side may give the order in the Rout Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn check(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::Rout { unit, to } => {
            let steps = may_step(eyes, side, unit)?;
            if steps.contains(&to) { Ok(()) } else { Err(Refusal::new(A14, "its rout does not lead there")) }
        }
        Order::RoutTunnel { unit, to } => {
            A14.forbids(under_way(eyes).is_some(), "a unit is on its rout")?;
            routing(eyes, side, unit)?;
            tunnel::may_rout(eyes, side, unit, to)
        }
        Order::Stay { unit } => may_stay(eyes, side, unit),
        Order::Done => {
            A14.forbids(under_way(eyes).is_some(), "a unit is on its rout")?;
            let must = eligible(eyes, side).any(|(_, unit)| must_rout(eyes, unit));
            A14.forbids(must, "there are units that have to rout")
        }
        _ => Err(Refusal::new(house::COMPLETE, "say which unit routs, and where to")),
    }
}

/// Everything the side may order in the Rout Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => begin(eyes, side, sink),
        Some(&Draft::Rout { unit }) if under_way(eyes).is_none() => {
            for to in may_step(eyes, side, unit).into_iter().flatten() {
                sink.order(Order::Rout { unit, to });
            }
            if routing(eyes, side, unit).is_ok() {
                tunnel::offer_routs(eyes, side, unit, &mut |to| sink.order(Order::RoutTunnel { unit, to }));
            }
        }
        Some(_) => {}
    }
}

fn begin(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    if let Some((unit, _)) = under_way(eyes) {
        for to in may_step(eyes, side, unit).into_iter().flatten() {
            sink.order(Order::Rout { unit, to });
        }
        if may_stay(eyes, side, unit).is_ok() {
            sink.order(Order::Stay { unit });
        }
        return;
    }
    let mut must = false;
    for (unit, broken) in eligible(eyes, side) {
        let mut any = broken.at.is_some_and(|at| can_step(eyes, side, at, FACTORS));
        if must_rout(eyes, broken) {
            must = true;
            if !any {
                sink.order(Order::Stay { unit });
            }
        }
        tunnel::offer_routs(eyes, side, unit, &mut |_| any = true);
        if any {
            sink.draft(Draft::Rout { unit });
        }
    }
    if !must {
        sink.order(Order::Done);
    }
}

/// Asks a side for its routs while there are units that may.
pub fn go_on(turn: &mut impl Turn<Asl>, side: Side) {
    let eyes = AslEyes::new(turn.setting(), turn.position(), side.seat());
    if A14.is_in_force() && (under_way(eyes).is_some() || eligible(eyes, side).next().is_some()) {
        return turn.push(Fight::ChooseRout { side }.into());
    }
    end(turn);
}

/// The routs of a side are over.
fn end(turn: &mut impl Turn<Asl>) {
    if turn.position().moving.is_some() {
        turn.change(A14, Change::MovingOver);
    }
    if !turn.position().barred.is_empty() {
        turn.change(A14, Change::Unbarred);
    }
}

/// Resolves an order of the Rout Phase. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    if *order == Order::Done {
        return end(turn);
    }
    turn.push(Fight::Routs { side }.into());
    match *order {
        Order::Rout { unit, to } => rout(turn, side, unit, to),
        Order::RoutTunnel { unit, to } => tunnel::rout(turn, side, unit, to),
        Order::Stay { unit } => stay(turn, side, unit),
        _ => {}
    }
}

/// A unit takes one step of its rout, or is barred by whoever is hidden there.
fn rout(turn: &mut impl Turn<Asl>, side: Side, unit: Piece, to: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(from) = eyes.unit(unit).and_then(|unit| unit.at) else { return };
    if eyes.at(side.other(), to).any(|(_, enemy)| enemy.is_men()) {
        turn.report(house::BARRED, Audience::Only(side), FightReport::RoutBarred { unit, at: to }.into());
        return turn.change(A14, Change::Barred { at: to });
    }
    let left = under_way(eyes).map_or(FACTORS, |(_, moving)| moving.mf_left);
    let way = eyes.setting().spot(from).and_then(|spot| spot.way(to).copied());
    let cost = way.and_then(|way| stride(eyes, side, &places(eyes, side), from, &way)).unwrap_or(left);
    let encircled = eyes.unit(unit).is_some_and(|unit| unit.is(Flag::Encircled));
    turn.report(A14, Audience::All, FightReport::Routs { unit, to }.into());
    let units = Group::EMPTY.with(unit);
    let mf_left = left.saturating_sub(cost);
    let (pace, on_road) = (Pace::Normal, false);
    turn.change(A14, Change::Moving { units, pace, mf_left, spent: cost, stepped: true, on_road });
    turn.change(A14, Change::Placed { unit, at: to });
    if encircled {
        turn.change(A14, Change::Flag { unit, flag: Flag::Encircled, on: false });
    }
    if is_exposed(AslEyes::open(turn.setting(), turn.position()), side, to) {
        morale::morale_check(turn, unit, Check::Interdiction, 0, None);
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let own = AslEyes::new(turn.setting(), turn.position(), side.seat());
    let sheltered = |spot: &Spot| is_shelter(own, side, &places(own, side), unit, spot, to);
    let arrived = eyes.unit(unit).is_none() || own.spot(to).is_ok_and(sheltered) || !can_step(own, side, to, mf_left);
    if arrived {
        finish(turn, unit);
    }
}

/// A rout is over.
fn finish(turn: &mut impl Turn<Asl>, unit: Piece) {
    turn.change(A14, Change::MovingOver);
    if turn.position().unit(unit).is_some_and(|unit| unit.at.is_some()) {
        turn.change(A14, Change::Flag { unit, flag: Flag::Routed, on: true });
    }
}

/// A unit ends its rout, or cannot begin one: next to an enemy in Good Order it surrenders, elsewhere it is lost.
fn stay(turn: &mut impl Turn<Asl>, side: Side, unit: Piece) {
    if turn.position().moving.is_some() {
        return finish(turn, unit);
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(at) = eyes.unit(unit).and_then(|unit| unit.at) else { return };
    if is_near(eyes, side, at) && A31.is_in_force() {
        turn.report(A31, Audience::All, FightReport::Surrenders { unit }.into());
        turn.change(A31, Change::Gone { unit, fate: Fate::Captured });
    } else {
        morale::eliminate(turn, A14, unit);
    }
}
