//! The Rout Phase (ASL-A14): who must rout, where to, Interdiction, and who surrenders.
//!
//! Known enemies are those in sight; a "?" and who is hidden is not Known. ADJACENT takes levels into account. What a hidden enemy forbids is met on the way:
//! the side hears "barred" and chooses again.

use board::LocationId;
use rules::{Audience, Group, OfferSink, Piece, Refusal, Side, Turn, house};

use crate::Asl;
use crate::carry;
use crate::change::Change;
use crate::clause::{A14, A31, B8_45C};
use crate::eyes::AslEyes;
use crate::fight::{Check, Fight, FightReport};
use crate::flags::Flag;
use crate::morale;
use crate::order::{Draft, Order, Pace};
use crate::position::{Fate, Moving, Unit};
use crate::setting::Spot;
use crate::sewer::beneath;
use crate::tables::ROUT;
use crate::terrain::MF;
use crate::tunnel;
use crate::when::out_of_time;

mod reach;

use reach::{Flight, Stand, Steps, is_exposed, is_near, steps};

/// Half movement factors of a rout.
const FACTORS: u8 = ROUT * MF;

/// Whether a broken unit has to rout from where it is.
#[must_use]
pub fn must_rout(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|_| unit.is(Flag::Broken) && !unit.is(Flag::Melee)) else { return false };
    let burns = eyes.setting().hex(at).is_some_and(|hex| eyes.burns(hex));
    // Were it otherwise, an enemy in the sewer beneath would drive it away.
    let noticed = !B8_45C.is_in_force() && is_beneath(eyes, unit.side.other(), at);
    burns || noticed || is_near(eyes, unit.side, piece, at) || is_exposed(eyes, unit.side, piece, at)
}

/// Whether a side has anybody in the sewer beneath a Location, as far as can be seen.
fn is_beneath(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    beneath(eyes.setting(), at).is_some_and(|sewer| eyes.holds(side, sewer))
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
    A14.forbids(!unit.is(Flag::Dm) && !must_rout(eyes, piece, unit), "it has no need to rout")?;
    Ok((unit, at))
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
        return Ok(steps(eyes, side, at, moving.mf_left));
    }
    let (_, at) = routing(eyes, side, unit)?;
    Ok(steps(eyes, side, at, FACTORS))
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
    let left = under_way(eyes).map_or(FACTORS, |(_, moving)| moving.mf_left);
    let stuck = || !Flight::of(eyes, side).can_step(at, left);
    let must = must_rout(eyes, unit, broken);
    if under_way(eyes).is_some() {
        return A14.forbids(must && !stuck(), "it has to go on, and can");
    }
    A14.forbids(!must, "it has no need to rout")?;
    A14.forbids(!stuck(), "it has to rout, and can")
}

/// Broken units of a side that may rout.
fn eligible(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
    let all = eyes.of(side).units().bearing(Flag::Broken).iter();
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
        Order::Leave { unit, sw } => {
            A14.forbids(under_way(eyes).is_some(), "a unit is on its rout")?;
            routing(eyes, side, unit)?;
            carry::may_leave(eyes, side, unit, sw, Flag::Routed)
        }
        Order::Done => {
            A14.forbids(under_way(eyes).is_some(), "a unit is on its rout")?;
            let must = eligible(eyes, side).any(|(piece, unit)| must_rout(eyes, piece, unit));
            A14.forbids(must, "there are units that have to rout")
        }
        _ => Err(out_of_time(Fight::ChooseRout { side }.into(), order)),
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
    let (mut must, flight) = (false, Flight::of(eyes, side));
    for (unit, broken) in eligible(eyes, side) {
        let mut any = broken.at.is_some_and(|at| flight.can_step(at, FACTORS));
        if must_rout(eyes, unit, broken) {
            must = true;
            if !any {
                sink.order(Order::Stay { unit });
            }
        }
        tunnel::offer_routs(eyes, side, unit, &mut |_| any = true);
        if any {
            sink.draft(Draft::Rout { unit });
        }
        for (sw, _) in
            eyes.weapons(unit).filter(|(sw, _)| carry::may_leave(eyes, side, unit, *sw, Flag::Routed).is_ok())
        {
            sink.order(Order::Leave { unit, sw });
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
        Order::Leave { unit, sw } => carry::leave(turn, side, unit, sw),
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
    let cost = way.and_then(|way| Stand::at(&Flight::of(eyes, side), from).stride(&way)).unwrap_or(left);
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
    if is_exposed(AslEyes::open(turn.setting(), turn.position()), side, unit, to) {
        morale::morale_check(turn, unit, Check::Interdiction, 0, None);
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let own = AslEyes::new(turn.setting(), turn.position(), side.seat());
    let flight = Flight::of(own, side);
    let sheltered = |spot: &Spot| flight.is_shelter(spot, to);
    let arrived = eyes.unit(unit).is_none() || own.spot(to).is_ok_and(sheltered) || !flight.can_step(to, mf_left);
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
    if is_near(eyes, side, unit, at) && A31.is_in_force() {
        turn.report(A31, Audience::All, FightReport::Surrenders { unit }.into());
        turn.change(A31, Change::Gone { unit, fate: Fate::Captured });
    } else {
        morale::eliminate(turn, A14, unit);
    }
}
