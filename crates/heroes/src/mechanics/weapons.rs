//! Who can part with a weapon and who can receive one, and how one comes to him (HNL-B28).

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

/// A unit that can part with its weapon.
///
/// # Errors
/// When it has none.
pub fn may_part(unit: &Unit) -> Result<(), Refusal> {
    B28.forbids(unit.counter.weapon == Weapon::None, "this unit carries no weapon")
}

/// A unit here that can receive a weapon: it has none, and has received none this turn.
///
/// # Errors
/// The refusal with its clause.
pub fn may_receive(eyes: HeroesEyes<'_>, unit: &Unit, at: LocationId, weapon: Weapon) -> Result<(), Refusal> {
    B28.forbids(unit.counter.weapon != Weapon::None, "the receiving unit already carries a weapon")?;
    B28.forbids(unit.traded, "the receiving unit has already received a weapon this turn")?;
    match eyes.spot(at)?.inside {
        Some(kind) => underground::may_bear(Catalogue::of(kind), unit, weapon),
        None => Ok(()),
    }
}

/// What a unit carries, and where.
pub fn carried(resolver: &impl Resolver<Heroes>, unit: Piece) -> Option<(Weapon, LocationId)> {
    let unit = resolver.position().unit(unit)?;
    Some((unit.counter.weapon, unit.at?))
}

/// A unit has a weapon that it had not.
pub fn receive(resolver: &mut impl Resolver<Heroes>, unit: Piece, weapon: Weapon) {
    resolver.change(B28, Change::Carries { unit, weapon });
    resolver.change(B28, Change::Traded { unit, now: true });
}
