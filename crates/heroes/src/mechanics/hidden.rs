//! Hidden units: they are placed in secret, show themselves by what they do, or are found from next to them (HNL-B19).

use board::LocationId;
use rules::{Group, Piece, Refusal, Side, Turn};

use crate::mechanics::stack;
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B13, B19, SC1};
use crate::printed::counter::{Counter, Weapon};
use crate::printed::tables::Terrain;
use crate::setting::{Setting, Spot};
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Whether a side may place a unit in a Location, before the first turn.
///
/// # Errors
/// The refusal with its clause. What the enemy has hidden does not count, for nobody is to learn of it.
pub fn may_hide(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group, at: LocationId) -> Result<(), Refusal> {
    let (counter, _) = eyes.own(side, unit)?;
    let spot = eyes.spot(at)?;
    if !counter.hidden {
        return Err(Refusal::new(B19, "it is not set up hidden"));
    }
    if done.has(unit) {
        return Err(Refusal::new(B19, "it has been placed already"));
    }
    B19.forbids(!eyes.setting().hideouts[side].contains(&at), "no unit of this side can be hidden there")?;
    B19.forbids(eyes.holds(side.other(), at), "the enemy is in this hex")?;
    let finds = |enemy: &Unit, place| enemy.is_good() && eyes.setting().distance(place, at) <= 1;
    let found = eyes.units_of(side.other()).any(|(_, enemy, place)| finds(enemy, place));
    B19.forbids(found, "an enemy in Good Order is next to it and would find it")?;
    may_stand(eyes, side, Some(unit), counter.counter, at, spot)?;
    stack::has_room(eyes, side, at, Group::EMPTY.with(unit))
}

/// What holds of every place where a unit starts, by its number if it has one already.
///
/// # Errors
/// The refusal with its clause.
pub fn may_stand(
    eyes: HeroesEyes<'_>,
    side: Side,
    unit: Option<Piece>,
    counter: Counter,
    at: LocationId,
    spot: &Spot,
) -> Result<(), Refusal> {
    let water = spot.inside.is_none() && spot.terrain == Terrain::Water;
    SC1.forbids(water, "nobody starts in a Water Obstacle")?;
    let is_gun = |counter: Counter| counter.weapon == Weapon::Gun;
    let (_, _, portage) = counter.weapon.values();
    if let Some(kind) = spot.inside {
        let over = portage > counter.kind.ipc(false);
        let portage = Catalogue::of(kind).portage();
        portage.forbids(is_gun(counter), "no Gun starts in a sewer or tunnel")?;
        return portage.forbids(over, "no unit starts in a sewer or tunnel with more than its IPC");
    }
    if !is_gun(counter) {
        return Ok(());
    }
    let guns = eyes.in_hex(side, at).any(|(other, there)| Some(other) != unit && is_gun(there.counter));
    B13.forbids(spot.terrain == Terrain::Bunker && guns, "a bunker holds one Gun at most")
}

/// Everywhere a side may place a unit, before the first turn.
pub fn hideouts(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group) -> impl Iterator<Item = LocationId> {
    let places = eyes.setting().hideouts[side].iter().copied();
    places.filter(move |at| may_hide(eyes, side, unit, done, *at).is_ok())
}

/// Places a unit, and asks its side for the next if one is left.
pub fn hide(turn: &mut impl Turn<Heroes>, side: Side, unit: Piece, done: Group, at: LocationId) {
    turn.change(B19, Change::Hidden { unit, at });
    let done = done.with(unit);
    if turn.position().all().any(|(piece, unit)| unit.side == side && unit.hidden && !done.has(piece)) {
        turn.push(Step::Hide { side, done });
    }
}

/// Shows those who have hidden in one hex with the enemy, neither side knowing.
pub fn meet(turn: &mut impl Turn<Heroes>) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let met = eyes.units().filter(|(_, unit, at)| unit.hidden && eyes.holds(unit.side.other(), *at));
    let met: Group = met.map(|(piece, _, _)| piece).collect();
    show(turn, met);
}

/// Shows the hidden ones among these units: they act.
#[inline]
pub fn show(turn: &mut impl Turn<Heroes>, units: Group) {
    for unit in units.iter() {
        if turn.position().unit(unit).is_some_and(|unit| unit.hidden) {
            turn.change(B19, Change::Shown { unit });
        }
    }
}

/// Units are about to act: those of them who are hidden show themselves, and who is found by that does too. It comes
/// before all else that is told of the act, so that nothing but HNL-B19 gives them away.
#[inline]
pub fn come_out(turn: &mut impl Turn<Heroes>, units: Group) {
    show(turn, units);
    spot(turn);
}

/// A hidden unit that is found: a shown enemy in Good Order is next to it or in its hex.
fn found(setting: &Setting, position: &Position) -> Option<Piece> {
    let muster = &position.muster;
    let hex = |piece: Piece| setting.hex(position.unit(piece)?.at?);
    let spotters = muster.good - muster.hidden;
    muster.hidden.iter().find(|hidden| {
        let Some(place) = hex(*hidden) else { return false };
        let side = if muster.sides.a.has(*hidden) { Side::A } else { Side::B };
        let mut spotters = (spotters & muster.sides[side.other()]).iter().filter_map(hex);
        spotters.any(|spotter| setting.board.grid().distance(place, spotter) <= 1)
    })
}

/// Whether some hidden unit would be found.
#[must_use]
pub fn is_anyone_found(setting: &Setting, position: &Position) -> bool {
    found(setting, position).is_some()
}

/// Shows every hidden unit that is found; who is shown finds others.
#[inline]
pub fn spot(turn: &mut impl Turn<Heroes>) {
    if turn.position().muster.hidden.is_empty() {
        return;
    }
    while let Some(unit) = found(turn.setting(), turn.position()).filter(|_| B19.is_in_force()) {
        turn.change(B19, Change::Shown { unit });
    }
}
