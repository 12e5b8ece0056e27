//! The set-up by the sides: units that the scenario gives an area are placed one by one, or dealt out by the referee.

use board::LocationId;
use rules::{Audience, Classes, Group, OfferSink, Piece, Pool, Refusal, Side, Turn};

use crate::Asl;
use crate::change::Change;
use crate::clause::{A3, SC1, SC4};
use crate::eyes::{AslEyes, Held};
use crate::order::{Draft, Order};
use crate::position::{Fate, NO_AREA};
use crate::report::Report;
use crate::stack;
use crate::turn::Step;
use crate::when::out_of_time;

/// A unit of this side that has an area, on the board or not.
fn placeable(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<&[LocationId], Refusal> {
    let Some(known) = eyes.own_piece(side, unit) else {
        return Err(Refusal::new(SC1, "this is none of the side's own units"));
    };
    match eyes.setting().area(known.area) {
        Some(area) if known.holder.is_none() => Ok(&area.places),
        Some(_) => Err(Refusal::new(SC1, "it goes with whoever holds it")),
        None => Err(Refusal::new(SC1, "the scenario says where it starts")),
    }
}

/// Whether a unit may be placed in a Location.
///
/// # Errors
/// The refusal with its clause. Where the enemy is hidden does not count, for nobody is to learn of it.
pub fn may_place(eyes: AslEyes<'_>, side: Side, unit: Piece, at: LocationId) -> Result<(), Refusal> {
    let places = placeable(eyes, side, unit)?;
    if !places.contains(&at) {
        return Err(Refusal::new(SC1, "it is not placed there"));
    }
    let stands = eyes.unit(unit).and_then(|unit| unit.at);
    has_room(eyes, side, eyes.held_by(side.other()), (unit, stands), at)
}

/// Whether a Location of its area has room for a unit, by where it stands now, where the enemy holds these.
#[inline]
fn has_room(
    eyes: AslEyes<'_>,
    side: Side,
    enemy: Held<'_>,
    (unit, stands): (Piece, Option<LocationId>),
    at: LocationId,
) -> Result<(), Refusal> {
    if eyes.are_few(at, Group::EMPTY, 0) {
        return Ok(());
    }
    if stands == Some(at) {
        return Err(Refusal::new(SC1, "it stands there already"));
    }
    SC1.forbids(enemy.has(at), "the enemy is there")?;
    let excess = stack::excess_with(eyes, side, at, Group::EMPTY.with(unit));
    A3.forbids(excess > 0, "too many units would stand there")
}

/// Whether a side may answer so.
///
/// # Errors
/// The refusal with its clause.
pub fn check(eyes: AslEyes<'_>, side: Side, order: &Order) -> Result<(), Refusal> {
    let waits = || waiting(eyes, side).next().is_some();
    match *order {
        Order::Place { unit, at } => may_place(eyes, side, unit, at),
        Order::Deal => SC1.forbids(!waits(), "all units are placed"),
        Order::Ready if waits() => Err(Refusal::new(SC1, "some units have still to be placed")),
        Order::Ready => Ok(()),
        _ => Err(out_of_time(Step::SetUp { side }, order)),
    }
}

/// The units of a side that have still to be placed, without the weapons that others hold.
pub fn waiting(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = Piece> + Clone {
    let all = eyes.seen_of(side).filter(|(_, unit)| unit.fate == Fate::Waiting);
    all.filter(|(_, unit)| unit.holder.is_none()).map(|(piece, _)| piece)
}

/// What a side may place where.
pub fn candidates(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            // Whoever is not of an area has no choice, and what is held goes with its holder.
            for (unit, _) in eyes.seen_of(side).filter(|(_, unit)| unit.area != NO_AREA && unit.holder.is_none()) {
                sink.draft(Draft::Place { unit });
            }
            sink.order(if waiting(eyes, side).next().is_some() { Order::Deal } else { Order::Ready });
        }
        Some(Draft::Place { unit }) => {
            for &at in placeable(eyes, side, *unit).unwrap_or_default() {
                sink.order(Order::Place { unit: *unit, at });
            }
        }
        _ => {}
    }
}

/// Whether there is anywhere to place a unit.
pub fn has_place(eyes: AslEyes<'_>, side: Side, unit: Piece) -> bool {
    places(eyes, side, unit).next().is_some()
}

fn places(eyes: AslEyes<'_>, side: Side, unit: Piece) -> impl Iterator<Item = LocationId> {
    let places = placeable(eyes, side, unit).unwrap_or_default();
    let (enemy, stands) = (eyes.held_by(side.other()), eyes.unit(unit).and_then(|unit| unit.at));
    places.iter().copied().filter(move |at| has_room(eyes, side, enemy, (unit, stands), *at).is_ok())
}

/// Places, or deals out. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    match *order {
        Order::Place { unit, at } => {
            turn.change(SC1, Change::SetUp { unit, at });
            turn.push(Step::SetUp { side });
        }
        Order::Deal => {
            deal(turn, side);
            ready(turn, side);
        }
        _ => ready(turn, side),
    }
}

/// The set-up of a side is over, and only now the other side hears of it.
fn ready(turn: &mut impl Turn<Asl>, side: Side) {
    turn.report(SC4, Audience::All, Report::SetUpOver { side });
    turn.change(SC4, Change::SetUpOver { side });
}

/// A place in a list of so many, by as many dice as make all of them about equally likely; by none where there is but one.
fn cast(turn: &mut impl Turn<Asl>, side: Side, of: usize) -> usize {
    let (mut cast, mut range) = (0, 1);
    while of > 1 && range < EVEN * of {
        let face = turn.roll(Pool::secret(1, Classes::SUM, "deal", SC1, side)).sum().saturating_sub(1);
        cast = cast * 6 + usize::from(face);
        range *= 6;
    }
    cast * of / range
}

/// Falls of the dice for each place to be chosen from, at least.
const EVEN: usize = 4;

/// Puts every unit that is left somewhere in its area, by rolls that only its side sees.
fn deal(turn: &mut impl Turn<Asl>, side: Side) {
    let eyes = AslEyes::new(turn.setting(), turn.position(), side.seat());
    let units: arrayvec::ArrayVec<Piece, { rules::Group::LIMIT }> = waiting(eyes, side).collect();
    for unit in units {
        let free = places(AslEyes::new(turn.setting(), turn.position(), side.seat()), side, unit).count();
        let chosen = cast(turn, side, free);
        let eyes = AslEyes::new(turn.setting(), turn.position(), side.seat());
        let chosen = places(eyes, side, unit).nth(chosen);
        // A place full of others cannot be helped: the area is checked for room when the scenario is read.
        if let Some(at) = chosen {
            turn.change(SC1, Change::SetUp { unit, at });
        }
    }
}
