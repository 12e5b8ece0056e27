//! Transfers of weapons: which units can give one away or receive one (HNL-B28).

use board::LocationId;
use rules::{Piece, Refusal, Resolver};

use crate::mechanics::underground;
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::B28;
use crate::printed::counter::Weapon;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// Checks that a unit has a weapon to give away.
///
/// # Errors
/// If it carries none.
pub fn may_part(unit: &Unit) -> Result<(), Refusal> {
    B28.forbids(unit.counter.weapon == Weapon::None, "this unit carries no weapon")
}

/// Checks that a unit here can receive a weapon.
///
/// # Errors
/// - If it already carries one.
/// - If it has received one this turn.
/// - If it is below ground and the weapon is too heavy, or a Gun.
pub fn may_receive(eyes: HeroesEyes<'_>, unit: &Unit, at: LocationId, weapon: Weapon) -> Result<(), Refusal> {
    B28.forbids(unit.counter.weapon != Weapon::None, "the receiving unit already carries a weapon")?;
    B28.forbids(unit.traded, "the receiving unit has already received a weapon this turn")?;
    match eyes.spot(at)?.inside {
        Some(kind) => underground::may_bear(Catalogue::of(kind), unit, weapon),
        None => Ok(()),
    }
}

/// Returns the weapon and the Location of a unit.
pub fn carried(resolver: &impl Resolver<Heroes>, unit: Piece) -> Option<(Weapon, LocationId)> {
    let unit = resolver.position().unit(unit)?;
    Some((unit.counter.weapon, unit.at?))
}

/// Gives a unit a weapon, and marks that it has received one this turn.
pub fn receive(resolver: &mut impl Resolver<Heroes>, unit: Piece, weapon: Weapon) {
    resolver.change(B28, Change::Carries { unit, weapon });
    resolver.change(B28, Change::Traded { unit, now: true });
}
