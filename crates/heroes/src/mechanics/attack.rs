//! Attacks against a defence (HNL-B8, HNL-B12).

use board::LocationId;
use rules::{Audience, Clause, FaceClasses, PieceSet, Pool, Resolver};

use crate::printed::clause::B12;
use crate::printed::words::Occasion;
use crate::state::Heroes;
use crate::state::report::Report;
use crate::state::step::Step;

pub const DIE: fn(&'static str, Clause) -> Pool = |label, clause| Pool::open(1, FaceClasses::SUM, label, clause);

/// An attack before the dice are rolled.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub occasion: Occasion,
    /// The firing units; empty for mines.
    pub units: PieceSet,
    /// Sum of firepower and modifiers, without the die.
    pub strength: i16,
    pub target: LocationId,
    /// Units that make a damage check if the attack beats the defence.
    pub victims: PieceSet,
}

/// Rolls attack and defence, and pushes the damage checks if the attack is higher.
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

/// Converts a sum of dice and modifiers to a byte, clamped to its range.
#[must_use]
pub fn small(number: i16) -> i8 {
    i8::try_from(number.clamp(i16::from(i8::MIN), i16::from(i8::MAX))).unwrap_or(0)
}
