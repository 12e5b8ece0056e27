//! Broken units that have to rout, and those that may (ASL-A14).
//!
//! Known enemies are those in sight; hidden units and a "?" are not Known. ADJACENT takes levels into account. If a
//! hidden enemy forbids a step, this shows on the way: the side learns that it is barred and chooses again.

use board::LocationId;
use rules::{Piece, Refusal, Resolver, Side};

use crate::mechanics::reach::{is_exposed, is_near};
use crate::printed::clause::{A14, A31, A47, B8_45C};
use crate::printed::flags::Flag;
use crate::printed::tables::ROUT;
use crate::printed::terrain::MF;
use crate::setting::below::beneath;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Moving;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Half movement factors of a rout.
pub const FACTORS: u8 = ROUT * MF;

/// Returns whether a broken unit has to rout from where it is.
#[must_use]
pub fn must_rout(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> bool {
    let Some(at) = unit.at.filter(|_| unit.is(Flag::Broken) && !unit.is(Flag::Melee)) else { return false };
    let burns = eyes.setting().hex(at).is_some_and(|hex| eyes.burns(hex));
    // Without that clause, an enemy in the sewer below would drive it away.
    let noticed = !B8_45C.is_in_force() && is_beneath(eyes, unit.side.other(), at);
    burns || noticed || is_near(eyes, unit.side, piece, at) || is_exposed(eyes, unit.side, piece, at)
}

/// Returns whether a side visibly has units in the sewer below a Location.
fn is_beneath(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    beneath(eyes.setting(), at).is_some_and(|sewer| eyes.holds(side, sewer))
}

/// Returns a broken unit that may rout in this phase: it has to, or is under Desperation Morale.
pub fn routing(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<(&Unit, LocationId), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    if !unit.is(Flag::Broken) {
        return Err(Refusal::new(A14, "only broken units can rout"));
    }
    A31.forbids(unit.is(Flag::Melee), "a unit held in Melee can't rout")?;
    A14.forbids(unit.is(Flag::Routed), "this unit has already routed")?;
    A47.forbids(
        unit.is(Flag::Disrupted) && is_covered(eyes, at),
        "a Disrupted unit routs only out of the open or a Blaze",
    )?;
    A14.forbids(!unit.is(Flag::Dm) && !must_rout(eyes, piece, unit), "this unit doesn't need to rout")?;
    Ok((unit, at))
}

/// Returns whether a Location is neither open ground nor in a burning hex.
fn is_covered(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().spot(at).is_some_and(|spot| !eyes.terrain(spot).is_open() && !eyes.burns(spot.hex))
}

/// Returns the unit whose rout is under way.
pub fn under_way(eyes: AslEyes<'_>) -> Option<(Piece, Moving)> {
    let moving = eyes.moving()?;
    Some((moving.units.iter().next()?, moving))
}

/// Returns the broken units of a side that may rout.
pub fn eligible(eyes: AslEyes<'_>, side: Side) -> impl Iterator<Item = (Piece, &Unit)> + Clone {
    let all = eyes.of(side).units().bearing(Flag::Broken).iter();
    all.filter(move |(piece, _, _)| routing(eyes, side, *piece).is_ok()).map(|(piece, unit, _)| (piece, unit))
}

/// Ends the rout of a unit.
pub fn finish(resolver: &mut impl Resolver<Asl>, unit: Piece) {
    resolver.change(A14, Change::MovingOver);
    if resolver.position().unit(unit).is_some_and(|unit| unit.at.is_some()) {
        resolver.change(A14, Change::Flag { unit, flag: Flag::Routed, on: true });
    }
}
