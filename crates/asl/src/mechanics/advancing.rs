//! Conditions for an advance, and for the Location entered (ASL-A16, ASL-A22).

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::concealment;
use crate::printed::clause::{A2, A5, A16, A22};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns all units of a side that can advance ([`may_unit_advance`]), as these eyes see them.
#[inline]
#[must_use]
pub fn able(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let units = eyes.of(side).units();
    let units = if A2.is_in_force() { units.good() } else { units };
    let done = [Flag::Pinned, Flag::Ti, Flag::Advanced];
    if A16.is_in_force() { done.into_iter().fold(units, Seen::without) } else { units }
}

/// Checks that a unit can advance at all, above ground or up from below.
#[inline]
pub fn may_unit_advance(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if unit.kind.is_weapon() {
        return Err(Refusal::new(A5, "a weapon can't advance by itself: advance the unit that holds it"));
    }
    A2.forbids(!unit.is_good(), "only units in Good Order can advance")?;
    A16.forbids(unit.is(Flag::Pinned), "a pinned unit can't advance")?;
    A16.forbids(unit.is(Flag::Ti), "a temporarily immobilised (TI) unit can't advance")?;
    A16.forbids(unit.is(Flag::Advanced), "this unit has already advanced in this phase")?;
    Ok((unit, at))
}

/// Checks that a side may enter a Location that the enemy holds as a Fortified one, as far as it knows (B23.922).
pub fn may_storm(eyes: AslEyes<'_>, side: Side, to: LocationId) -> Result<(), Refusal> {
    let enemy = side.other();
    let fort = eyes.fort(enemy, to).is_some() && eyes.at(enemy, to).any(|(_, unit)| unit.is_men() && unit.is_good());
    A22.forbids(fort, "units can't enter a Fortified Location that a Good Order enemy holds")
}

/// Returns those of some units that can use every edge if they can advance at all.
///
/// They are not tired, no rubble or Blaze of the scenario is on the board, there is no entrenchment, and no Fortified
/// Location is publicly known.
#[inline]
#[must_use]
pub fn unhindered<'a>(eyes: AslEyes<'a>, units: Seen<'a>) -> Seen<'a> {
    let calm = eyes.is_uncovered() && !eyes.any_fort_known() && !eyes.setting().trenched;
    if calm { units.without(Flag::Cx) } else { units.only(PieceSet::EMPTY) }
}

/// Returns whether an unknown Fortified Location stops the advance. If so, an unseen enemy in it is revealed (B23.922).
pub fn is_stormed_in_vain(resolver: &mut impl Resolver<Asl>, side: Side, to: LocationId) -> bool {
    let enemy = side.other();
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(fort) = eyes.fort(enemy, to).copied() else { return false };
    let Some(holder) = eyes.of(enemy).men().good().at(to).group().iter().next() else { return false };
    if !A22.is_in_force() {
        return false;
    }
    if !fort.known {
        resolver.change(A22, Change::FortKnown { side: enemy, at: to });
    }
    concealment::lose(resolver, holder);
    resolver.report(A22, Audience::All, Report::Barred { side, at: to });
    true
}
