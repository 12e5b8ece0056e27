//! Desperation Morale renewed: a broken unit that the enemy presses is under DM again (ASL-A43).

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Resolver, Side};

use crate::mechanics::interdiction::is_exposed;
use crate::mechanics::reach::{enemies, is_near_to};
use crate::printed::clause::A43;
use crate::printed::flags::Flag;
use crate::printed::tables::Effect;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::FightReport;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Returns the broken units that are not under DM. None is below ground, where units do not stay broken.
#[inline]
fn composed(resolver: &impl Resolver<Asl>) -> PieceSet {
    let units = &resolver.position().units;
    if A43.is_in_force() { units.bearing(Flag::Broken) - units.bearing(Flag::Dm) } else { PieceSet::EMPTY }
}

/// Returns whether there is any broken unit that is not under DM.
#[inline]
pub fn is_any(resolver: &impl Resolver<Asl>) -> bool {
    !composed(resolver).is_empty()
}

/// Puts broken units under DM again.
pub fn renew(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    for unit in (units & composed(resolver)).iter() {
        resolver.report(A43, Audience::All, FightReport::Desperate { unit }.into());
        resolver.change(A43, Change::Flag { unit, flag: Flag::Dm, on: true });
    }
}

/// Renews DM of units attacked by enough firepower: `best` is the result of an Original 2.
pub fn under_fire(resolver: &mut impl Resolver<Asl>, units: PieceSet, best: Effect) {
    if best > Effect::Pin {
        renew(resolver, units);
    }
}

/// Renews DM of units next to an armed enemy that they know.
// After every order: whether there is any such unit is looked up where it is called.
#[inline(always)]
pub fn press(resolver: &mut impl Resolver<Asl>) {
    let units = composed(resolver);
    if !units.is_empty() {
        press_some(resolver, units);
    }
}

#[inline(never)]
fn press_some(resolver: &mut impl Resolver<Asl>, units: PieceSet) {
    // Mostly no enemy is near them.
    let units = units.only(|piece| !resolver.position().lines.near(piece).is_empty());
    if units.is_empty() {
        return;
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let mut pressed = PieceSet::EMPTY;
    for side in Side::BOTH {
        let enemies = enemies(eyes, side);
        let near = |(piece, _, at): &(Piece, &Unit, LocationId)| is_near_to(eyes, enemies, *piece, *at);
        pressed = eyes.of(side).only(units).iter().filter(near).fold(pressed, |all, (piece, ..)| all.with(piece));
    }
    if !pressed.is_empty() {
        renew(resolver, pressed);
    }
}

/// Renews DM of units that begin a Rout Phase in the open in sight and Normal Range of an enemy that they know, or in a
/// Blaze.
pub fn begin_rout(resolver: &mut impl Resolver<Asl>) {
    renew_where(resolver, |eyes, piece| {
        let Some((unit, at)) = eyes.unit(piece).and_then(|unit| Some((unit, unit.at?))) else { return false };
        let burns = eyes.setting().hex(at).is_some_and(|hex| eyes.burns(hex));
        burns || is_exposed(eyes, unit.side, piece, at)
    });
}

fn renew_where(resolver: &mut impl Resolver<Asl>, such: impl Fn(AslEyes<'_>, Piece) -> bool) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let pressed = composed(resolver).iter().filter(|piece| such(eyes, *piece)).collect();
    renew(resolver, pressed);
}
