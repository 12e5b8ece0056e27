//! An attack against a defence, whatever it comes from (HNL-B8, HNL-B12), and the line of sight it takes (HNL-B17).

use board::LocationId;
use rules::{Audience, Clause, FaceClasses, PieceSet, Pool, Resolver};

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::B12;
use crate::printed::words::Occasion;
use crate::setting::Spot;
use crate::state::Heroes;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::view::HeroesEyes;

/// One die.
pub const DIE: fn(&'static str, Clause) -> Pool = |label, clause| Pool::open(1, FaceClasses::SUM, label, clause);

/// How far a Location is that can be seen from another. Who is inside an entrance sees and is seen as from its hex
/// (SEW-9, TUN-9).
#[inline]
#[must_use]
pub fn line(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Option<u8> {
    let level = |spot: &Spot| spot.inside.is_none_or(|kind| Catalogue::of(kind).level().is_in_force());
    eyes.sight(from.hex, to.hex).filter(|_| level(from) && level(to))
}

/// An attack with all that goes into it but the dice.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Why.
    pub occasion: Occasion,
    /// Who fires.
    pub units: PieceSet,
    /// Firepower and modifiers.
    pub strength: i16,
    /// Where.
    pub target: LocationId,
    /// Who is hit.
    pub victims: PieceSet,
}

/// Attack against defence; whoever is hit by more has a damage check to make.
pub fn attack(resolver: &mut impl Resolver<Heroes>, clause: Clause, shot: Shot) {
    let Shot { occasion, units, strength, target, victims } = shot;
    let modifier = resolver.setting().spot(target).map_or(0, |spot| if B12.is_in_force() { spot.modifier } else { 0 });
    let attack = strength + resolver.roll(DIE("attack", clause)).sum() as i16;
    let defence = i16::from(modifier) + resolver.roll(DIE("defence", B12)).sum() as i16;
    let report =
        Report::Attack { units, at: target, occasion, attack: small(attack), modifier, defence: small(defence) };
    resolver.report(clause, Audience::All, report);
    if attack > defence && clause.is_in_force() {
        let margin = u8::try_from(attack - defence).unwrap_or(u8::MAX);
        resolver.push(Step::Check { units: victims, margin });
    }
}

/// A sum of dice and modifiers in a byte.
#[must_use]
pub fn small(number: i16) -> i8 {
    i8::try_from(number.clamp(i16::from(i8::MIN), i16::from(i8::MAX))).unwrap_or(0)
}
