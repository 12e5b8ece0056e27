//! Units that can handle a weapon, and weapons they can take up (ASL-A5).

use board::LocationId;
use rules::{Piece, Refusal, Side};

use crate::printed::clause::{A2, A4, A5, A29, A32};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns all men of a side in Good Order that have done nothing in this phase ([`is_free`]).
pub fn free(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = eyes.of(side).units();
    let units = if A2.is_in_force() { units.men().good() } else { units };
    let units = if A4.is_in_force() { units.without(Flag::Ti) } else { units };
    if A29.is_in_force() { units.without(Flag::Used) } else { units }
}

/// Returns a unit in Good Order that has done nothing in this phase.
pub fn is_free(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    A2.forbids(!unit.is_men(), "dummies can't carry weapons")?;
    A2.forbids(!unit.is_good(), "only units in Good Order can recover or transfer weapons")?;
    A4.forbids(unit.is(Flag::Ti), "a temporarily immobilised (TI) unit can't recover or transfer weapons")?;
    A29.forbids(unit.is(Flag::Used), "this unit has already acted in this phase")?;
    Ok((unit, at))
}

/// Checks that a weapon can be carried.
pub fn portable(weapon: &Unit) -> Result<(), Refusal> {
    if !weapon.kind.is_weapon() {
        return Err(Refusal::new(A5, "this is not a weapon"));
    }
    A32.forbids(weapon.kind.class() == Class::Gun, "a Gun can't be moved")
}

/// Checks that a unit can take up a weapon, or hand one over: it is not pinned, and no Known armed enemy is in its
/// Location (A4.431, A4.44).
pub fn is_undisturbed(eyes: AslEyes<'_>, side: Side, unit: &Unit, at: LocationId) -> Result<(), Refusal> {
    A29.forbids(unit.is(Flag::Pinned), "a pinned unit can't recover or transfer weapons")?;
    let armed = any_armed(eyes, eyes.of(side.other()).men().at(at));
    A29.forbids(armed, "an armed enemy that you know of is in this Location")
}

/// Returns whether any of some men is armed: with firepower of its own, or with a machine gun that works.
#[must_use]
pub fn any_armed(eyes: AslEyes<'_>, men: Seen<'_>) -> bool {
    let works = |weapon: &Unit| weapon.kind.class() == Class::Lmg && !weapon.is(Flag::Malfunctioned);
    !men.armed().is_empty() || men.iter().any(|(piece, _, _)| eyes.weapons(piece).any(|(_, weapon)| works(weapon)))
}
