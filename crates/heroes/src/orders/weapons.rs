//! Weapons change hands: they are laid down, handed over and taken up (HNL-B28).
//!
//! What lies about is public, and so is all of this: a hidden unit that does it shows itself.

use board::LocationId;
use rules::{Audience, Group, Piece, Refusal, Side, Turn};

use crate::mechanics::standing::ready;
use crate::mechanics::{hidden, rout, underground};
use crate::orders::Order;
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::B28;
use crate::printed::counter::Weapon;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// A unit that can part with its weapon.
fn may_part(unit: &Unit) -> Result<(), Refusal> {
    B28.forbids(unit.counter.weapon == Weapon::None, "this unit carries no weapon")
}

/// A unit here that can receive a weapon: it has none, and has received none this turn.
fn may_receive(eyes: HeroesEyes<'_>, unit: &Unit, at: LocationId, weapon: Weapon) -> Result<(), Refusal> {
    B28.forbids(unit.counter.weapon != Weapon::None, "a unit carries one weapon at most")?;
    B28.forbids(unit.traded, "a unit receives a weapon once a turn")?;
    match eyes.spot(at)?.inside {
        Some(kind) => underground::may_bear(Catalogue::of(kind), unit, weapon),
        None => Ok(()),
    }
}

/// Whether a unit can lay down its weapon before an impulse.
///
/// # Errors
/// The refusal with its clause.
pub fn may_drop(eyes: HeroesEyes<'_>, side: Side, unit: Piece) -> Result<(), Refusal> {
    ready(eyes, side, unit).and_then(|(unit, _)| may_part(unit))
}

/// Whether a Shaken unit can lay down its weapon before it routs.
///
/// # Errors
/// The refusal with its clause.
pub fn may_drop_routing(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group) -> Result<(), Refusal> {
    rout::routing(eyes, side, unit, done).and_then(|(unit, _)| may_part(unit))
}

/// Whether a unit can hand its weapon to another one.
///
/// # Errors
/// The refusal with its clause.
pub fn may_hand(eyes: HeroesEyes<'_>, side: Side, unit: Piece, to: Piece) -> Result<(), Refusal> {
    let (giver, from) = ready(eyes, side, unit)?;
    may_part(giver)?;
    let (receiver, at) = ready(eyes, side, to)?;
    B28.forbids(at != from, "a weapon is handed over in one Location")?;
    may_receive(eyes, receiver, at, giver.counter.weapon)
}

/// Whether a unit can take up a weapon that lies in its Location.
///
/// # Errors
/// The refusal with its clause.
pub fn may_take(eyes: HeroesEyes<'_>, side: Side, unit: Piece, weapon: Weapon) -> Result<(), Refusal> {
    let (receiver, at) = ready(eyes, side, unit)?;
    if weapon == Weapon::None || !eyes.lies(weapon, at) {
        return Err(Refusal::new(B28, "no such weapon lies there"));
    }
    may_receive(eyes, receiver, at, weapon)
}

/// Tells `enough` of each order by which a weapon of a side can change hands before an impulse, until it says so; whether
/// it said so.
pub fn orders(eyes: HeroesEyes<'_>, side: Side, mut enough: impl FnMut(Order) -> bool) -> bool {
    for (unit, counter, at) in eyes.each(eyes.ready(side)) {
        if counter.counter.weapon != Weapon::None {
            if may_drop(eyes, side, unit).is_ok() && enough(Order::Drop { unit }) {
                return true;
            }
            for (to, _) in eyes.at(side, at).filter(|(to, _)| *to != unit) {
                if may_hand(eyes, side, unit, to).is_ok() && enough(Order::Hand { unit, to }) {
                    return true;
                }
            }
        }
        for weapon in Weapon::ALL.into_iter().filter(|weapon| eyes.lies(*weapon, at)) {
            if may_take(eyes, side, unit, weapon).is_ok() && enough(Order::Take { unit, weapon }) {
                return true;
            }
        }
    }
    false
}

fn carried(turn: &impl Turn<Heroes>, unit: Piece) -> Option<(Weapon, LocationId)> {
    let unit = turn.position().unit(unit)?;
    Some((unit.counter.weapon, unit.at?))
}

/// A unit lays down its weapon.
pub fn drop(turn: &mut impl Turn<Heroes>, unit: Piece) {
    hidden::come_out(turn, Group::EMPTY.with(unit));
    let Some((weapon, at)) = carried(turn, unit) else { return };
    turn.report(B28, Audience::All, Report::Dropped { unit, weapon, at });
    turn.change(B28, Change::Carries { unit, weapon: Weapon::None });
    turn.change(B28, Change::Lies { weapon, at, now: true });
}

/// A unit hands its weapon to another one.
pub fn hand(turn: &mut impl Turn<Heroes>, unit: Piece, to: Piece) {
    hidden::come_out(turn, Group::EMPTY.with(unit).with(to));
    let Some((weapon, _)) = carried(turn, unit) else { return };
    turn.report(B28, Audience::All, Report::Handed { unit, to, weapon });
    turn.change(B28, Change::Carries { unit, weapon: Weapon::None });
    receive(turn, to, weapon);
}

/// A unit takes up a weapon.
pub fn take(turn: &mut impl Turn<Heroes>, unit: Piece, weapon: Weapon) {
    hidden::come_out(turn, Group::EMPTY.with(unit));
    let Some((_, at)) = carried(turn, unit) else { return };
    turn.report(B28, Audience::All, Report::Taken { unit, weapon });
    turn.change(B28, Change::Lies { weapon, at, now: false });
    receive(turn, unit, weapon);
}

fn receive(turn: &mut impl Turn<Heroes>, unit: Piece, weapon: Weapon) {
    turn.change(B28, Change::Carries { unit, weapon });
    turn.change(B28, Change::Traded { unit, now: true });
}
