//! A hidden unit is placed before the first turn (HNL-B19).

use board::LocationId;
use rules::{Group, Piece, Refusal, Side, Turn};

use crate::mechanics::hidden::may_stand;
use crate::mechanics::stack;
use crate::printed::clause::B19;
use crate::state::Heroes;
use crate::state::change::Change;
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
